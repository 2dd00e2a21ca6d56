/** A run of an experiment, with what its caller leaves out at its default. */
import { checkedParameters } from "../experiments/parameters.ts";
import type { Experiment, ParamValues, Run } from "../experiments/types.ts";
import type { Keep } from "../kernel/trace-keep.ts";

/** What decides a run, besides the experiment. */
export interface RunSettings {
  /** Parameters by their names; those that are left out have their defaults. */
  readonly parameters?: ParamValues;
  /** The number that the run's randomness starts from: a whole number from 0 to 2³² − 1. 1 where it is left out. */
  readonly seed?: number;
  /** Lines of the fault script, such as "drop call#1". */
  readonly faults?: readonly string[];
  /** How much of the trace to keep: all where it is left out. */
  readonly keep?: Keep;
}

const MOST_SEED = 2 ** 32 - 1;

/**
 * The same settings give the same run, on every machine. Throws RangeError for a parameter or a seed that cannot be,
 * and FaultError for a fault that cannot be read; the message says what may be.
 * @param where as the message begins: "runExperiment"
 */
export function runOf(experiment: Experiment, settings: RunSettings, where: string): Run {
  const { parameters = {}, seed = 1, faults = [], keep = "all" } = settings;
  if (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED) {
    throw new RangeError(`${where}: seed = ${seed} is not allowed: whole numbers from 0 to ${MOST_SEED} (default 1).`);
  }
  return experiment.run(checkedParameters(experiment, parameters, where), seed, faults, { keep });
}
