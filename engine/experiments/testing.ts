/** Short ways to run an experiment in tests. */
import { withDefaults } from "./settings.ts";
import { findExperiment } from "./index.ts";
import type { Experiment, ParamValues, Run, RunOptions } from "./types.ts";

/** The experiment with this id. Throws where there is none. */
export function experimentOf(id: string): Experiment {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`There is no experiment ${id}.`);
  return experiment;
}

export interface RunSettings {
  readonly set?: ParamValues;
  readonly seed?: number;
  readonly faults?: readonly string[];
  readonly keep?: RunOptions["keep"];
  readonly progress?: NonNullable<RunOptions["progress"]>;
}

/** Runs with defaults but for `set`; seed 1, no faults, whole trace. */
export function runOf(id: string, settings: RunSettings = {}): Run {
  const { set = {}, seed = 1, faults = [], keep = "all", progress = () => undefined } = settings;
  const experiment = experimentOf(id);
  return experiment.run(withDefaults(experiment, set), seed, faults, { keep, progress });
}

/** A measure that must be a number. */
export function measureOf(run: Run, name: string): number {
  const value = run.measures[name]?.value;
  if (typeof value !== "number") throw new Error(`${run.experiment} measured no ${name}: ${String(value)}.`);
  return value;
}
