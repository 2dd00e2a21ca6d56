/** Scales, ticks, hairlines and axis titles: the part of a chart that stands before any answer is drawn. */
import { extent } from "d3-array";
import { linearScale, logScale } from "../draw/scale.ts";
import type { Scale } from "../draw/scale.ts";
import { line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { box } from "../draw/scene.ts";
import { exactText } from "../words/numbers.ts";
import { isCount } from "../words/units.ts";
import { axisTitle, drawnValues, saidValues, xFigure } from "./data.ts";
import type { ChartAxis, ChartData, ChartRow } from "./data.ts";
import type { Area } from "../draw/place-label.ts";
import { labelWidth, round, text } from "./marks.ts";

export const MARGIN = { top: 14, right: 8, bottom: 34, leftLeast: 26 } as const;
const EVEN = 1.1; // gaps between values that differ by less are even
const X_PAD = 14; // px inside the plot, so that the first and last point do not sit on its edge
const PX_PER_Y_TICK = 38;
const TICK_GAP = 8; // px between two figures of an x axis
const LIMIT_REACH = 8; // a limit more than this many times the data would flatten the curves: it is told, not drawn
const LIMIT_REACH_OF_MANY = 2; // several curves need the height to be told apart

export interface ChartFrame {
  readonly plot: Area;
  readonly xAt: (x: number) => number;
  readonly yAt: (y: number) => number;
  readonly yTicks: readonly Tick[];
  /** The place of the limit's line, in px; null where there is none, or where it would flatten the curves. */
  readonly limitAt: number | null;
}

/** A little more than the tolerance, so that its band does not end at the edge of the plot. */
const BEYOND_TOLERANCE = 1.2;

/** True where the limit lies so far above the data that drawing it would flatten the curves. */
export function limitIsFar(data: ChartData): boolean {
  const top = Math.max(0, ...saidValues(data));
  const reach = data.spec.series === undefined ? LIMIT_REACH : LIMIT_REACH_OF_MANY;
  return top > 0 && data.spec.limit !== undefined && data.spec.limit.value > top * reach;
}

/** A round value of an axis, its place in px, and its figure; "" for a tick that has none. */
interface Tick {
  readonly value: number;
  readonly at: number;
  readonly figure: string;
}

/** About `count` round values of a scale. */
export const ticksOf = (scale: Scale, count: number): readonly Tick[] =>
  scale.ticks(count).map((value) => ({ value, at: scale.at(value), figure: scale.figure(value, count) }));

/** Of ticks of whole things those at whole values, unless fewer than two are: means of few things lie below one. */
export function wholeTicks(ticks: readonly Tick[]): readonly Tick[] {
  const whole = ticks.filter(({ value }) => Number.isInteger(value));
  if (whole.length < 2) return ticks;
  return whole.map((tick) => ({ ...tick, figure: tick.figure === "" ? "" : exactText(tick.value) })); // 1, not 1.0
}

/** Scale and ticks of a y axis between two heights. */
export function yAxis(domain: readonly [number, number], { y0, y1 }: Pick<Area, "y0" | "y1">) {
  const count = Math.max(2, Math.round((y1 - y0) / PX_PER_Y_TICK));
  const scale = linearScale({ domain, range: [y1, y0], nice: count });
  return { scale, ticks: ticksOf(scale, count) };
}

/** Room for the figures of a y axis, left of the plot. */
export const yRoom = (ticks: readonly Tick[]): number =>
  Math.max(MARGIN.leftLeast, Math.ceil(Math.max(0, ...ticks.map(({ figure }) => labelWidth(figure)))) + 8);

/** Zero to above everything drawn; zero to one where there is nothing above zero. */
function yDomain(data: ChartData, limit: number | null): readonly [number, number] {
  const { tolerance = 0, upTo = 0 } = data;
  const least = tolerance * BEYOND_TOLERANCE;
  const [low = 0, high = 0] = extent([-least, least, limit ?? 0, upTo, ...drawnValues(data)]);
  return [low, high > low ? high : low + 1];
}

/** Scales for `data` in `width` x `height` px, of which `above` px stay free for a key over the plot. */
export function frameOf(
  data: ChartData,
  rows: readonly ChartRow[],
  size: { readonly width: number; readonly height: number },
  above: number,
): ChartFrame {
  const limit = limitIsFar(data) ? null : (data.spec.limit?.value ?? null);
  const y0 = MARGIN.top + above;
  const y1 = Math.max(y0 + 40, size.height - MARGIN.bottom);
  const { scale: y, ticks } = yAxis(yDomain(data, limit), { y0, y1 });
  const yTicks = isCount(data.unit) ? wholeTicks(ticks) : ticks;
  const x0 = yRoom(yTicks);
  const plot: Area = { x0, x1: Math.max(x0 + 40, size.width - MARGIN.right), y0, y1 };
  return { plot, xAt: xScale(data.x, rows, plot), yAt: y.at, yTicks, limitAt: limit === null ? null : y.at(limit) };
}

/** From the first row to the last. */
function xScale({ log }: ChartAxis, rows: readonly ChartRow[], { x0, x1 }: Area): (x: number) => number {
  const range = [x0 + X_PAD, x1 - X_PAD] as const;
  const [first = 1, last = 1] = extent(rows, ({ x }) => x);
  return (log === true ? logScale : linearScale)({ domain: [first, last], range }).at;
}

/**
 * Labels of x values: all that fit. Where they do not, the first of every two, three, … keep an even rhythm even; where
 * the values have none, the ends are labelled and of the others each that has room.
 */
function labelledValues(axis: ChartAxis, rows: readonly ChartRow[], { xAt }: ChartFrame): ReadonlySet<number> {
  const xs = rows.map(({ x }) => x);
  const apart = (a: number, b: number): boolean =>
    Math.abs(xAt(b) - xAt(a)) >= (labelWidth(xFigure(axis, a)) + labelWidth(xFigure(axis, b))) / 2 + 6;
  const gaps = xs.slice(1).map((x, i) => xAt(x) - xAt(xs[i] ?? x));
  if (Math.max(...gaps) > Math.min(...gaps) * EVEN) {
    const chosen: number[] = [];
    // The sweep's own values first: one of them is selected, and its figure covers what stands beside it.
    const own = xs.filter((x) => axis.values.includes(x));
    const others = xs.filter((x) => !axis.values.includes(x));
    for (const x of [...own.slice(0, 1), ...own.slice(-1), ...own.slice(1, -1), ...others])
      if (chosen.every((other) => apart(other, x))) chosen.push(x);
    return new Set(chosen);
  }
  for (let stride = 1; stride < xs.length; stride++) {
    const chosen = xs.filter((_, index) => index % stride === 0);
    if (chosen.every((x, i) => i === 0 || apart(chosen[i - 1] ?? x, x))) return new Set(chosen);
  }
  return new Set(xs.slice(0, 1));
}

/** The band about zero within which an answer is taken to agree; the chart's title says how wide it is. */
function toleranceMark(tolerance: number, { plot, yAt }: ChartFrame): Shape {
  const [top, bottom] = [round(yAt(tolerance)), round(yAt(-tolerance))];
  return box(plot.x0, top, plot.x1 - plot.x0, bottom - top, { fill: "band" });
}

/** Half way between the last value before the chart's break and the first after it, in px; null where it has none. */
function breakPlace({ breakAfter }: ChartData, rows: readonly ChartRow[], frame: ChartFrame): number | null {
  const next = rows.find(({ x }) => breakAfter !== undefined && x > breakAfter);
  if (breakAfter === undefined || next === undefined || rows[0] === next) return null;
  return round((frame.xAt(breakAfter) + frame.xAt(next.x)) / 2);
}

/** A hairline and a figure for each tick of the y axis; no hairline at zero, nor at any of `taken`. */
export function yMarks(ticks: readonly Tick[], plot: Area, taken: readonly number[] = []): readonly Shape[] {
  return ticks.flatMap(({ value, at, figure }): readonly Shape[] => {
    const y = round(at);
    const hair =
      value === 0 || taken.includes(y) ? [] : [line([plot.x0, y, plot.x1, y], { stroke: "rule", lineWidth: 1 })];
    return [...hair, text(plot.x0 - 6, y + 4, figure, "ink-2", { anchor: "end" })];
  });
}

/** Ticks below an x axis with their figures; the last, with its unit, stands where an earlier one would touch it. */
export function xMarks(ticks: readonly Tick[], { x0, x1, y1 }: Area, unit = ""): readonly Shape[] {
  const figured = ticks.filter(({ figure }) => figure !== "");
  const shown: Area[] = [];
  const labels = figured.toReversed().flatMap(({ at, figure }, i): readonly Shape[] => {
    const words = i === 0 && unit !== "" ? `${figure}\u202f${unit}` : figure;
    const width = labelWidth(words);
    const left = Math.min(Math.max(at - width / 2, x0), Math.max(x0, x1 - width));
    const area = { x0: left, x1: left + width, y0: y1, y1: y1 + 17 };
    if (shown.some((other) => area.x1 + TICK_GAP > other.x0)) return [];
    shown.push(area);
    return [text(round(left), y1 + 17, words, "ink-2")];
  });
  return [...ticks.map(({ at, figure }) => tickMark(round(at), y1, figure === "" ? 2.5 : 4)), ...labels];
}

const tickMark = (x: number, y: number, length = 4): Shape =>
  line([x, y, x, y + length], { stroke: "ink", lineWidth: 1 });

/** Hairlines, limit, ticks, figures and the title of the x axis. */
export function frameMarks(data: ChartData, rows: readonly ChartRow[], frame: ChartFrame): readonly Shape[] {
  const { plot } = frame;
  const marks: Shape[] = [];
  const limitAt = frame.limitAt === null ? null : round(frame.limitAt);
  const across = (y: number): readonly number[] => [plot.x0, y, plot.x1, y];
  if (data.tolerance !== undefined) marks.push(toleranceMark(data.tolerance, frame));
  marks.push(...yMarks(frame.yTicks, plot, limitAt === null ? [] : [limitAt]));
  if (limitAt !== null) {
    marks.push(line(across(limitAt), { stroke: "edge", lineWidth: 1.2, dash: [6, 4] }));
  }
  const base = round(frame.yAt(0));
  marks.push(line(across(base), { stroke: "ink", lineWidth: 1 }));
  const breakAt = breakPlace(data, rows, frame);
  if (breakAt !== null)
    marks.push(line([breakAt, plot.y0, breakAt, plot.y1], { stroke: "edge", lineWidth: 1, dash: [2, 3] }));
  const named = labelledValues(data.x, rows, frame);
  for (const row of rows) {
    const x = round(frame.xAt(row.x));
    marks.push(tickMark(x, plot.y1));
    if (named.has(row.x)) marks.push(text(x, plot.y1 + 17, xFigure(data.x, row.x), "ink-2", { anchor: "middle" }));
  }
  marks.push(text(plot.x1, plot.y1 + 31, axisTitle(data.x), "ink-3", { anchor: "end" }));
  return marks;
}
