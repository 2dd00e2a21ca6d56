/** The few shapes that a chart is drawn of. React and the SVG writer draw the same list. */
import { tableWidth } from "../timeline/text-width.ts";

/** Names of the custom properties in styles/tokens.css. */
export type Token =
  | "paper"
  | "band"
  | "ink"
  | "ink-2"
  | "ink-3"
  | "rule"
  | "edge"
  | "accent"
  | "on-accent"
  | "measured"
  | "model"
  | "simulated"
  | "sim-band";

export interface LineMark {
  readonly shape: "line";
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly stroke: Token;
  readonly width: number;
  readonly dash?: string;
}

export interface PathMark {
  readonly shape: "path";
  readonly d: string;
  readonly fill?: Token;
  readonly stroke?: Token;
  readonly width?: number;
  readonly dash?: string;
}

export interface CircleMark {
  readonly shape: "circle";
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly fill?: Token;
  readonly stroke?: Token;
  readonly width?: number;
  readonly dash?: string;
}

export interface RectMark {
  readonly shape: "rect";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly fill?: Token;
  readonly stroke?: Token;
  readonly width?: number;
}

export type Anchor = "start" | "middle" | "end";

export interface TextMark {
  readonly shape: "text";
  readonly x: number; // of the anchor
  readonly y: number; // of the baseline
  readonly text: string;
  readonly size: number; // px
  readonly weight: "regular" | "semibold";
  readonly fill: Token;
  readonly anchor: Anchor;
  readonly halo?: boolean; // a rim of paper, so that a hairline behind does not cross the letters
}

export type Mark = LineMark | PathMark | CircleMark | RectMark | TextMark;

/** px from the middle of a mark that names keep free: room for the cable around a selected one. */
export const MARK_ROOM = 11;

export const LABEL_SIZE = 11.5; // px, figure labels

/** Width in px of a label, from the font's own advances. */
export const labelWidth = (text: string, weight: TextMark["weight"] = "regular"): number =>
  tableWidth(text, LABEL_SIZE, weight === "semibold");

/** Marks of the three answers: filled disc, hollow square, filled triangle (centres in px). */
export const disc = (cx: number, cy: number): CircleMark => ({
  shape: "circle",
  cx,
  cy,
  r: 4,
  fill: "measured",
  stroke: "paper",
  width: 1,
});
export const square = (cx: number, cy: number): RectMark => ({
  shape: "rect",
  x: cx - 3.5,
  y: cy - 3.5,
  w: 7,
  h: 7,
  fill: "paper",
  stroke: "model",
  width: 1.8,
});
/** A pinned run's: the simulated triangle, hollow. */
export const pinnedTriangle = (cx: number, cy: number): PathMark => ({
  shape: "path",
  d: `M${round(cx)} ${round(cy - 4.6)}l4.4 7.6h-8.8z`,
  fill: "paper",
  stroke: "simulated",
  width: 1.4,
});
export const triangle = (cx: number, cy: number): PathMark => ({
  shape: "path",
  d: `M${round(cx)} ${round(cy - 4.6)}l4.4 7.6h-8.8z`,
  fill: "simulated",
});

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

/** The mark of one of several curves: three corners for what was simulated, four for a model; `look` turns it. */
export function cornered(kind: "model" | "simulated", look: number, x: number, y: number): PathMark {
  const shapes = CORNERED[kind];
  const { dx, dy, rest } = shapes[look % shapes.length] ?? shapes[0];
  const d = `M${round(x + dx)} ${round(y + dy)}${rest}`;
  return kind === "simulated"
    ? { shape: "path", d, fill: "simulated" }
    : { shape: "path", d, fill: "paper", stroke: "model", width: 1.8 };
}

/** Hundredths of a pixel are enough, and keep the file small. */
export const round = (value: number): number => Math.round(value * 100) / 100;
