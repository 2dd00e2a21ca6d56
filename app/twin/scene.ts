/** A drawing of two runs is made from this. */
import type { MeasureText } from "../draw/text-width.ts";
import type { Rails } from "../timeline/figure/body.ts";
import type { TimeScale } from "../timeline/figure/scale.ts";
import type { Picture } from "../trace/story.ts";
import type { Difference, Labels } from "./differences.ts";
import type { Parting } from "./divergence.ts";
import type { SideFrame, TwinFrame } from "./twin-frame.ts";
import type { Pair, Side, SideName, TwinRows } from "./pair.ts";

/** One side as it is drawn: its rails count in time of its own run, on the axis that both share. */
export interface DrawnSide {
  readonly side: Side;
  readonly frame: SideFrame;
  readonly rails: Rails;
  readonly picture: Picture;
}

/** The reader's choice: rows, and the stretch of the critical path that they lie in. */
export interface Choice {
  readonly rows: TwinRows;
  readonly stretch: Difference | null;
}

/** All that the shapes and the names of a figure of two runs are made from. */
export interface TwinScene {
  readonly pair: Pair;
  readonly frame: TwinFrame;
  readonly scale: TimeScale;
  readonly sides: Readonly<Record<SideName, DrawnSide>>;
  readonly differences: readonly Difference[];
  readonly parting: Parting | null;
  readonly choice: Choice;
  readonly labels: Labels;
  readonly measure: MeasureText;
}
