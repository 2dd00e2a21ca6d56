/**
 * A series of a run as a small chart: its lines as steps over the time of the run, values at the left, the time below.
 * Two lines share a plot, with their key above. Of more lines each has a plot of its own, with the same scale; beyond
 * eight they are counted. Exports have all of them.
 */
import type { SeriesInfo, Series } from "../../engine/experiments/series.ts";
import type { SeriesLine } from "../../engine/kernel/series.ts";
import { linearScale } from "../draw/scale.ts";
import { line, type Shape } from "../draw/scene.ts";
import { plotShapes } from "../figure/plot.ts";
import { counted, plain } from "../words/numbers.ts";
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

const PLOT_HEIGHT = 84; // of one for all lines
const ROW_HEIGHT = 36; // of one for a line
const MOST_TOGETHER = 2; // lines in a plot
const MOST_ROWS = 8;
const KEY_LINE = 18;
const KEY_RISE = 10; // px from the baseline of a name to its plot
const SAMPLE = 22; // px, of a line in the key
const PX_PER_TICK = 70;

/** The stroke of the first line of a plot, and of the second. */
const strokeOf = (nth: number) =>
  ({ stroke: "simulated", lineWidth: 1.4, ...(nth === 0 ? {} : { dash: [5, 3] }) }) as const;

const knownIn = ({ values }: SeriesLine): readonly number[] => values.filter((value) => value !== null);

/** Zero, and all values; a series of states has a place for each state. */
function domainOf({ series, states }: OverTime): readonly [number, number] {
  let [low, high] = [0, states === undefined ? 0 : states.length - 1];
  for (const value of series.lines.flatMap(knownIn)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high > low ? high : low + 1];
}

/** The names of two lines beside samples of their strokes; a line alone has its name, unless there is no other. */
function keyOf(lines: readonly SeriesLine[], isAlone: boolean, y: number): readonly Shape[] {
  if (isAlone) return [];
  let x = 0;
  return lines.flatMap(({ name }, nth, { length }): readonly Shape[] => {
    const left = x;
    const sample = length > 1 ? [line([left, y - 4, left + SAMPLE, y - 4], strokeOf(nth))] : [];
    const after = length > 1 ? SAMPLE + 5 : 0;
    x += after + labelWidth(name) + 14;
    return [...sample, text(left + after, y, name, "ink-2")];
  });
}

export function layoutOverTime(of: OverTime, width: number): OverTimeLayout {
  const { series, states, elapsed } = of;
  const { unit } = series;
  const lines = series.lines.slice(0, MOST_ROWS);
  const left = series.lines.length - lines.length;
  const areTogether = lines.length <= MOST_TOGETHER;
  const height = areTogether ? PLOT_HEIGHT : ROW_HEIGHT;
  const above = MARGIN.top + (lines.length > 1 ? KEY_LINE : 0); // room above a plot
  const axisIn = (y0: number) => {
    const { scale, ticks } = yAxis(domainOf(of), { y0, y1: y0 + height });
    const ofStates = states?.map((figure, value) => ({ value, figure, at: scale.at(value) }));
    return { scale, ticks: ofStates ?? (unit === "" ? wholeTicks(ticks) : ticks) };
  };
  const x0 = yRoom(axisIn(0).ticks);
  const [clock, x1] = [clockUnit(elapsed), Math.max(x0 + 40, width - MARGIN.right)];
  const time = linearScale({ domain: [0, elapsed / clock.nanos], range: [x0, x1] });
  const xAt = (at: number): number => time.at(Math.min(at, elapsed) / clock.nanos);
  const plotOf = (shown: readonly SeriesLine[], nth: number): readonly Shape[] => {
    const y0 = nth * (above + height) + above;
    const { scale, ticks } = axisIn(y0);
    return [
      ...keyOf(shown, lines.length === 1, y0 - KEY_RISE),
      ...yMarks(ticks, { x0, x1, y0, y1: y0 + height }),
      ...plotShapes({
        ...{ along: xAt, across: (value) => round(scale.at(value)), from: 0, until: elapsed },
        lines: shown.map((one, place) => ({ of: one, style: strokeOf(place) })),
      }),
    ];
  };
  const groups = areTogether ? [lines] : lines.map((one) => [one]);
  const bottom = groups.length * (above + height);
  const count = Math.max(2, Math.round((x1 - x0) / PX_PER_TICK));
  return {
    height: bottom + MARGIN.bottom,
    shapes: [
      ...groups.flatMap(plotOf),
      ...xMarks(ticksOf(time, count), { x0, x1, y0: 0, y1: bottom }, clock.name),
      text(x1, bottom + 31, "time of the run", "ink-3", { anchor: "end" }),
      ...(left === 0 ? [] : [text(0, bottom + 31, `and ${counted(left, "line")} more`, "ink-3")]),
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
