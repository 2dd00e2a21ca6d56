/** What stands around the contents of a timeline: bands, titles, axis, legend. With time to the right, or down. */
import { box, isLabel, line } from "../../draw/scene.ts";
import type { Shape, Target } from "../../draw/scene.ts";
import { axisAcross, axisDown, endLabels, foldsAcross, foldsDown, marginsDown } from "./axis.ts";
import type { Body, TimelineDrawing } from "./placed.ts";
import type { Frame } from "./frame.ts";
import { legendShapes } from "./legend.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

type TitlesOf = (rails: Rails) => readonly Shape[];

export function composedAcross({ drawn, shapes, leaders, names, targets }: Body, titlesOf: TitlesOf): TimelineDrawing {
  const { rails, measure } = drawn;
  const { shown, frame, scale } = rails;
  const { width, height, rows } = frame;
  const axis = axisAcross(shown, frame, scale);
  const ends = endLabels(shown, frame, rails, names, measure);
  const legend = legendShapes(rails, [...names, ...ends.labels], measure);
  const edge = frame.start + frame.length + 5;
  return {
    width,
    height,
    scale,
    targets,
    names: [...names, ...ends.labels, ...legend.filter(isLabel)],
    ground: [
      ...rows.map(({ from, to }) => box(0, from, width, to - from, { fill: "band" })),
      ...laneLines(frame),
      ...axis.grid,
      ...ends.shapes,
      ...shapes,
      ...leaders,
      // Folds end above the legend.
      ...foldsAcross(shown, { ...frame, axis: frame.axis - FOLD_FOOT }, scale),
      // Paper covers the shapes that run out of the view, so that the machines' names stand free.
      ...[0, edge].flatMap((x) => {
        const wide = x === 0 ? frame.start - 5 : width - edge;
        const cover = box(x, 0, wide, frame.axis - 1, { fill: "paper" });
        return [cover, ...rows.map(({ from, to }) => box(x, from, wide, to - from, { fill: "band" }))];
      }),
      ...axis.shapes,
      ...titlesOf(rails),
      ...legend.filter((shape) => !isLabel(shape)),
    ],
  };
}

const FOLD_FOOT = 28;

export const laneLines = ({ start, length, lanes, rows, apart }: Frame): readonly Shape[] =>
  (apart ? lanes : rows).map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );

export function composedDown(
  { drawn: { rails }, shapes, leaders, names, targets }: Body,
  titlesOf: TitlesOf,
): TimelineDrawing {
  const { shown, frame, scale } = rails;
  const { width, height, start, length } = frame;
  const columns = { width, height, start, length, lines: frame.wire ?? { from: frame.axis, to: width } };
  const [top, size] = [start - 6, length + 12];
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
      ...axisDown(shown, columns, scale),
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
      return { ...shape, points: shape.points.map((_, i) => shape.points[i ^ 1] ?? 0) };
    case "label":
      return shape;
    case "path":
      throw new Error("compose: no timeline draws a path");
  }
}

export const turnedTarget = (t: Target): Target => ({ ...t, x0: t.y0, y0: t.x0, x1: t.y1, y1: t.x1 });
