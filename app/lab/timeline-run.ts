/** The timeline shows a run, or the opening of a newer one that goes on. */
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { select } from "./selection.ts";
import { useBench, useBenchStore } from "./context.ts";
import { openingIn } from "./bench-work.ts";
import type { Viewpoint } from "./bench-work.ts";

interface TimelineRun extends Viewpoint {
  readonly run: TracedRun;
  readonly onTime: (time: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  readonly onSelect: (selected: Ref) => void;
}

/** While the timeline alone shows an opening, the reader cannot move the viewpoint: it belongs to all figures of it. */
const still = (): void => undefined;

/** @param run the last that has finished */
export function useTimelineRun(run: Run): TimelineRun {
  const store = useBenchStore();
  const opening = useBench((state) => openingIn(state.work));
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const playing = useBench((state) => state.playing);
  const selected = useBench((state) => state.selected);
  if (opening !== null)
    return { run: opening.run, ...opening.viewpoint, onTime: still, onPlaying: still, onSelect: still };
  return {
    run,
    ...{ call, time, playing, selected },
    onTime: (next) => store.setState({ time: next }),
    onPlaying: (next) => store.setState({ playing: next }),
    onSelect: (ref) => select(store, ref),
  };
}
