/** The clock of the figure: that of the timeline, which moves it too; where no timeline is on the page, its own. */
import { useMemo } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { momentOf, shownCall } from "../figure/shown-call.ts";
import { lazyEventTimes, neighbour, speedsFor } from "../timeline/tools/playback.ts";
import { useDrive } from "../timeline/tools/use-drive.ts";
import type { MachineMoment } from "./props.ts";

interface Clock {
  /** The playhead, within the shown call and what comes of it later. */
  readonly time: number;
  /** The same since the call began: "450.0 µs". */
  readonly text: string;
  /** False where the call’s rows were not kept. */
  readonly kept: boolean;
  readonly play: () => void;
  /** To the next event of the call, or to the one before. */
  readonly step: (way: 1 | -1) => void;
}

export function useClock({ trace, call, alone, playing, onPlaying, onTime, ...given }: MachineMoment): Clock {
  const shown = useMemo(() => shownCall(trace, call, "folded"), [trace, call]);
  const { from } = shown.call;
  const { end } = shown;
  const time = Math.min(end, Math.max(from, given.time));
  const goTo = (next: number): void => onTime(Math.min(end, Math.max(from, next)));
  const driving = useDrive(
    { call, playing: playing && alone, onPlaying, onSelect: () => undefined },
    { shown, now: time, goTo, chosen: NO_REF, speed: speedsFor(shown)[1] },
  );
  const times = useMemo(() => lazyEventTimes(trace, call, { from, to: end }), [trace, call, from, end]);
  const playBoth = (): void => {
    if (!playing && end - time < 0.5) goTo(from);
    onPlaying(!playing);
  };
  return {
    time,
    text: momentOf(shown, time),
    kept: shown.kept,
    play: alone ? driving.play : playBoth,
    step: (way) => {
      onPlaying(false);
      onTime(neighbour(times(), time, way));
    },
  };
}
