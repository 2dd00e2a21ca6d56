/**
 * Short ways to run an experiment in tests. Many tests of a process look at the same run, which is made once and kept
 * for them. A test of running itself calls the experiment, or asks for a run that differs in what it keeps.
 */
import { withDefaults } from "./settings.ts";
import { experiments, findExperiment } from "./index.ts";
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

/** Runs that were made, by what decides them, with their bytes; the one that was asked for last stands last. */
const made = new Map<string, { readonly run: Run; readonly bytes: number }>();
const MOST_BYTES = 200_000_000;
let bytes = 0;

/** Freezes what others will look at, too, and gives its bytes. Only columns stay as they are: they cannot be frozen. */
function frozenBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return 0;
  Object.freeze(value);
  return Object.values(value).reduce<number>((sum, one) => sum + frozenBytes(one), 0);
}

/** Keeps a run, and lets go of those that nobody has asked for the longest. */
function keepRun(key: string, run: Run): void {
  const one = { run, bytes: frozenBytes(run) };
  made.set(key, one);
  bytes += one.bytes;
  for (const [oldest, old] of made) {
    if (bytes <= MOST_BYTES) return;
    made.delete(oldest);
    bytes -= old.bytes;
  }
}

/** Runs with defaults but for `set`; seed 1, no faults, whole trace. */
export function runOf(id: string, settings: RunSettings = {}): Run {
  const { set = {}, seed = 1, faults = [], keep = "all", progress } = settings;
  const experiment = experimentOf(id);
  const whole = withDefaults(experiment, set);
  const make = (): Run => experiment.run(whole, seed, faults, { keep, progress: progress ?? (() => undefined) });
  const tells = progress !== undefined || (typeof keep === "object" && keep.opening !== undefined);
  if (tells) return make();
  const key = JSON.stringify([id, whole, seed, faults, keep]);
  const known = made.get(key);
  if (known === undefined) {
    const run = make();
    keepRun(key, run);
    return run;
  }
  made.delete(key);
  made.set(key, known);
  return known.run;
}

/** All experiments, with runs that are made once: for code that takes experiments. */
export const keptExperiments: readonly Experiment[] = experiments.map((experiment) => ({
  ...experiment,
  run: (set, seed, faults, { keep, ...told }) => runOf(experiment.id, { set, seed, faults, keep, ...told }),
}));

/** A measure that must be a number. */
export function measureOf(run: Run, name: string): number {
  const value = run.measures[name]?.value;
  if (typeof value !== "number") throw new Error(`${run.experiment} measured no ${name}: ${String(value)}.`);
  return value;
}
