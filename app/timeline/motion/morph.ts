/**
 * From the figure of one run to that of another: what both have moves, what is new comes in, what is gone goes out.
 * Shapes are paired by the rows that they are of; those of no row by how they look and by their order.
 */
import type { Shape, TextRun } from "../../draw/scene.ts";
import { entryOf } from "../../../engine/kernel/reads.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { rowKey } from "./row-keys.ts";
import { tally } from "../../../engine/kernel/tally.ts";

/** A shape with a name that is the same in the figures of two runs. */
export interface Keyed {
  readonly key: string;
  readonly shape: Shape;
}

/** A shape on its way, and how much of it is seen. */
export interface Faded {
  readonly key: string;
  readonly shape: Shape;
  readonly alpha: number;
}

const textOf = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join(" ");

/** How a shape looks, wherever it stands. */
function lookOf(shape: Shape): string {
  switch (shape.shape) {
    case "box":
      return ["box", shape.fill, shape.stroke, shape.hatch].join(" ");
    case "line":
      return ["line", shape.fill, shape.stroke, shape.dash?.join(), shape.points.length].join(" ");
    case "disc":
      return ["disc", shape.fill, shape.stroke, shape.radius].join(" ");
    case "path":
      return `path ${shape.d}`;
    case "label":
      return `label ${textOf(shape.runs)} ${shape.size} ${shape.anchor}`;
  }
}

export function keyed(trace: TraceData, shapes: readonly Shape[]): readonly Keyed[] {
  const counts = new Map<string, number>();
  const rows = new Map<number, string>();
  return shapes.map((shape): Keyed => {
    const { of } = shape;
    if (typeof of === "number" && !rows.has(of)) rows.set(of, rowKey(trace, of));
    const thing = typeof of === "number" ? entryOf(rows, of, "row") : (of ?? "");
    const kind = `${thing} ${lookOf(shape)}`;
    return { key: `${kind} ${tally(counts, kind)}`, shape };
  });
}

interface Pair {
  readonly key: string;
  readonly before: Shape | null;
  readonly after: Shape | null;
}

/** In the order of the figure after; what is gone stands under all that is not ground. */
function pairsOf(before: readonly Keyed[], after: readonly Keyed[]): readonly Pair[] {
  const old = new Map(before.map(({ key, shape }) => [key, shape]));
  const kept = new Set(after.map(({ key }) => key));
  const gone = before
    .filter(({ key }) => !kept.has(key))
    .map(({ key, shape }): Pair => ({ key, before: shape, after: null }));
  const pairs = after.map(({ key, shape }): Pair => ({ key, before: old.get(key) ?? null, after: shape }));
  const first = pairs.findIndex(({ after: shape }) => shape?.of !== undefined);
  const at = first < 0 ? pairs.length : first;
  return [...pairs.slice(0, at), ...gone, ...pairs.slice(at)];
}

/** The figure at a share of the way, from 0 to 1. */
export function morphOf(before: readonly Keyed[], after: readonly Keyed[]): (share: number) => readonly Faded[] {
  const pairs = pairsOf(before, after);
  return (share) =>
    pairs.flatMap(({ key, before: old, after: next }): readonly Faded[] => {
      if (old !== null && next !== null) return [{ key, shape: between(old, next, share), alpha: 1 }];
      if (next !== null) return [{ key, shape: next, alpha: share }];
      return old === null || share >= 1 ? [] : [{ key, shape: old, alpha: 1 - share }];
    });
}

function between(from: Shape, to: Shape, share: number): Shape {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  if (from.shape === "box" && to.shape === "box") {
    const [x, y] = [mix(from.x, to.x), mix(from.y, to.y)];
    return { ...to, x, y, width: mix(from.width, to.width), height: mix(from.height, to.height) };
  }
  if (from.shape === "line" && to.shape === "line") {
    return { ...to, points: to.points.map((at, i) => mix(from.points[i] ?? at, at)) };
  }
  if (from.shape === "disc" && to.shape === "disc") return { ...to, x: mix(from.x, to.x), y: mix(from.y, to.y) };
  if (from.shape === "label" && to.shape === "label") return { ...to, x: mix(from.x, to.x), y: mix(from.y, to.y) };
  return to;
}

/** Further than this, a shape has moved. */
const MOVED = 1; // px

/** The rows' shapes that are new, or stand elsewhere than before. */
export function changedShapes(before: readonly Keyed[], after: readonly Keyed[]): readonly Shape[] {
  return pairsOf(before, after).flatMap(({ before: old, after: next }): readonly Shape[] => {
    if (next === null || typeof next.of !== "number") return [];
    return old === null || isElsewhere(old, next) ? [next] : [];
  });
}

function isElsewhere(a: Shape, b: Shape): boolean {
  const away = (from: number, to: number): boolean => Math.abs(from - to) > MOVED;
  if (a.shape === "box" && b.shape === "box")
    return away(a.x, b.x) || away(a.y, b.y) || away(a.width, b.width) || away(a.height, b.height);
  if (a.shape === "line" && b.shape === "line") return b.points.some((at, i) => away(a.points[i] ?? at, at));
  return false;
}
