/** Which chart of an experiment is shown, the runs that it asks of the engine, and what its curves are called. */
import { chartKey, chartNamed } from "../../engine/experiments/charts.ts";
import { chartCurves } from "../../engine/experiments/sweep.ts";
import type { ChartCurve } from "../../engine/experiments/sweep.ts";
import type { ChartSpec, Experiment, Param, ParamValue, ParamValues, Sweep } from "../../engine/experiments/types.ts";
import { plainText } from "../words/numbers.ts";
import { inSentence } from "../words/sentences.ts";
import { unitText } from "../words/units.ts";
import { experimentOf, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** Runs at each point of the chart; seeds seed, seed + 1, … */
export const TRIALS = (globalThis as { readonly roundtripTrials?: number }).roundtripTrials ?? 5;

/** Which chart is shown: one of the experiment's by id or measure, null for its first, or a sweep of the reader's. */
export type ChartChoice = string | ChartSpec | null;

/** Whether a choice is a sweep of the reader's (own-sweep.ts) for this experiment: its id begins with the experiment's. */
export const isOwnSweep = ({ id }: Experiment, choice: ChartChoice): choice is ChartSpec =>
  choice !== null && typeof choice !== "string" && choice.id?.startsWith(`${id} `) === true;

/** The chart of the experiment that is chosen; its first where it has none of this name. */
export const chartOf = (experiment: Experiment, name: ChartChoice): ChartSpec | undefined =>
  isOwnSweep(experiment, name)
    ? name
    : ((typeof name === "string" ? chartNamed(experiment, name) : undefined) ?? experiment.charts[0]);

/** What a chart runs over. */
export const sweepOf = (experiment: Experiment, chart: ChartSpec | undefined): Sweep =>
  chart?.sweep ?? experiment.sweep;

/** The sweeps behind the chart of this name. */
export function curvesOf(setup: Setup, name: ChartChoice): readonly ChartCurve[] {
  const experiment = experimentOf(setup);
  const chart = chartOf(experiment, name);
  return chart === undefined ? [] : chartCurves(experiment, chart, { ...setup, trials: TRIALS });
}

/** Equal for charts of the same runs: all of an experiment that have no sweep or series of their own. */
export function sweptAs(experiment: Experiment, name: ChartChoice): string {
  const chart = chartOf(experiment, name);
  const isOwn = chart !== undefined && (chart.sweep !== undefined || chart.series !== undefined);
  return isOwn ? `${experiment.id} ${chartKey(chart)}` : experiment.id;
}

/**
 * Equal for setups with the same runs behind the chart of this name: the swept parameter, that of the series and those
 * that the sweep fixes do not count.
 */
export function sweepKey(setup: Setup, name: ChartChoice): string {
  const experiment = experimentOf(setup);
  const chart = chartOf(experiment, name);
  const { over, fixed } = sweepOf(experiment, chart);
  const given = new Set([over, chart?.series?.parameter, ...Object.keys(fixed ?? {})]);
  const parameters = Object.fromEntries(Object.entries(setup.parameters).filter(([key]) => !given.has(key)));
  return `${sweptAs(experiment, name)} ${setupKey({ ...setup, parameters })}`;
}

/** What a chart's series calls the run of a setup: its value of the series' parameter; undefined without a series. */
const ownValue = (setup: Setup, name: ChartChoice): ParamValue | undefined => {
  const series = chartOf(experimentOf(setup), name)?.series;
  return series === undefined ? undefined : setup.parameters[series.parameter];
};

/** The sweep behind a pinned run's curve, of a series that of its own value; none where it is not on the chart. */
export function pinCurves(setup: Setup, name: ChartChoice): readonly ChartCurve[] {
  const experiment = experimentOf(setup);
  const chart = chartOf(experiment, name);
  const value = ownValue(setup, name);
  if (chart === undefined || !isOnSweep(chart, setup.parameters)) return [];
  if (chart.series === undefined || value === undefined) return curvesOf(setup, name);
  const own = { ...chart, series: { ...chart.series, values: [value] } };
  return chartCurves(experiment, own, { ...setup, trials: TRIALS });
}

/** Equal for pinned runs with the same curve on the chart of this name. */
export function pinKey(setup: Setup, name: ChartChoice): string {
  const value = ownValue(setup, name);
  const all = sweepKey(setup, name);
  return value === undefined ? all : `${all}, of ${value} alone`;
}

/** What was swept for a pinned run's curve, by itself or with the whole chart of its setup. */
export function pinSwept<Swept>(
  sweeps: Readonly<Record<string, Swept>>,
  setup: Setup,
  name: ChartChoice,
): Swept | undefined {
  const value = ownValue(setup, name);
  const isThere = value === undefined || chartOf(experimentOf(setup), name)?.series?.values.includes(value) === true;
  return sweeps[pinKey(setup, name)] ?? (isThere ? sweeps[sweepKey(setup, name)] : undefined);
}

/** The value of a parameter among others: "7 callees", "serial". */
export function valueName(param: Param | undefined, value: ParamValue): string {
  if (param?.kind === "choice") {
    const label = param.options.find((option) => option.value === value)?.label ?? String(value);
    return inSentence(label);
  }
  if (param !== undefined && param.unit !== "") return `${plainText(Number(value))} ${unitText(param.unit)}`;
  const label = inSentence(param?.label ?? "");
  return `${value} ${value === 1 ? label.replace(/s$/, "") : label}`;
}

/** Where a value of a swept parameter stands on its axis: a number at itself, a word at its place among the options. */
export function xOf(param: Param | undefined, value: ParamValue | undefined): number | null {
  if (typeof value === "number") return value;
  const at = param?.kind === "choice" ? param.options.findIndex((option) => option.value === value) : -1;
  return at < 0 ? null : at;
}

/** The value at a place on the axis. */
export const valueAtX = (param: Param | undefined, x: number): ParamValue =>
  (param?.kind === "choice" ? param.options[x]?.value : undefined) ?? x;

/** "figure-3a" as the paper calls it, "Figure 3(a)"; else the measure that the chart is of. */
export function chartLabel({ measures, charts }: Experiment, { id, y, title }: ChartSpec): string {
  const [, number, part] = /^figure-(\d+)([a-z])?$/.exec(id ?? "") ?? [];
  const alone = charts.filter((chart) => chart.y === y).length === 1;
  if (number === undefined) return alone ? (measures[y]?.label ?? y) : title;
  return `Figure ${number}${part === undefined ? "" : `(${part})`}`;
}

/** Whether a run is one of those behind a chart, but for the swept parameter and that of the series. */
export function isOnSweep({ sweep }: ChartSpec, parameters: ParamValues): boolean {
  return Object.entries(sweep?.fixed ?? {}).every(([key, value]) => parameters[key] === value);
}

/** The series of a chart that a run belongs to: its place among them; undefined where it belongs to none. */
export function seriesOf(chart: ChartSpec, parameters: ParamValues): number | undefined {
  const { series } = chart;
  if (series === undefined || !isOnSweep(chart, parameters)) return undefined;
  const at = series.values.indexOf(parameters[series.parameter] ?? "");
  return at < 0 ? undefined : at;
}
