/** Curves through points, and what names keep clear of along them. */
import { area, curveMonotoneX, line } from "d3-shape";
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import { isFar, isJump } from "../setup/jumps.ts";
import type { Obstacle } from "./labels.ts";
import { round } from "./marks.ts";
import type { Point } from "../draw/point.ts";

const PX_PER_SAMPLE = 8;

/** The points of a curve as drawn, every few pixels: what labels keep clear of. */
function sampled(path: string): readonly Point[] {
  const points: Point[] = [];
  let at: Point | null = null;
  for (const [, command, numbers = ""] of path.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const n = numbers.split(",").map(Number);
    const [ax = 0, ay = 0, bx = ax, by = ay, cx = ax, cy = ay] = n;
    const to: Point = command === "C" ? { x: cx, y: cy } : { x: ax, y: ay };
    const from: Point = at ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = command === "M" ? 1 : Math.max(1, Math.ceil(length / PX_PER_SAMPLE));
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      const u = 1 - t;
      points.push(
        command !== "C"
          ? { x: from.x * u + to.x * t, y: from.y * u + to.y * t }
          : {
              x: u ** 3 * from.x + 3 * u * u * t * ax + 3 * u * t * t * bx + t ** 3 * to.x,
              y: u ** 3 * from.y + 3 * u * u * t * ay + 3 * u * t * t * by + t ** 3 * to.y,
            },
      );
    }
    at = to;
  }
  return points;
}

const through = line<Point>(
  (p) => round(p.x),
  (p) => round(p.y),
).curve(curveMonotoneX);

/** The smooth line of a hand through the points that it drew; null where there are fewer than two. */
export const smoothThrough = (points: readonly Point[]): string | null => (points.length > 1 ? through(points) : null);

/** A point of a curve in px, with the value that it stands for. */
export interface Valued extends Point {
  readonly value: number;
}

/** The points of a curve in pieces, each of neighbours that a smooth line may join: none are far apart. */
export function smoothPieces<P extends Pick<Valued, "value">>(points: readonly P[]): readonly (readonly P[])[] {
  const pieces: P[][] = [];
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before === undefined || isFar(before.value, point.value)) pieces.push([point]);
    else pieces.at(-1)?.push(point);
  }
  return pieces;
}

/** The line of a jump: dots, because nothing says how the curve goes there. */
export const JUMP_DASH = { dash: [1.2, 3.6] } as const;

/** A curve as it is drawn. */
interface Curve {
  /** Smooth lines, and straight ones where neighbours are far apart; null where there are fewer than two points. */
  readonly path: string | null;
  /** Straight lines between neighbours where the curve jumps; null where it does not. */
  readonly jumps: string | null;
  /** The places along it, every few pixels; else the points. */
  readonly places: readonly Point[];
}

const joined = (lines: readonly (readonly Point[])[]): string | null =>
  lines.map((points) => smoothThrough(points)).join("") || null;

/** The curve through points, smooth but where two neighbours are far apart. */
export function curveThrough(points: readonly Valued[]): Curve {
  const values = points.map(({ value }) => value);
  const pieces = smoothPieces(points);
  const apart = pieces
    .slice(1)
    .map((piece, i): readonly [Valued, Valued] => [
      lastItem(itemAt(pieces, i, "piece"), "point"),
      itemAt(piece, 0, "point"),
    ]);
  const isSeen = ([from, to]: readonly [Valued, Valued]): boolean => isJump(from.value, to.value, values);
  const path = joined([...pieces, ...apart.filter((pair) => !isSeen(pair))]);
  const jumps = joined(apart.filter(isSeen));
  const along = [path, jumps].join("");
  return { path, jumps, places: along === "" ? points : sampled(along) };
}

/** The area between two curves; null where there is none. */
export const areaBetween = (points: readonly { readonly x: number; readonly low: number; readonly high: number }[]) =>
  area<(typeof points)[number]>()
    .x((p) => round(p.x))
    .y0((p) => round(p.low))
    .y1((p) => round(p.high))
    .curve(curveMonotoneX)(points);

export const around = (owner: string, points: readonly Point[], reach: number): readonly Obstacle[] =>
  points.map(({ x, y }) => ({ owner, x0: x - reach, x1: x + reach, y0: y - reach, y1: y + reach }));

/** Boxes from each point of a curve to the next, so that none of it is left uncovered. */
export const along = (owner: string, points: readonly Point[]): readonly Obstacle[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return {
      owner,
      x0: Math.min(from.x, to.x) - 1,
      x1: Math.max(from.x, to.x) + 1,
      y0: Math.min(from.y, to.y) - 1,
      y1: Math.max(from.y, to.y) + 1,
    };
  });

const PIECE = 8; // px of a line that one box stands for
const LINE_ROOM = 3;

/** Boxes along the straight line from one point to the next. */
export function alongLine(owner: string, a: Point, b: Point): readonly Obstacle[] {
  const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / PIECE));
  const points = Array.from({ length: pieces + 1 }, (_, i): Point => {
    const share = i / pieces;
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  });
  return around(owner, points, LINE_ROOM);
}
