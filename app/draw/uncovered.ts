/** The areas of labels in the figures' font, and the labels that something leaves in sight. */
import { labelArea, meets } from "./place-label.ts";
import type { Area } from "./place-label.ts";
import type { Box, Label, Shape } from "./scene.ts";
import { runsWidth, tableWidth } from "./text-width.ts";

/** The area of a label in the figures' font, with its breathing space. */
export const areaOf = (one: Label): Area => labelArea(one, runsWidth(one.runs, one.size, tableWidth));

/** Shapes without the labels that a box would cover. */
export const uncovered = (shapes: readonly Shape[], { x, y, width, height }: Omit<Box, "shape">): readonly Shape[] => {
  const area = { x0: x, y0: y, x1: x + width, y1: y + height };
  return shapes.filter((one) => one.shape !== "label" || !meets(areaOf(one), area, -1));
};
