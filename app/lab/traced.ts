/** What the timeline shows: the run, or the opening of a newer one that goes on. */
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { select } from "./act.ts";
import { useBench, useBenchStore } from "./context.ts";
import type { Look } from "./store.ts";

interface Traced extends Look {
  readonly run: TracedRun;
  readonly onTime: (time: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  readonly onSelect: (selected: Ref) => void;
}

/** Where the reader looks has a meaning in all figures of a run: in an opening, which one shows, it stays as it is. */
const still = (): void => undefined;

/** @param run the last that has finished */
export function useTraced(run: Run): Traced {
  const store = useBenchStore();
  const opening = useBench((state) => state.opening);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const playing = useBench((state) => state.playing);
  const selected = useBench((state) => state.selected);
  if (opening !== null) return { run: opening.run, ...opening.look, onTime: still, onPlaying: still, onSelect: still };
  return {
    run,
    ...{ call, time, playing, selected },
    onTime: (next) => store.setState({ time: next }),
    onPlaying: (next) => store.setState({ playing: next }),
    onSelect: (ref) => select(store, ref),
  };
}
