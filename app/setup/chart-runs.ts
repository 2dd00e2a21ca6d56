/** The runs that a chart asks of the engine, its own and those of pinned runs, and which runs are among them. */
import { chartCurves } from "../../engine/experiments/sweep.ts";
import type { ChartCurve } from "../../engine/experiments/sweep.ts";
import type { ChartSpec, ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import { chartOf, sweepKey, TRIALS } from "./charts.ts";
import type { ChartChoice } from "./charts.ts";
import { experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** The sweeps behind the chart of this name. */
export function curvesOf(setup: Setup, name: ChartChoice): readonly ChartCurve[] {
  const experiment = experimentOf(setup);
  const chart = chartOf(experiment, name);
  return chart === undefined ? [] : chartCurves(experiment, chart, { ...setup, trials: TRIALS });
}

/** The name of a setup's run among a chart's series: its value of the series' parameter; undefined without a series. */
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

/** The sweep behind a pinned run's curve, made by itself or with the whole chart of its setup. */
export function pinSwept<Swept>(
  sweeps: Readonly<Record<string, Swept>>,
  setup: Setup,
  name: ChartChoice,
): Swept | undefined {
  const value = ownValue(setup, name);
  const isThere = value === undefined || chartOf(experimentOf(setup), name)?.series?.values.includes(value) === true;
  return sweeps[pinKey(setup, name)] ?? (isThere ? sweeps[sweepKey(setup, name)] : undefined);
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
