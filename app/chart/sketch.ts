/** What the reader's own curve takes of the plot: its points, the lines between them, and its name. */
import type { ChartData } from "./data.ts";
import type { Frame } from "./frame.ts";
import type { Obstacle, Point } from "./labels.ts";
import { labelWidth, MARK_ROOM } from "./marks.ts";

/** Of the curve's name from its last point, in px: as the page sets it. */
export const SKETCH_NAME_RISE = 9;
const NAME_HEIGHT = 13;
const PIECE = 8; // px of a line that one box stands for
const LINE_ROOM = 3;

function around({ x, y }: Point, room: number): Obstacle {
  return { owner: "sketch", x0: x - room, x1: x + room, y0: y - room, y1: y + room };
}

/** Boxes along the line from one point to the next. */
function alongLine(a: Point, b: Point): readonly Obstacle[] {
  const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / PIECE));
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const share = i / pieces;
    return around({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }, LINE_ROOM);
  });
}

export function sketchObstacles({ sketch }: ChartData, frame: Frame): readonly Obstacle[] {
  if (sketch === undefined) return [];
  const points = sketch.points.map(({ x, y }): Point => ({ x: frame.xAt(x), y: frame.yAt(y) }));
  const last = points.at(-1);
  const name: readonly Obstacle[] =
    last === undefined
      ? []
      : [
          {
            owner: "sketch",
            x0: last.x - labelWidth(sketch.name, "semibold"),
            x1: last.x,
            y0: last.y - SKETCH_NAME_RISE - NAME_HEIGHT,
            y1: last.y - SKETCH_NAME_RISE + 3,
          },
        ];
  const lines = points.slice(1).flatMap((point, i) => alongLine(points[i] ?? point, point));
  return [...points.map((point) => around(point, MARK_ROOM)), ...lines, ...name];
}
