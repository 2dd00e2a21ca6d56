/** A drawing of two runs is made from this. */
import type { Target } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { TimeScale } from "../figure/scale.ts";
import type { Body } from "../figure/drawn.ts";
import type { Rails } from "../figure/rails.ts";
import type { Difference, Labels } from "./differences.ts";
import type { Parting } from "./divergence.ts";
import type { TwinFrame } from "./frame.ts";
import type { Both, SideName, TwinRows } from "./pair.ts";

/** The reader's choice: rows, and the stretch of the critical path that they lie in. */
export interface TwinChoice {
  readonly rows: TwinRows;
  readonly stretch: Difference | null;
}

/** All that the shapes and the names of a figure of two runs are made from. */
export interface TwinScene {
  readonly both: Both;
  readonly frame: TwinFrame;
  readonly scale: TimeScale;
  /** None where the rows of the two are no partners. */
  readonly differences: readonly Difference[];
  readonly parting: Parting | null;
  readonly choice: TwinChoice;
  readonly labels: Labels;
  readonly measure: MeasureText;
}

/** One run as it is drawn: its rails count in time of its own run, on the axis that both share. */
export interface DrawnSide extends Omit<Body, "targets"> {
  readonly targets: readonly Target[];
  readonly name: SideName;
  readonly rails: Rails;
  /** The place of the call's end, along the time axis. */
  readonly end: number;
}

export const isSeen = (end: number, { start, length }: TwinFrame): boolean => end >= start && end <= start + length + 1;
