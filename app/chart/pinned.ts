/** Pinned runs on the chart: hollow triangles with their numbers, thin curves, their names in rows above the plot. */
import type { ChartPoint, Series } from "../setup/points.ts";
import { isNear, pinNumber } from "./data.ts";
import type { ChartData } from "./data.ts";
import { labelArea } from "../draw/place-label.ts";
import { path } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { Placer } from "../figure/placer.ts";
import type { ChartFrame } from "./axes.ts";
import type { Obstacle } from "./labels.ts";
import { labelWidth, LABEL_SIZE, MARK_ROOM, pinnedTriangle, text } from "./marks.ts";
import { around, curveThrough, JUMP_DASH } from "./paths.ts";
import type { Valued } from "./paths.ts";
import { numberText } from "../words/numbers.ts";
import type { Point } from "../draw/point.ts";

const NUMBER_ASIDE = 8; // px from the middle of the mark
/** The places of a mark's number: right of it, left, above, below. */
function besides({ x, y }: Point, number: string): readonly Label[] {
  const at = (by: number, base: number, anchor: Label["anchor"]): Label =>
    text(x + by, y + base, number, "simulated", { anchor, bold: true, halo: true });
  return [at(NUMBER_ASIDE, 4, "start"), at(-NUMBER_ASIDE, 4, "end"), at(0, -10, "middle"), at(0, 17, "middle")];
}

interface PinnedRun extends Series {
  readonly at: ChartPoint;
  readonly number: number; // from 1
}

const pinnedIn = ({ series }: ChartData): readonly PinnedRun[] =>
  series.flatMap((one) =>
    one.kind === "pinned" && one.at !== undefined ? [{ ...one, at: one.at, number: pinNumber(one) }] : [],
  );

interface DrawnPinned {
  readonly marks: readonly Shape[];
  readonly obstacles: readonly Obstacle[];
}

export function drawPinned(data: ChartData, frame: ChartFrame): DrawnPinned {
  const marks: Shape[] = [];
  const obstacles: Obstacle[] = [];
  const { plot } = frame;
  const placer = Placer.among([], { width: plot.x1, height: plot.y1, down: false }, tableWidth);
  const within = { x0: plot.x0, x1: plot.x1, y0: plot.y0 - 12, y1: plot.y1 };
  const place = (p: { readonly x: number; readonly y: number }): Point => ({ x: frame.xAt(p.x), y: frame.yAt(p.y) });
  for (const run of pinnedIn(data)) {
    if (!isNear(data, run)) continue;
    const curve = run.points.map((point): Valued => ({ ...place(point), value: point.y }));
    const { path: smooth, jumps } = curveThrough(curve);
    if (smooth !== null) marks.push(path(smooth, { stroke: "simulated", lineWidth: 1 }));
    if (jumps !== null) marks.push(path(jumps, { stroke: "simulated", lineWidth: 1, ...JUMP_DASH }));
    const at = place(run.at);
    marks.push(pinnedTriangle(at.x, at.y));
    obstacles.push(...around("pinned", [at], MARK_ROOM), ...around("pinned", curve, 3));
    const number = String(run.number);
    const set = placer.placeOne(besides(at, number), { within });
    if (set === null) continue; // the row above the plot still names it
    obstacles.push({ owner: "pinned", ...labelArea(set, labelWidth(number, true)) });
    marks.push(set);
  }
  return { marks, obstacles };
}

const KEY_MARK = 10; // px from the mark to its name
const KEY_GAP = 24; // px from the end of one name to the mark of the next

function cut(name: string, width: number): string {
  if (labelWidth(name, true) <= width) return name;
  const signs = [...name];
  while (signs.length > 1 && labelWidth(`${signs.join("")}…`, true) > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}

/**
 * The names in rows of at most `width` px, each with its number and cut to the width that there is; one that stands too
 * high for the axis says so.
 */
export function pinnedKeyRows(data: ChartData, width: number, left: number): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let right = Infinity;
  for (const run of pinnedIn(data)) {
    const away = isNear(data, run) ? "" : `, ${numberText(run.at.y, 1)} ${data.unit}, off this axis`;
    const name = cut(`${run.number}: ${run.name}${away}`, width - left - KEY_MARK);
    const needed = KEY_MARK + labelWidth(name, true) + KEY_GAP;
    if (right + needed - KEY_GAP > width) {
      rows.push([]);
      right = left;
    }
    rows.at(-1)?.push(name);
    right += needed;
  }
  return rows;
}

/** @param y of the first row's baseline; @param pitch from row to row, in px */
export function pinnedKeyMarks(
  rows: readonly (readonly string[])[],
  { left, y, pitch }: { readonly left: number; readonly y: number; readonly pitch: number },
): readonly Shape[] {
  return rows.flatMap((row, index) => {
    let x = left;
    const at = y + index * pitch;
    return row.flatMap((name): readonly Shape[] => {
      const from = x;
      x += KEY_MARK + labelWidth(name, true) + KEY_GAP;
      return [
        pinnedTriangle(from + 2, at - LABEL_SIZE / 3),
        text(from + KEY_MARK, at, name, "simulated", { bold: true }),
      ];
    });
  });
}
