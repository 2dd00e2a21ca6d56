/** A figure of any run at once: for files, two runs on one axis, and tests. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { isMany } from "../../trace/lanes.ts";
import type { View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { drawing } from "./draw.ts";
import type { Frame } from "./frame.ts";
import { WIRE } from "./bytes.ts";
import { LADDER } from "./ladder.ts";
import { MANY } from "./many.ts";
import { TURN_WIDTH } from "./parts.ts";
import type { FramePlace, Parts } from "./parts.ts";
import type { TimelineDrawing } from "./placed.ts";
import { TWO_DOWN } from "./two-down.ts";
import { TWO } from "./two.ts";

/** @param width in pixels */
export const partsOf = ({ plan }: Pick<ShownCall, "plan">, width: number): Parts =>
  isMany(plan) ? MANY : { ...(width < TURN_WIDTH ? TWO_DOWN : TWO), ladder: { ...LADDER, wire: WIRE } };

export const frameOf = (shown: ShownCall, place: FramePlace, measure: MeasureText): Frame =>
  partsOf(shown, place.width).frameOf(shown, place, measure);

export const draw = (
  shown: ShownCall,
  frame: Frame,
  view: View,
  selected: Ref,
  measure: MeasureText,
): TimelineDrawing => drawing(partsOf(shown, frame.width), shown, frame, view, selected, measure);
