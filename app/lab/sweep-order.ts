/** The runs of a chart come from several workers: a trial of every point before the next trial, else in no order. */
import { isCertain } from "../../engine/experiments/sweep.ts";
import type { ChartCurve } from "../../engine/experiments/sweep.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { SweepValue } from "../workers/engine.worker.ts";

/**
 * The runs of those trials that every point has had: what a chart can show without a point missing. A run with nothing
 * random in it is all trials of its point.
 */
export function wholeTrials(curves: readonly ChartCurve[], runs: readonly SweepValue[]): readonly SweepValue[] {
  const points = curves.reduce((sum, { request }) => sum + request.values.length, 0);
  const trials = Math.max(0, ...curves.map(({ request }) => request.trials));
  const certain = runs.filter(isCertain).length;
  const has = (trial: number): boolean =>
    runs.filter((run) => run.trial === trial && !isCertain(run)).length + certain === points;
  let last = 0;
  while (last < trials && has(last + 1)) last++;
  return runs.filter(({ trial }) => trial <= last);
}

/** Those that were made: a table has no row for a point that a fault does not fit. */
export const madeRuns = (runs: readonly SweepValue[]): readonly SweepValue[] =>
  runs.filter(({ misfit }) => misfit === undefined);

/** By curve, then by value, then by trial: the order of the headless lab. */
export function inOrder(curves: readonly ChartCurve[], runs: readonly SweepValue[]): readonly SweepValue[] {
  const ranks = curves.map(({ series, request }) => ({ series, values: request.values }));
  const place = ({ series = null, value, trial }: SweepValue): readonly number[] => {
    const curve = ranks.findIndex((one) => one.series === series);
    return [curve, itemAt(ranks, curve, "curve").values.indexOf(value), trial];
  };
  return runs
    .map((run) => ({ run, at: place(run) }))
    .toSorted((a, b) => a.at.map((n, i) => n - itemAt(b.at, i, "place")).find((n) => n !== 0) ?? 0)
    .map(({ run }) => run);
}
