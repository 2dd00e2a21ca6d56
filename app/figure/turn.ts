/**
 * Direction is a turn: everything in a figure is computed along time and across its rows, and turned at the end where
 * time runs down. Text alone is set upright for each direction.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Shape, Target } from "../draw/scene.ts";

/** The same shape with time running down. Labels are set anew for each direction, never turned. */
export function turned(shape: Shape): Shape {
  switch (shape.shape) {
    case "box":
      return { ...shape, x: shape.y, y: shape.x, width: shape.height, height: shape.width };
    case "disc":
      return { ...shape, x: shape.y, y: shape.x };
    case "line":
      return { ...shape, points: shape.points.map((_, i) => itemAt(shape.points, i ^ 1, "coordinate")) };
    case "label":
      return shape;
    case "path":
      throw new Error("turn: no timeline draws a path");
  }
}

export const turnedTarget = (t: Target): Target => ({ ...t, x0: t.y0, y0: t.x0, x1: t.y1, y1: t.x1 });

/** Turns shapes where time runs down. */
export const inDirection =
  (down: boolean) =>
  (shapes: readonly Shape[]): readonly Shape[] =>
    down ? shapes.map(turned) : shapes;
