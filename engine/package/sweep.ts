/** A sweep and a search of an experiment, with what their caller leaves out at its default. */
import type { SweepRow } from "../experiments/export/sweep-csv.ts";
import { quantilesOf } from "../experiments/export/sweep-csv.ts";
import type { Explorable } from "../experiments/explorable.ts";
import { checkedParameters } from "../experiments/parameters.ts";
import { isCertain, jobAt, mostJobs, runJob } from "../experiments/sweep.ts";
import type { Experiment, ParamValue, ParamValues } from "../experiments/types.ts";
import { exploreBy, type Exploration, type ExploreRequest } from "../explore/explore.ts";
import type { RunSettings } from "./run.ts";

export interface SweepSettings extends Omit<RunSettings, "keep"> {
  readonly over: string; // the parameter
  readonly values: readonly ParamValue[];
  /** Runs of each value, with seeds seed, seed + 1, …; one where nothing is random. 1 where it is left out. */
  readonly trials?: number;
}

/**
 * Runs an experiment over values of one parameter: a row a run, as it comes. `sweepCsv` writes them. Throws RangeError
 * for a parameter or a value that cannot be.
 */
export function* sweepExperiment(experiment: Experiment, settings: SweepSettings): Generator<SweepRow, void> {
  const { over, values, trials = 1, parameters: set = {}, seed = 1, faults = [] } = settings;
  const checked = (value: ParamValues): ParamValues => checkedParameters(experiment, value, "sweepExperiment");
  for (const value of values) checked({ ...set, [over]: value });
  const parameters = checked(set);
  const curve = { series: null, request: { over, values, parameters, seed, trials, faults } };
  for (let index = 0; index < mostJobs(curve); index++) {
    const job = jobAt(curve, index);
    const run = runJob(experiment, job);
    const { value, trial, seed: own } = job;
    const { draws, measures, trace } = run;
    yield { value, trial, seed: own, draws, measures, quantiles: quantilesOf(trace) };
    if (trial === 1 && isCertain(run)) index += trials - 1; // this run stands for all of its value
  }
}

/** A search: one fault, and all that the protocol promises, where nothing else is said. */
export type ExploreSettings = Partial<ExploreRequest>;

/**
 * Follows every run with at most so many faults, and finds the fewest that break a promise of the protocol. Throws
 * NothingToExplore where the first call fails by itself, and RangeError for a parameter that cannot be.
 */
export function exploreExperiment(
  experiment: Experiment,
  explorable: Explorable,
  { parameters = {}, faults = 1, property = null, ...more }: ExploreSettings = {},
): Exploration {
  const all = checkedParameters(experiment, parameters, "exploreExperiment");
  return exploreBy(experiment, explorable, { parameters: all, faults, property, ...more });
}
