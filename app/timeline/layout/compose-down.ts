/** What stands around the contents of a timeline with time running down: bands, titles, axis. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { box, isLabel, line } from "../../draw/scene.ts";
import type { Shape, Target } from "../../draw/scene.ts";
import { axisDown, foldsDown, marginsDown } from "./axis-down.ts";
import { laneLines } from "./compose.ts";
import type { TitlesOf } from "./compose.ts";
import type { Body, TimelineDrawing } from "./placed.ts";
import { alongOf } from "./rails.ts";
import { repeatsDown } from "./repeats-down.ts";
import type { Rails } from "./rails.ts";

export function composedDown(
  { drawn: { rails }, shapes, leaders, names, targets }: Body,
  titlesOf: TitlesOf,
): TimelineDrawing {
  const { shown, frame, scale } = rails;
  const { width, height, start, length } = frame;
  const columns = { width, height, start, length, lines: frame.wire ?? { from: frame.axis, to: width } };
  const [top, size] = [start - 6, length + 12];
  const axis = axisDown(shown, columns, scale);
  return {
    width,
    height,
    scale,
    names,
    targets: targets.map(turnedTarget),
    ground: [
      ...frame.rows.map(({ from, to }) => box(from, top, to - from, size, { fill: "band" })),
      ...laneLines(frame).map(turned),
      ...callEnd(rails),
      ...shapes.map(turned),
      ...leaders,
      ...foldsDown(shown, columns, scale),
      ...marginsDown(columns),
      ...axis,
      ...repeatsDown(rails, axis.filter(isLabel)),
      ...titlesOf(rails),
    ],
  };
}

/** A hairline where the call ends, if anything comes later. */
function callEnd(rails: Rails): readonly Shape[] {
  const { shown, frame } = rails;
  const y = alongOf(rails, shown.call.to);
  if (shown.end === shown.call.to || y < frame.start || y > frame.start + frame.length) return [];
  return [line([frame.axis, y, frame.width, y], { stroke: "ink", lineWidth: 1 })];
}

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
      throw new Error("compose: no timeline draws a path");
  }
}

export const turnedTarget = (t: Target): Target => ({ ...t, x0: t.y0, y0: t.x0, x1: t.y1, y1: t.x1 });
