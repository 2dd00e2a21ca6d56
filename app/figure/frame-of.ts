/** The frame of a run’s figure: of two machines or of many, with time to the right or running down. */
import type { MeasureText } from "../draw/text-width.ts";
import { isMany } from "../trace/lanes.ts";
import type { Place } from "./figure.ts";
import type { ShownCall } from "./shown-call.ts";
import { frameAcross } from "./frame-across.ts";
import { frameDown } from "./frame-down.ts";
import { frameManyAcross, frameManyDown } from "./frame-many.ts";
import type { Frame } from "./frame.ts";

/** Narrower than this there is no room for time to the right: it runs down. */
const TURN_WIDTH = 760;

/** It does not depend on the view, so that nothing moves when one zooms. */
export function frameOf(
  shown: ShownCall,
  { width, room, open }: Pick<Place, "width"> & Partial<Place>,
  measure: MeasureText,
): Frame {
  const down = width < TURN_WIDTH;
  if (isMany(shown.plan)) return down ? frameManyDown(shown, width, open) : frameManyAcross(shown, width, room, open);
  return down ? frameDown(shown, width) : frameAcross(shown, width, measure, room);
}
