/** The crowd as a figure of a lesson’s stage: no question, no answer, no other policies; the step has its own words. */
import type { Run } from "../../engine/experiments/types.ts";
import { CrowdRoom } from "./CrowdRoom.tsx";

export const OnStage = ({ run, room }: { readonly run: Run; readonly room: number | undefined }) => (
  <CrowdRoom run={run} says={false} compares={false} {...(room === undefined ? {} : { height: Math.max(360, room) })} />
);
