/**
 * A series of a run as a small chart: its lines as steps over the time of the run, their key above, values at the left,
 * the time below.
 */
import type { SeriesInfo, Series } from "../../engine/experiments/series.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { SeriesLine } from "../../engine/kernel/series.ts";
import { linearScale } from "../draw/scale.ts";
import { line, path, type Shape } from "../draw/scene.ts";
import type { Area } from "../draw/place-label.ts";
import { plain } from "../words/numbers.ts";
import { clockUnit } from "../words/times.ts";
import { MARGIN, ticksOf, wholeTicks, xMarks, yAxis, yMarks, yRoom } from "./axes.ts";
import { labelWidth, round, text } from "./marks.ts";

export interface OverTime extends Pick<SeriesInfo, "label" | "states"> {
  readonly series: Series;
  /** The time that the run took, in nanoseconds. */
  readonly elapsed: number;
}

interface OverTimeLayout {
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const PLOT_HEIGHT = 84;
const KEY_LINE = 18;
const SAMPLE = 22; // px, of a line in the key
const PX_PER_TICK = 70;

/** The strokes of the lines, one after the other; a fifth line looks like the first. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [1.5, 3], [9, 3, 1.5, 3]];
const strokeOf = (nth: number) => {
  const dash = itemAt(DASHES, nth % DASHES.length, "dash");
  return { stroke: "simulated", lineWidth: 1.4, ...(dash.length === 0 ? {} : { dash }) } as const;
};

const knownIn = ({ values }: SeriesLine): readonly number[] => values.filter((value) => value !== null);

/** Zero, and all values; a series of states has a place for each state. */
function domainOf({ series, states }: OverTime): readonly [number, number] {
  let [low, high] = [0, states === undefined ? 0 : states.length - 1];
  for (const value of series.lines.flatMap(knownIn)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high > low ? high : low + 1];
}

/** The lines' names beside samples of their strokes, in rows; one line alone needs no key. */
function keyOf(
  lines: readonly SeriesLine[],
  width: number,
): { readonly shapes: readonly Shape[]; readonly rows: number } {
  if (lines.length < 2) return { shapes: [], rows: 0 };
  let [x, row] = [0, 0];
  const shapes = lines.flatMap(({ name }, nth): readonly Shape[] => {
    const room = SAMPLE + 5 + labelWidth(name) + 14;
    if (x > 0 && x + room > width) [x, row] = [0, row + 1];
    const [left, y] = [x, row * KEY_LINE + 13];
    x += room;
    return [line([left, y - 4, left + SAMPLE, y - 4], strokeOf(nth)), text(left + SAMPLE + 5, y, name, "ink-2")];
  });
  return { shapes, rows: row + 1 };
}

/**
 * The steps of a line as a path. Of many values within a pixel the least, the greatest and the last are drawn: no more
 * could be seen. Where there is no value, there is no line.
 */
function stepsOf(
  { atNs, values }: SeriesLine,
  end: number,
  xAt: (at: number) => number,
  yAt: (value: number) => number,
) {
  const columns = atNs.map((at) => Math.round(xAt(at)));
  let [d, isDrawn] = ["", false];
  for (let from = 0, to = 0; from < columns.length; from = to) {
    const x = itemAt(columns, from, "column");
    while (columns[to] === x) to++;
    const within = values.slice(from, to);
    const heights = within.filter((value) => value !== null).map((value) => round(yAt(value)));
    if (isDrawn) d += `H${x}`;
    else if (heights.length > 0) d += `M${x} ${itemAt(heights, 0, "height")}`;
    if (heights.length > 1) d += `V${Math.min(...heights)}V${Math.max(...heights)}`;
    if (heights.length > 0) d += `V${itemAt(heights, heights.length - 1, "height")}`;
    isDrawn = within.at(-1) !== null;
  }
  return isDrawn ? `${d}H${round(xAt(end))}` : d;
}

export function layoutOverTime(of: OverTime, width: number): OverTimeLayout {
  const { series, states, elapsed } = of;
  const key = keyOf(series.lines, width);
  const y0 = MARGIN.top + key.rows * KEY_LINE;
  const heights = { y0, y1: y0 + PLOT_HEIGHT };
  const { scale, ticks } = yAxis(domainOf(of), heights);
  const ofNumbers = series.unit === "" ? wholeTicks(ticks) : ticks;
  const marked = states?.map((figure, value) => ({ value, figure, at: scale.at(value) })) ?? ofNumbers;
  const plot: Area = { x0: yRoom(marked), x1: Math.max(yRoom(marked) + 40, width - MARGIN.right), ...heights };
  const unit = clockUnit(elapsed);
  const time = linearScale({ domain: [0, elapsed / unit.nanos], range: [plot.x0, plot.x1] });
  const xAt = (at: number): number => time.at(Math.min(at, elapsed) / unit.nanos);
  const base = round(scale.at(0));
  return {
    height: heights.y1 + MARGIN.bottom,
    shapes: [
      ...key.shapes,
      ...yMarks(marked, plot),
      line([plot.x0, base, plot.x1, base], { stroke: "ink", lineWidth: 1 }),
      ...xMarks(ticksOf(time, Math.max(2, Math.round((plot.x1 - plot.x0) / PX_PER_TICK))), plot, unit.name),
      text(plot.x1, heights.y1 + 31, "time of the run", "ink-3", { anchor: "end" }),
      ...series.lines.map((one, nth) => path(stepsOf(one, elapsed, xAt, scale.at), strokeOf(nth))),
    ],
  };
}

/** The chart in words, for whoever does not see it. */
export function overTimeText({ label, series, states }: OverTime): string {
  const said = (value: number | null): string => (value === null ? "nothing" : (states?.[value] ?? plain(value, 2)));
  const lines = series.lines.map((one) => {
    const known = knownIn(one).toSorted((a, b) => a - b);
    const [least, most] = [known[0] ?? null, known.at(-1) ?? null];
    return `${one.name}: from ${said(least)} to ${said(most)}, at the end ${said(one.values.at(-1) ?? null)}`;
  });
  const unit = series.unit === "" ? "" : `, in ${series.unit}`;
  return `${label}${unit}, over the time of the run. ${lines.join("; ")}.`;
}
