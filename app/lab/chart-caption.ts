/** The caption of a chart: a sentence on its fixed settings and its runs. */
import { certaintyOf, spreadsOf } from "../chart/data.ts";
import type { Answered } from "../chart/data.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { TRIALS } from "../setup/charts.ts";
import { settingText } from "../setup/setting-text.ts";
import { counted } from "../words/numbers.ts";
import { listed } from "../words/sentences.ts";
import type { SweepValue } from "../workers/engine.worker.ts";

/** True where some point has an interval to be drawn. */
const isBanded = (data: Answered): boolean => spreadsOf(data).some(({ low, high }) => high > low);

/** Says that a band goes around all runs where one of the mean would leave what can be, such as a time below zero. */
const beyondText = (data: Answered): string =>
  spreadsOf(data).some(({ ofRuns }) => ofRuns === true) ? ", or all runs where they lie too far apart for that" : "";

/**
 * "5 runs, seeds 1 to 5"; a run may make several trials of its own. Less where some or all points are the same with
 * every seed.
 */
function trialsText(seed: number, certain: ReturnType<typeof certaintyOf>): string {
  if (certain === "all") return "nothing random: one run";
  const all = `${TRIALS} runs, seeds ${seed} to ${seed + TRIALS - 1}`;
  return certain === "some" ? `${all}, one run where nothing is random` : all;
}

/** More points than these are counted. */
const MOST_LISTED = 4;

/** " No point for 1 server and 2 servers: the fault “crash server5 at 1ms” does not fit there." */
function misfitText({ param, curves }: ChartRequest, values: readonly SweepValue[]): string {
  const without = values.filter(({ misfit }) => misfit !== undefined);
  if (without.length === 0) return "";
  const points = without.map(({ value, series }) => {
    const curve = curves.find((one) => one.value === series)?.name;
    return `${curve === undefined ? "" : `${curve} with `}${settingText(param, value)}`;
  });
  const named = points.length > MOST_LISTED ? counted(points.length, "setting") : listed(points);
  const [first, ...others] = new Set(without.map(({ misfit }) => `“${misfit}”`));
  const faults =
    others.length === 0 ? `the fault ${first} does` : `the faults ${listed([String(first), ...others])} do`;
  return ` No point for ${named}: ${faults} not fit there.`;
}

/**
 * The settings that a chart holds fixed: "400 calls, 5 runs, seeds 1 to 5". It names the runs of a band only where
 * there is a band.
 */
export function chartCaption(request: ChartRequest, data: Answered, values: readonly SweepValue[]): string {
  const { experiment, spec, setup, sweep, points } = request;
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
  const band = isBanded(data) ? `; the band holds the mean with 95\u2009%${beyondText(data)}` : "";
  return `At each point ${settings}${band}.${misfitText(request, values)}`;
}
