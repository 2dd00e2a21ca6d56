import type { Run } from "../../../engine/experiments/types.ts";
import { Calls } from "../../lab/Calls.tsx";
import { useBench } from "../../lab/context.ts";
import { experimentOf } from "../../setup/setup.ts";

/** What stands around the bars of a distribution: its title, the word for the reader, the notes below; in px. */
const AROUND_BARS = 110;

/** The times of all calls of the run. */
export function Distribution({ run, room }: { readonly run: Run; readonly room: number | undefined }) {
  const experiment = useBench(({ setup }) => experimentOf(setup));
  return <Calls run={run} experiment={experiment} {...(room === undefined ? {} : { height: room - AROUND_BARS })} />;
}
