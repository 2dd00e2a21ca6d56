/** Shapes that have their places already when names look for theirs. */
import type { Area } from "../../draw/place-label.ts";
import type { Ends } from "../figure/packet-shapes.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Group } from "./groups.ts";
import type { PlacedBand } from "./packets.ts";
import type { ManyRails } from "./rails.ts";
import type { WorkStream } from "./traffic.ts";

export interface Drawn {
  readonly rails: ManyRails;
  readonly bars: readonly Group<WorkStream>[];
  readonly bands: readonly PlacedBand[];
  /** Packets on the critical path. */
  readonly path: readonly Ends[];
  /** Whether there are so few bands that each can have its name, and be seen to be of packets. */
  readonly fine: boolean;
  readonly measure: MeasureText;
}

/** The area in which names may stand. */
export function withinOf({ frame }: ManyRails): Area {
  const [low, high] = [frame.start - 4, frame.start + frame.length + 8];
  return frame.down
    ? { x0: frame.axis + 2, y0: low, x1: frame.width, y1: high }
    : { x0: low, y0: (frame.rows[0]?.from ?? 0) - 4, x1: high, y1: frame.axis - 6 };
}
