/** Pinned runs on the chart: hollow triangles with their numbers, thin curves, their names in rows above the plot. */
import { curveMonotoneX, line } from "d3-shape";
import type { ChartData } from "./data.ts";
import { text } from "./frame.ts";
import type { Frame } from "./frame.ts";
import type { Obstacle, Point } from "./labels.ts";
import { labelWidth, LABEL_SIZE, MARK_ROOM, pinnedTriangle, round } from "./marks.ts";
import type { Mark } from "./marks.ts";
import { numberText } from "./numbers.ts";
import { isNear } from "./reach.ts";

const throughPoints = line<Point>(
  (p) => round(p.x),
  (p) => round(p.y),
).curve(curveMonotoneX);

const NUMBER_ASIDE = 8; // px from the middle of the mark
const HALF = 6; // px, half the height of a number

interface Edges {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

const meet = (a: Edges, b: Edges): boolean => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

/** Where the number of a mark may stand: right of it, left, above, below. */
function besides({ x, y }: Point, width: number): readonly Edges[] {
  const at = (x0: number, middle: number): Edges => ({ x0, x1: x0 + width, y0: middle - HALF, y1: middle + HALF });
  const aside = NUMBER_ASIDE;
  return [at(x + aside, y), at(x - aside - width, y), at(x - width / 2, y - 14), at(x - width / 2, y + 13)];
}

export interface DrawnPinned {
  readonly marks: readonly Mark[];
  readonly obstacles: readonly Obstacle[];
}

export function drawPinned(data: ChartData, frame: Frame): DrawnPinned {
  const marks: Mark[] = [];
  const obstacles: Obstacle[] = [];
  const { plot } = frame;
  const numbers: Edges[] = [];
  const place = (p: { readonly x: number; readonly y: number }): Point => ({ x: frame.xAt(p.x), y: frame.yAt(p.y) });
  const around = ({ x, y }: Point, reach: number): void =>
    void obstacles.push({ owner: "pinned", x0: x - reach, x1: x + reach, y0: y - reach, y1: y + reach });
  for (const [index, run] of (data.pinned ?? []).entries()) {
    if (!isNear(data, run)) continue;
    const curve = run.curve.map(place);
    const path = curve.length > 1 ? throughPoints(curve) : null;
    if (path !== null) marks.push({ shape: "path", d: path, stroke: "simulated", width: 1 });
    const at = place(run.at);
    marks.push(pinnedTriangle(round(at.x), round(at.y)));
    around(at, MARK_ROOM);
    for (const p of curve) around(p, 3);
    const number = String(index + 1);
    const inside = ({ x0, x1, y0, y1 }: Edges): boolean =>
      x0 > plot.x0 && x1 < plot.x1 && y0 > plot.y0 - 12 && y1 < plot.y1 - 1;
    const free = besides(at, labelWidth(number, "semibold")).find(
      (edges) => inside(edges) && !numbers.some((other) => meet(edges, other)),
    );
    if (free === undefined) continue; // the row above the plot still names it
    numbers.push(free);
    obstacles.push({ owner: "pinned", ...free });
    marks.push(text(free.x0, free.y1 - 2, number, "simulated", "start", { weight: "semibold", halo: true }));
  }
  return { marks, obstacles };
}

const KEY_MARK = 10; // px from the mark to its name
const KEY_GAP = 24; // px from the end of one name to the mark of the next

export interface PinnedKey {
  readonly index: number;
  readonly name: string; // with its number, cut to the width that there is
}

function cut(name: string, width: number): string {
  if (labelWidth(name, "semibold") <= width) return name;
  const signs = [...name];
  while (signs.length > 1 && labelWidth(`${signs.join("")}…`, "semibold") > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}

/** The names in rows of at most `width` px; one that stands too high for the axis says so. */
export function pinnedKeyRows(data: ChartData, width: number, left: number): readonly (readonly PinnedKey[])[] {
  const rows: PinnedKey[][] = [];
  let right = Infinity;
  for (const [index, run] of (data.pinned ?? []).entries()) {
    const away = isNear(data, run) ? "" : `, ${numberText(run.at.y, 1)} ${data.unit}, off this axis`;
    const name = cut(`${index + 1}: ${run.name}${away}`, width - left - KEY_MARK);
    const needed = KEY_MARK + labelWidth(name, "semibold") + KEY_GAP;
    if (right + needed - KEY_GAP > width) {
      rows.push([]);
      right = left;
    }
    rows.at(-1)?.push({ index, name });
    right += needed;
  }
  return rows;
}

/** @param y of the first row's baseline; @param pitch from row to row, in px */
export function pinnedKeyMarks(
  rows: readonly (readonly PinnedKey[])[],
  { left, y, pitch }: { readonly left: number; readonly y: number; readonly pitch: number },
): readonly Mark[] {
  return rows.flatMap((row, index) => {
    let x = left;
    const at = y + index * pitch;
    return row.flatMap(({ name }): readonly Mark[] => {
      const from = x;
      x += KEY_MARK + labelWidth(name, "semibold") + KEY_GAP;
      return [
        pinnedTriangle(from + 2, at - LABEL_SIZE / 3),
        text(from + KEY_MARK, at, name, "simulated", "start", { weight: "semibold" }),
      ];
    });
  });
}
