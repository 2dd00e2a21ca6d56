/** Questions of the figures' tests to a drawing. */
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Drawing, Label } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";
import { anyFigureOf, descriptionOf } from "./any.ts";
import { drawingOf as drawingIn } from "./draw.ts";
import type { TimelineDrawing } from "./drawn.ts";
import type { Draw, Place } from "./figure.ts";
import type { Frame } from "./frame.ts";
import type { ShownCall } from "./shown-call.ts";

export const frameOf = (shown: ShownCall, place: Partial<Place> & Pick<Place, "width">, measure = tableWidth): Frame =>
  descriptionOf(shown, place.width).frameOf(shown, place, measure);

export const drawingOf = (
  shown: ShownCall,
  frame: Frame,
  view = shown.fit,
  selected = NO_REF,
  measure = tableWidth,
): TimelineDrawing => drawingIn(descriptionOf(shown, frame.width), shown, frame, view, selected, measure);

/** The figure at a width, as a file has it. */
export const drawnAt = (shown: ShownCall, width: number, view = shown.fit, selected = NO_REF): TimelineDrawing =>
  drawingOf(shown, frameOf(shown, { width }), view, selected);

/** The figure of a page in a place. */
export const figureIn = (shown: ShownCall, place: Place): Draw => anyFigureOf(shown, place, tableWidth);

const labelsOf = (drawing: Drawing): readonly Label[] =>
  [...drawing.names, ...drawing.ground].filter((shape) => shape.shape === "label").filter((one) => one.turned !== true);

export const wordsOf = (drawing: Drawing): string =>
  [...drawing.ground, ...drawing.names]
    .flatMap((shape) => (shape.shape === "label" ? shape.runs.map(({ text }) => text) : []))
    .join("|");

/** The pairs of labels that overlap, as words; the breathing space around a label does not count. */
export function overlaps(drawing: Drawing): readonly string[] {
  const areas = labelsOf(drawing).map((one) => {
    const { x0, x1, y0, y1 } = areaOf(one);
    return { x0: x0 + 4, x1: x1 - 4, y0, y1: y1 - 2, words: one.runs.map(({ text }) => text).join(" ") };
  });
  return areas.flatMap((a, i) =>
    areas
      .slice(i + 1)
      .filter((b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1)
      .map((b) => `${a.words} / ${b.words}`),
  );
}
