/** The reader's viewpoint, as figures have it: where it is, and how they move it. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Viewpoint } from "./bench-work.ts";
import { useBench, useBenchStore } from "./context.ts";
import { select } from "./selection.ts";

export interface MovedViewpoint extends Viewpoint {
  readonly onTime: (time: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  readonly onSelect: (selected: Ref) => void;
}

export function useViewpoint(): MovedViewpoint {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const playing = useBench((state) => state.playing);
  const selected = useBench((state) => state.selected);
  return {
    ...{ call, time, playing, selected },
    onTime: (next) => store.setState({ time: next }),
    onPlaying: (next) => store.setState({ playing: next }),
    onSelect: (ref) => select(store, ref),
  };
}
