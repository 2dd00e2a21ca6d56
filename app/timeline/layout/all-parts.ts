/** A figure of any run at once: for files, two runs on one axis, and tests. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { isMany } from "../../trace/lanes.ts";
import { atOnce } from "../../trace/slices.ts";
import type { View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { drawing } from "./draw.ts";
import type { Frame } from "./frame.ts";
import { MANY } from "./many.ts";
import type { FramePlace, Parts } from "./parts.ts";
import type { TimelineDrawing } from "./placed.ts";
import { TWO } from "./two.ts";

export const partsOf = ({ plan }: Pick<ShownCall, "plan">): Parts => (isMany(plan) ? MANY : TWO);

export const frameOf = (shown: ShownCall, place: FramePlace, measure: MeasureText): Frame =>
  partsOf(shown).frameOf(shown, place, measure);

export const draw = (
  shown: ShownCall,
  frame: Frame,
  view: View,
  selected: Ref,
  measure: MeasureText,
): TimelineDrawing => atOnce(drawing(partsOf(shown), shown, frame, view, selected, measure));
