/** The chart of an experiment that is shown, and a key that is equal for setups with the same runs behind it. */
import { chartKey, chartNamed } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Description, Sweep } from "../../engine/experiments/types.ts";
import { present } from "../../engine/kernel/items.ts";
import { experimentOf, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** Runs at each point of the chart; seeds seed, seed + 1, … */
export const TRIALS = (globalThis as { readonly roundtripTrials?: number }).roundtripTrials ?? 5;

/** Which chart is shown: one of the experiment's by id or measure, null for its first, or a sweep of the reader's. */
export type ChartChoice = string | ChartSpec | null;

/** The name of what stands in place of a chart: the times of the calls of the run. */
export const CALLS = "calls";

/** Whether a choice is a sweep of the reader's for this experiment: its id begins with the experiment's. */
export const isOwnSweep = ({ id }: Description, choice: ChartChoice): choice is ChartSpec =>
  choice !== null && typeof choice !== "string" && choice.id?.startsWith(`${id} `) === true;

/** The chart of the experiment that is chosen; its first where it has none of this name. */
export const chartOf = (experiment: Description, name: ChartChoice): ChartSpec | undefined =>
  isOwnSweep(experiment, name)
    ? name
    : ((typeof name === "string" ? chartNamed(experiment, name) : undefined) ?? experiment.charts[0]);

/** The sweep of a chart. */
export const sweepOf = (experiment: Description, chart: ChartSpec | undefined): Sweep =>
  chart?.sweep ?? experiment.sweep;

/** Equal for charts of the same runs: all of an experiment that have no sweep or series of their own. */
export function sweptAs(experiment: Description, name: ChartChoice): string {
  const chart = chartOf(experiment, name);
  const isOwn = chart !== undefined && (chart.sweep !== undefined || chart.series !== undefined);
  return isOwn ? `${experiment.id} ${chartKey(chart)}` : experiment.id;
}

/** The measures that charts of the same runs as the chart of this name draw. */
export function measuresSwept(experiment: Description, name: ChartChoice): readonly string[] {
  const swept = sweptAs(experiment, name);
  const alike = experiment.charts.filter((chart) => sweptAs(experiment, chartKey(chart)) === swept);
  return [...new Set(present([...alike, chartOf(experiment, name)], (chart) => chart?.y))];
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
