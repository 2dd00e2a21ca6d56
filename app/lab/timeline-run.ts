/** The timeline shows a run, or the opening of a newer one that goes on. */
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import { openingIn } from "./bench-work.ts";
import { useBench } from "./context.ts";
import { useViewpoint } from "./use-viewpoint.ts";
import type { MovedViewpoint } from "./use-viewpoint.ts";

/** While the timeline alone shows an opening, the reader cannot move the viewpoint: it belongs to all figures of it. */
const still = (): void => undefined;
const STILL = { onTime: still, onPlaying: still, onSelect: still };

/** @param run the last that has finished */
export function useTimelineRun(run: Run): MovedViewpoint & { readonly run: TracedRun } {
  const opening = useBench((state) => openingIn(state.work));
  const viewpoint = useViewpoint();
  return opening === null ? { run, ...viewpoint } : { run: opening.run, ...opening.viewpoint, ...STILL };
}
