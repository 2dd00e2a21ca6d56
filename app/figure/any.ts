/** Every figure at once: for files, two runs on one axis, and tests. */
import type { MeasureText } from "../draw/text-width.ts";
import { isMany } from "../trace/lanes.ts";
import { WIRE } from "./bytes.ts";
import { TURN_WIDTH } from "./description.ts";
import type { Description } from "./description.ts";
import { figureOf } from "./figure-of.ts";
import type { Draw, Place } from "./figure.ts";
import { LADDER } from "./ladder.ts";
import { MANY } from "./many.ts";
import type { ShownCall } from "./shown-call.ts";
import { TWO_DOWN } from "./two-down.ts";
import { TWO } from "./two.ts";

/** @param width in pixels */
export const descriptionOf = ({ plan }: Pick<ShownCall, "plan">, width: number): Description =>
  isMany(plan) ? MANY : width < TURN_WIDTH ? TWO_DOWN : TWO;

export const anyFigureOf = (shown: ShownCall, place: Place, measure: MeasureText): Draw =>
  figureOf(descriptionOf(shown, place.width), shown, place, measure, { ...LADDER, wire: WIRE });
