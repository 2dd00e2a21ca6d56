/** Shapes that have their places already when names look for theirs. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Area } from "../draw/place-label.ts";
import type { Drawing, Label, Shape, Target } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { takePicture } from "../trace/story.ts";
import type { Picture } from "../trace/story.ts";
import type { TimeScale } from "./scale.ts";
import type { Group } from "./groups.ts";
import type { Ends } from "./packet-shapes.ts";
import type { PlacedBand } from "./packets.ts";
import type { Rails } from "./rails.ts";
import type { WorkStream } from "./traffic.ts";

export interface Drawn {
  readonly rails: Rails;
  readonly bars: readonly Group<WorkStream>[];
  readonly bands: readonly PlacedBand[];
  /** Packets on the critical path. */
  readonly path: readonly Ends[];
  /** Whether there are so few bands that each can have its name, and be seen to be of packets. */
  readonly fine: boolean;
  readonly measure: MeasureText;
}

/** The contents of the rows: shapes and targets along and across, and names at their places. */
export interface Body {
  readonly drawn: Drawn;
  readonly shapes: readonly Shape[];
  /** Lines from names to what they are of, as names on the page: not to be turned. */
  readonly leaders: readonly Shape[];
  readonly names: readonly Label[];
  readonly targets: () => readonly Target[];
}

/** With the rows in view one by one, for names of steps. */
export type InPicture = Drawn & { readonly picture: Picture };

export function inPicture(drawn: Drawn): InPicture {
  const { shown, scale } = drawn.rails;
  return { ...drawn, picture: takePicture(shown.trace, shown.plan, shown.story, scale) };
}

export interface TimelineDrawing extends Drawing {
  readonly scale: TimeScale;
}

/** The area in which names may stand. */
export function withinOf({ frame }: Rails): Area {
  const [low, high] = [frame.start - 4, frame.start + frame.length + 8];
  if (frame.down) {
    const { from, to } = frame.wire ?? { from: frame.axis + 2, to: frame.width };
    return { x0: from, y0: low, x1: to, y1: high };
  }
  return { x0: low, y0: itemAt(frame.rows, 0, "row").from - 4, x1: high, y1: frame.axis - 6 };
}
