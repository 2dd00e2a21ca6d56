/** The drawing for what is in view, made anew only where something that it depends on changed. */
import { useMemo } from "react";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { drawAcross } from "./across.ts";
import { frameAcross } from "./across-frame.ts";
import { drawDown, frameDown } from "./down.ts";
import type { Drawing } from "./drawing.ts";
import { pageMeasure, pageStyle } from "./paint.ts";
import type { PageStyle } from "./paint.ts";
import type { TimeScale, View } from "./scale.ts";
import type { Stage } from "./stage.ts";
import type { MeasureText } from "./text-width.ts";
import { TURN_WIDTH } from "./timeline-svg.ts";

export interface Figure extends Drawing {
  readonly scale: TimeScale;
  /** Whether time runs down. */
  readonly down: boolean;
  /** Along: where the scale begins. */
  readonly start: number;
  /** The axis across: its line, or the column of its labels. */
  readonly axis: number;
  /** Where the playhead begins and ends across, in one or two pieces. */
  readonly playhead: readonly (readonly [number, number])[];
}

export interface Looks {
  readonly style: PageStyle;
  readonly measure: MeasureText;
}

/** Style and type of the page, read again whenever `epoch` counts a change. */
export function useLook(epoch: number, theme: string | undefined): Looks {
  return useMemo(() => {
    // The numbers themselves say nothing: that they changed is what counts.
    void epoch;
    void theme;
    const style = pageStyle(document.documentElement);
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) throw new Error("Timeline: this browser has no canvas to draw on.");
    return { style, measure: pageMeasure(context, style.family) };
  }, [epoch, theme]);
}

export function useFigure(stage: Stage, width: number, view: View, selected: Ref, measure: MeasureText): Figure | null {
  const down = width < TURN_WIDTH;
  const frames = useMemo(() => {
    if (width <= 0) return null;
    return down ? { down: frameDown(stage, width) } : { across: frameAcross(stage, width, measure) };
  }, [stage, width, down, measure]);
  return useMemo((): Figure | null => {
    if (frames === null) return null;
    if (frames.across !== undefined) {
      const { across } = frames;
      const drawing = drawAcross(stage, across, view, selected, measure);
      const { start, axis } = across;
      return { ...drawing, down: false, start, axis, playhead: [[24, axis]] };
    }
    const drawing = drawDown(stage, frames.down, view, selected, measure);
    const playhead = frames.down.bands.map(({ from, to }) => [from, to] as const);
    return { ...drawing, down: true, start: frames.down.start, axis: frames.down.bands[0]?.from ?? 0, playhead };
  }, [frames, stage, view, selected, measure]);
}
