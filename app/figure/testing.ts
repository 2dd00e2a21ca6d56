/** Questions of the figures' tests to a drawing. */
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { labelArea } from "../draw/place-label.ts";
import type { Drawing, Label } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { ALL_RUNGS } from "./all-rungs.ts";
import { drawingOf } from "./draw.ts";
import { frameOf } from "./frame-of.ts";
import { figureOf } from "./figure-of.ts";
import type { TimelineDrawing } from "./drawn.ts";
import type { Draw, Place } from "./figure.ts";
import type { ShownCall } from "./shown-call.ts";

/** The figure at a width, as a file has it. */
export const drawnAt = (shown: ShownCall, width: number, view = shown.fit, selected = NO_REF): TimelineDrawing =>
  drawingOf(shown, frameOf(shown, { width }, tableWidth), view, selected, tableWidth);

/** The figure of a page in a place. */
export const figureIn = (shown: ShownCall, place: Place): Draw => figureOf(shown, place, tableWidth, ALL_RUNGS);

const labelsOf = (drawing: Drawing): readonly Label[] =>
  [...drawing.names, ...drawing.ground].filter((shape) => shape.shape === "label").filter((one) => one.turned !== true);

export const wordsOf = (drawing: Drawing): string =>
  [...drawing.ground, ...drawing.names]
    .flatMap((shape) => (shape.shape === "label" ? shape.runs.map(({ text }) => text) : []))
    .join("|");

/** The pairs of labels that overlap, as words; the breathing space around a label does not count. */
export function overlaps(drawing: Drawing): readonly string[] {
  const areas = labelsOf(drawing).map((one) => {
    const { x0, x1, y0, y1 } = labelArea(one, tableWidth);
    return { x0: x0 + 8, x1: x1 - 8, y0: y0 + 2, y1: y1 - 3, words: one.runs.map(({ text }) => text).join(" ") };
  });
  return areas.flatMap((a, i) =>
    areas
      .slice(i + 1)
      .filter((b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1)
      .map((b) => `${a.words} / ${b.words}`),
  );
}
