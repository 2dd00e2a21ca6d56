/** Curves that the reader drew: dots along each, a ring at each point, the name at its end. */
import { itemAt, lastItem } from "../../engine/kernel/items.ts";
import { disc, path } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Series } from "../setup/points.ts";
import type { ChartFrame } from "./axes.ts";
import type { ChartData } from "./data.ts";
import type { Obstacle } from "./labels.ts";
import { labelWidth, MARK_ROOM, round, text } from "./marks.ts";
import { alongLine, around, smoothThrough } from "./paths.ts";
import type { Point } from "../draw/point.ts";

/** px from the last point to the baseline of the name, above it or below. */
const NAME_RISE = 9;
const NAME_FALL = 20;
const NAME_HEIGHT = 13;

const DOTTED = { stroke: "prediction", lineWidth: 3, dash: [0.1, 6], round: true } as const;
const SOLID = { stroke: "prediction", lineWidth: 2 } as const;

/** The first of two curves is dotted and has hollow rings, the second is a line with full ones. */
function sketchShapes(points: readonly Point[], nth: number): readonly Shape[] {
  const through = smoothThrough(points);
  const fill = nth === 0 ? "paper" : "prediction";
  return [
    ...(through === null ? [] : [path(through, nth === 0 ? DOTTED : SOLID)]),
    ...points.map(({ x, y }) => disc(round(x), round(y), 4.5, { fill, stroke: "prediction", lineWidth: 2.4 })),
  ];
}

interface Sketches {
  readonly marks: readonly Shape[];
  /** The room that the curves and their names take. */
  readonly obstacles: readonly Obstacle[];
}

export function drawSketches({ series }: Pick<ChartData, "series">, frame: ChartFrame): Sketches {
  const drawn = series.filter(({ kind, points }) => kind === "drawn" && points.length > 0);
  const places = drawn.map(({ points }) => points.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) })));
  const ends = places.map((points) => lastItem(points, "point"));
  const parts = drawn.map((sketch, nth) => {
    const points = itemAt(places, nth, "sketch");
    const end = itemAt(ends, nth, "sketch");
    // Of two names that would stand on each other, that of the lower curve stands below.
    const isLower = ends.some((other, i) => other.y < end.y || (other.y === end.y && i < nth));
    const name = nameAt(sketch, end, isLower);
    return {
      marks: [...sketchShapes(points, nth), ...name.marks],
      obstacles: [
        ...around("sketch", points, MARK_ROOM),
        ...points.slice(1).flatMap((point, i) => alongLine("sketch", points[i] ?? point, point)),
        name.obstacle,
      ],
    };
  });
  return { marks: parts.flatMap(({ marks }) => marks), obstacles: parts.flatMap(({ obstacles }) => obstacles) };
}

/** The name ends above the last point, or below it. */
function nameAt({ label }: Series, { x, y }: Point, below: boolean) {
  const bottom = below ? y + NAME_FALL : y - NAME_RISE;
  const area = { x0: x - labelWidth(label, true), x1: x, y0: bottom - NAME_HEIGHT, y1: bottom + 3 };
  const marks = label === "" ? [] : [text(round(x), round(bottom), label, "prediction", { bold: true, anchor: "end" })];
  return { marks, obstacle: { owner: "sketch", ...area } };
}
