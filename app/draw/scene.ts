/** A figure as plain data in pixels: layouts make it; the canvas, SVG files and React draw it. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Ink } from "./palette.ts";

/** What a shape is of: a row of the trace, or one word for all of a kind. Bands, axis and titles are of nothing. */
type Thing = Ref | "cable" | "wait" | "phase" | "procedure" | "density" | "cross" | "leader";

interface OfThing {
  readonly of?: Thing;
}

export interface Box extends OfThing {
  readonly shape: "box";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  /** Diagonal hatching over the fill: "fine" for bus and controller, "wide" for time not accounted for. */
  readonly hatch?: "fine" | "wide";
  readonly opacity?: number;
}

/** An open or closed run of straight lines: [x0, y0, x1, y1, ...]. */
export interface Line extends OfThing {
  readonly shape: "line";
  readonly points: readonly number[];
  readonly stroke?: Ink;
  readonly fill?: Ink;
  readonly lineWidth?: number;
  readonly dash?: readonly number[];
  /** Round ends: dashes of no length are dots. */
  readonly round?: boolean;
  readonly closed?: boolean;
  /** Over the fill of a closed one. */
  readonly hatch?: Box["hatch"];
  readonly opacity?: number;
}

export interface Disc extends OfThing {
  readonly shape: "disc";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  readonly dash?: readonly number[];
}

/** A line or an area with curves in it: `d` as SVG writes paths. */
export interface Path extends OfThing {
  readonly shape: "path";
  readonly d: string;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  readonly dash?: readonly number[];
  /** Round ends: dashes of no length are dots. */
  readonly round?: boolean;
}

export interface TextRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly ink?: Ink;
  /** Space before it, as a share of the type size, where another than `RUN_GAP` is wanted. */
  readonly gap?: number;
}

/** One line of type; `y` is its baseline. A halo of the ground's ink keeps lines behind it from touching it. */
export interface Label extends OfThing {
  readonly shape: "label";
  readonly x: number;
  readonly y: number;
  readonly runs: readonly TextRun[];
  readonly size: number;
  readonly anchor: "start" | "middle" | "end";
  readonly halo?: Ink;
  /** Width of the halo's stroke, half of it outside the letters; 6 where left out. A canvas fills a field instead. */
  readonly haloWidth?: number;
  /** Set upright along a vertical: quarter turn to the left about (x, y). */
  readonly turned?: boolean;
}

export type Shape = Box | Line | Disc | Path | Label;

/** A place at which a reader can choose a row: a rectangle, or the surroundings of a line. */
export interface Target {
  readonly ref: Ref;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly slanted: boolean;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Beneath the playhead: bands, lanes, cable, spans, packets, axis. */
  readonly ground: readonly Shape[];
  /** Above the playhead: names with their halos, so that it never crosses one. */
  readonly names: readonly Shape[];
  /** Computed when a pointer asks first: most frames of a moving figure are gone before. */
  readonly targets: () => readonly Target[];
}

/** Computes when it is asked first, and then gives the same. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Space between two runs of one label, as a share of the type size. */
const RUN_GAP = 0.36;

/** Space before a run of a label, in px; none before the first. */
export const gapBefore = ({ gap = RUN_GAP }: TextRun, i: number, size: number): number => (i === 0 ? 0 : gap * size);

/** The same shapes, as those of a thing. */
export const ofThing = (of: Thing, shapes: readonly Shape[]): readonly Shape[] =>
  shapes.map((shape) => ({ ...shape, of }));

export const isLabel = (shape: Shape): shape is Label => shape.shape === "label";

export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  rest: Omit<Box, "shape" | "x" | "y" | "width" | "height">,
): Box => ({ shape: "box", x, y, width, height, ...rest });

export const line = (points: readonly number[], rest: Omit<Line, "shape" | "points">): Line => ({
  shape: "line",
  points,
  ...rest,
});

/** Two strokes across each other. */
export const cross = (x: number, y: number, arm: number, style: Omit<Line, "shape" | "points">): readonly Shape[] => [
  line([x - arm, y - arm, x + arm, y + arm], style),
  line([x - arm, y + arm, x + arm, y - arm], style),
];

export const disc = (x: number, y: number, radius: number, rest: Omit<Disc, "shape" | "x" | "y" | "radius">): Disc => ({
  shape: "disc",
  x,
  y,
  radius,
  ...rest,
});

export const path = (d: string, rest: Omit<Path, "shape" | "d">): Path => ({ shape: "path", d, ...rest });

/** A slice of a disc, from the top clockwise; it shrinks from a whole turn to none. */
export function sector(x: number, y: number, radius: number, share: number, rest: Omit<Path, "shape" | "d">): Path {
  const turn = 2 * Math.PI * (1 - share) - Math.PI / 2;
  const [a, b] = [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  return path(`M${x} ${y}L${a} ${b}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y - radius}z`, rest);
}

export const label = (
  x: number,
  y: number,
  runs: readonly TextRun[],
  rest: Partial<Omit<Label, "shape" | "x" | "y" | "runs">> = {},
): Label => ({ shape: "label", x, y, runs, size: 12, anchor: "start", ...rest });

/** The target nearest to a point, within `reach` pixels; boxes count as hit where the point is inside. */
export function targetAt(targets: readonly Target[], x: number, y: number, reach: number): Target | null {
  let best: Target | null = null;
  let least = reach;
  for (const target of targets) {
    const away = target.slanted ? distanceToLine(target, x, y) : distanceToBox(target, x, y);
    // Later targets lie above earlier ones: they win a tie.
    if (away <= least) {
      best = target;
      least = away;
    }
  }
  return best;
}

function distanceToBox(t: Target, x: number, y: number): number {
  const dx = Math.max(t.x0 - x, 0, x - t.x1);
  const dy = Math.max(t.y0 - y, 0, y - t.y1);
  return Math.hypot(dx, dy);
}

function distanceToLine(t: Target, x: number, y: number): number {
  const dx = t.x1 - t.x0;
  const dy = t.y1 - t.y0;
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - t.x0) * dx + (y - t.y0) * dy) / square));
  return Math.hypot(x - t.x0 - along * dx, y - t.y0 - along * dy);
}

/** A shape is opaque, and a line 1 px wide, where it does not say otherwise. */
export const opacityOf = ({ opacity }: { readonly opacity?: number }): number => opacity ?? 1;
export const lineWidthOf = ({ lineWidth }: { readonly lineWidth?: number }): number => lineWidth ?? 1;
