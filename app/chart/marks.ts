/** The marks of a chart: the points of its answers and curves, and its type. */
import { box, disc, label, path } from "../draw/scene.ts";
import type { Box, Disc, Label, Path } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import { tableWidth } from "../draw/text-width.ts";

/** px from the middle of a mark that names keep free: room for the cable around a selected one. */
export const MARK_ROOM = 11;

export const LABEL_SIZE = 12; // px, figure labels

/** Width in px of a label, from the font's own advances. */
export const labelWidth = (text: string, bold = false): number => tableWidth(text, LABEL_SIZE, bold);

/** One label of a chart; a halo of paper keeps a hairline behind it from crossing its letters. */
export function text(
  x: number,
  y: number,
  words: string,
  ink: Ink,
  rest: { readonly anchor?: Label["anchor"]; readonly bold?: boolean; readonly halo?: boolean } = {},
): Label {
  const { anchor = "start", bold = false, halo = false } = rest;
  const rim = halo ? ({ halo: "paper", haloWidth: 3.5 } as const) : {};
  return label(x, y, [{ text: words, bold, ink }], { size: LABEL_SIZE, anchor, ...rim });
}

/** Marks of the three answers: filled disc, hollow square, filled triangle (centres in px). */
export const paperDisc = (x: number, y: number): Disc =>
  disc(x, y, 4, { fill: "measured", stroke: "paper", lineWidth: 1 });
export const modelSquare = (x: number, y: number): Box =>
  box(x - 3.5, y - 3.5, 7, 7, { fill: "paper", stroke: "model", lineWidth: 1.8 });
const cornersUp = (x: number, y: number): string => `M${round(x)} ${round(y - 4.6)}l4.4 7.6h-8.8z`;
export const simulatedTriangle = (x: number, y: number): Path => path(cornersUp(x, y), { fill: "simulated" });
/** A pinned run's: the simulated triangle, hollow. */
export const pinnedTriangle = (x: number, y: number): Path =>
  path(cornersUp(x, y), { fill: "paper", stroke: "simulated", lineWidth: 1.4 });

/** Marks of several curves: where each begins, in px from its middle, and its other corners. */
const CORNERED = {
  simulated: [
    { dx: 0, dy: -4.6, rest: "l4.4 7.6h-8.8z" },
    { dx: 0, dy: 4.6, rest: "l4.4 -7.6h-8.8z" },
    { dx: 4.6, dy: 0, rest: "l-7.6 4.4v-8.8z" },
    { dx: -4.6, dy: 0, rest: "l7.6 4.4v-8.8z" },
  ],
  model: [
    { dx: -3.5, dy: -3.5, rest: "h7v7h-7z" },
    { dx: 0, dy: -4.8, rest: "l4.8 4.8l-4.8 4.8l-4.8 -4.8z" },
    { dx: -2.2, dy: -4.6, rest: "h4.4v9.2h-4.4z" },
    { dx: -4.6, dy: -2.2, rest: "h9.2v4.4h-9.2z" },
  ],
} as const;

/** The mark of one of several curves: three corners for what was simulated, four for a model; its number turns it. */
export function cornered(kind: "model" | "simulated", curveNumber: number, x: number, y: number): Path {
  const shapes = CORNERED[kind];
  const { dx, dy, rest } = shapes[curveNumber % shapes.length] ?? shapes[0];
  const d = `M${round(x + dx)} ${round(y + dy)}${rest}`;
  return path(d, kind === "simulated" ? { fill: kind } : { fill: "paper", stroke: kind, lineWidth: 1.8 });
}

/** Hundredths of a pixel are enough, and keep the file small. */
export const round = (value: number): number => Math.round(value * 100) / 100;
