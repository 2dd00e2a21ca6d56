/** The caption of a chart: a sentence on its fixed settings and its runs. */
import type { Param } from "../../engine/experiments/types.ts";
import { certaintyOf, spreadsOf } from "../chart/data.ts";
import type { Answered } from "../chart/data.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { TRIALS } from "../setup/charts.ts";
import { settingText } from "../setup/setting-text.ts";
import { listed } from "../words/sentences.ts";
import type { SweepValue } from "../workers/engine.worker.ts";

/** True where some point has an interval to be drawn. */
const isBanded = (data: Answered): boolean => spreadsOf(data).some(({ low, high }) => high > low);

/**
 * "5 runs, seeds 1 to 5"; a run may make several trials of its own. Less where some or all points are the same with
 * every seed.
 */
function trialsText(seed: number, certain: ReturnType<typeof certaintyOf>): string {
  if (certain === "all") return "nothing random: one run";
  const all = `${TRIALS} runs, seeds ${seed} to ${seed + TRIALS - 1}`;
  return certain === "some" ? `${all}, one run where nothing is random` : all;
}

/** " No point for 1 server and 2 servers: a fault names a machine that is not there." */
function misfitText(param: Param | undefined, values: readonly SweepValue[]): string {
  const without = [...new Set(values.filter(({ misfit }) => misfit !== undefined).map(({ value }) => value))];
  if (param === undefined || without.length === 0) return "";
  const points = listed(without.map((value) => settingText(param, value)));
  return ` No point for ${points}: a fault names a machine that is not there.`;
}

/**
 * The settings that a chart holds fixed: "400 calls, 5 runs, seeds 1 to 5". It names the runs of a band only where
 * there is a band.
 */
export function chartCaption(
  { experiment, spec, setup, sweep, points }: ChartRequest,
  data: Answered,
  values: readonly SweepValue[] = [],
): string {
  const { over, fixed } = sweep;
  const { parameters: point } = points[0] ?? setup;
  const held = Object.entries(experiment.params).flatMap(([key, param]) => {
    const value = point[key];
    const changed = value !== undefined && value !== param.default;
    if (key === over || key === spec.series?.parameter) return [];
    return !changed && fixed?.[key] === undefined ? [] : [settingText(param, value)];
  });
  const faults = setup.faults.length === 0 ? [] : [`faults ${setup.faults.join("; ")}`];
  const settings = [...held, ...faults, trialsText(setup.seed, certaintyOf(data))].join(", ");
  const band = isBanded(data) ? "; the band holds the mean with 95\u2009%" : "";
  return `At each point ${settings}${band}.${misfitText(experiment.params[over], values)}`;
}
