/** The times of a run's calls as a histogram: bars, each with its calls, and the mean and the quantiles above them. */
import { timesOf } from "../../engine/experiments/call-times.ts";
import { elapsedOf, outcomeOf } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { linearScale, logScale } from "../draw/scale.ts";
import type { Scale, Span } from "../draw/scale.ts";
import type { Area } from "../draw/place-label.ts";
import { box, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { counted, plain } from "../words/numbers.ts";
import { clockUnit } from "../words/times.ts";
import type { TimeUnit } from "../words/times.ts";
import { MARGIN, ticksOf, wholeTicks, xMarks, yAxis, yMarks, yRoom } from "./axes.ts";
import { labelWidth, round, text } from "./marks.ts";

export interface Bin {
  readonly from: number; // ns, included
  readonly to: number; // ns, included in the last bar alone
  readonly calls: readonly number[]; // their numbers, from 1
}

interface Quantile {
  readonly name: string; // "p95"
  readonly ns: number;
}

export interface Distribution {
  readonly bars: readonly Bin[]; // side by side, ascending; empty where no call returned
  readonly quantiles: readonly Quantile[]; // ascending
  readonly log: boolean; // bars of equal factors
  /** The one time that all calls took, in ns; null where they differ. */
  readonly same: number | null;
  readonly unit: TimeUnit;
}

const BARS = 24;
/** Times that lie further apart than this many times stand on a logarithmic axis. */
const LOG_FROM = 20;

/** A call that returned. */
interface TimedCall {
  readonly call: number; // from 1
  readonly ns: number;
}

/** The bars of the calls of a run that returned. */
export function distributionOf(trace: TraceData): Distribution {
  const returned = Array.from({ length: trace.calls.count }, (_, row) => row)
    .filter((row) => outcomeOf(trace, row) === "returned")
    .map((row) => ({ call: row + 1, ns: elapsedOf(trace, row) }));
  return distributionIn(returned, trace.calls.count);
}

/** @param count of all calls, those that did not return among them */
export function distributionIn(returned: readonly TimedCall[], count: number): Distribution {
  const times = timesOf(
    returned.map(({ ns }) => ns),
    count,
  );
  const { leastNs: least, mostNs: most } = times;
  if (least === null || most === null) return { bars: [], quantiles: [], log: false, same: null, unit: clockUnit(0) };
  const log = most > LOG_FROM * Math.max(1, least);
  const edges = edgesOf(least, most, log);
  const calls = edges.slice(1).map((): number[] => []);
  for (const { call, ns } of returned) {
    const above = edges.findIndex((edge) => edge > ns);
    calls[above < 0 ? calls.length - 1 : Math.max(0, above - 1)]?.push(call);
  }
  const bars = calls.map((some, i): Bin => ({ from: edges[i] ?? least, to: edges[i + 1] ?? most, calls: some }));
  const named = [
    ["mean", times.meanNs],
    ["p50", times.p50Ns],
    ["p95", times.p95Ns],
    ["p99", times.p99Ns],
  ] as const;
  const quantiles = named.flatMap(([name, ns]): Quantile[] => (ns === null ? [] : [{ name, ns }]));
  const same = least === most ? least : null;
  return { bars, quantiles: quantiles.toSorted((a, b) => a.ns - b.ns), log, same, unit: clockUnit(most) };
}

/** The edges of the bars. A run whose calls all take the same time has one bar about that time. */
function edgesOf(least: number, most: number, log: boolean): readonly number[] {
  if (least === most) return [least * 0.98, most * 1.02 + 1];
  const range = [0, BARS] as const;
  if (!log) return linearScale({ domain: [least, most], range, nice: BARS }).ticks(BARS);
  const { valueAt } = logScale({ domain: [Math.max(1, least), most], range });
  const edges = Array.from({ length: BARS + 1 }, (_, i) => valueAt(i));
  return [Math.max(1, least), ...edges.slice(1, -1), most]; // the ends are exact: a call may take just as long
}

/** "from 2.5 to 2.6 ms: 12 calls". */
export const barText = (bar: Bin, unit: TimeUnit): string =>
  `from ${timeIn(bar.from, unit)} to ${timeIn(bar.to, unit)}: ${counted(bar.calls.length, "call")}`;

/** "All 100 calls took 2.661 ms"; null where calls took different times. `others` are calls that did not return. */
export function sameText({ same, bars, unit }: Distribution, others: number): string | null {
  if (same === null) return null;
  const calls = bars.reduce((sum, bar) => sum + bar.calls.length, 0);
  const which = others === 0 ? "" : " that returned";
  return `${calls === 1 ? "The one call" : `All ${counted(calls, "call")}`}${which} took ${timeIn(same, unit)}`;
}

/** "p50, p95 2.532 ms", "all calls 2.532 ms": quantiles that read the same have one mark. */
export function markedTimes({ quantiles, same, unit }: Distribution): readonly Quantile[] {
  if (same !== null) return [{ name: `all calls ${timeIn(same, unit)}`, ns: same }];
  const marks = new Map<string, Quantile>(); // by what they read
  for (const { name, ns } of quantiles) {
    const words = timeIn(ns, unit);
    const before = marks.get(words);
    marks.set(words, before === undefined ? { name, ns } : { ...before, name: `${before.name}, ${name}` });
  }
  return [...marks].map(([words, { name, ns }]) => ({ name: `${name} ${words}`, ns }));
}

/** "2.532 ms": four figures, in the unit of the whole histogram. */
export function timeIn(ns: number, unit: TimeUnit): string {
  const value = ns / unit.nanos;
  const whole = value < 1 ? 0 : Math.floor(Math.log10(value));
  return `${plain(value, Math.max(0, 3 - whole))} ${unit.name}`;
}

interface HistogramLayout {
  readonly shapes: readonly Shape[];
  /** Left and right of each bar, in px. */
  readonly bars: readonly { readonly x0: number; readonly x1: number }[];
}

const NAME_ROW = 15; // px, for the name of a quantile
const PX_PER_TICK = 90; // along the axis of times
const ONE_TIME = 6; // px, the bar of calls that all took the same time

interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param marked the bar of the call on the page, and the one that the cursor is on; -1 for none */
export function layoutHistogram(
  distribution: Distribution,
  { width, height }: Size,
  marked: { readonly call: number; readonly cursor: number } = { call: -1, cursor: -1 },
): HistogramLayout {
  const { bars, log, same, unit } = distribution;
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return { shapes: [], bars: [] };
  const marks = markedTimes(distribution);
  const heights = { y0: 8 + marks.length * NAME_ROW, y1: height - MARGIN.bottom };
  const { scale: y, ticks } = yAxis([0, Math.max(...bars.map(({ calls }) => calls.length))], heights);
  const counts = wholeTicks(ticks);
  const plot = { x0: yRoom(counts), x1: width - MARGIN.right, ...heights };
  const times = timeScale([first.from / unit.nanos, last.to / unit.nanos], log, [plot.x0, plot.x1]);
  const xAt = (ns: number): number => times.at(ns / unit.nanos);
  const shapes: Shape[] = [...yMarks(counts, plot)];
  const places = bars.map(({ from: a, to: b }) => ({ x0: xAt(a), x1: xAt(b) }));
  for (const [i, { calls }] of bars.entries()) {
    const wide = places[i] ?? { x0: 0, x1: 0 };
    const middle = same === null ? 0 : xAt(same);
    const { x0, x1 } = same === null ? wide : { x0: middle - ONE_TIME / 2, x1: middle + ONE_TIME / 2 };
    if (calls.length === 0) continue;
    const top = Math.min(y.at(calls.length), plot.y1 - 3); // one call among thousands is seen too
    const ring = same === null && i === marked.call ? ({ stroke: "accent", lineWidth: 4 } as const) : {};
    const fill = i === marked.cursor ? "ink" : "simulated";
    shapes.push(
      box(round(x0 + 0.5), round(top), round(Math.max(1, x1 - x0 - 1)), round(plot.y1 - top), { fill, ...ring }),
    );
  }
  shapes.push(line([plot.x0, plot.y1, plot.x1, plot.y1], { stroke: "ink", lineWidth: 1 }));
  shapes.push(...xMarks(ticksOf(times, Math.max(2, Math.round(width / PX_PER_TICK))), plot));
  shapes.push(text(plot.x1, plot.y1 + 31, `time of a call, ${unit.name}`, "ink-3", { anchor: "end" }));
  const names = marks.flatMap(({ name, ns }, row) => timeMark(name, round(xAt(ns)), row, plot, width));
  return { shapes: [...shapes, ...names], bars: places };
}

/** A dotted line at a time, with its name in a row of its own above the bars. */
function timeMark(name: string, place: number, row: number, plot: Area, width: number): readonly Shape[] {
  const x = Math.min(plot.x1, Math.max(plot.x0, place));
  const y = 12 + row * NAME_ROW;
  const anchor = x + 6 + labelWidth(name, true) > width ? "end" : "start";
  const aside = anchor === "end" ? -5 : 5;
  return [
    line([x, y - 8, x, plot.y1], { stroke: "ink-2", lineWidth: 1, dash: [2, 3] }),
    text(x + aside, y, name, "ink", { bold: name.includes("p50"), anchor, halo: true }),
  ];
}

const timeScale = (domain: Span, log: boolean, range: Span): Scale => (log ? logScale : linearScale)({ domain, range });

/** The histogram as a file. */
export function histogramSvg(
  trace: TraceData,
  options: FileOptions & { readonly height: number; readonly title: string },
): string {
  const { width, height, title } = options;
  const distribution = distributionOf(trace);
  const description = markedTimes(distribution)
    .map(({ name }) => name)
    .join(", ");
  const { shapes } = layoutHistogram(distribution, { width, height });
  return writeSvg({ height, title, description }, shapes, options);
}
