/** A setup decides a run. A link carries it, and undo takes it back. Everything else on the page follows from it. */
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { findDescription } from "../../engine/experiments/lookup.ts";
import type { Description, ParamValues } from "../../engine/experiments/types.ts";

export interface Setup {
  readonly experiment: string;
  readonly parameters: ParamValues; // complete and valid
  readonly seed: number;
  readonly faults: readonly string[]; // canonical lines of the fault script
}

export const DEFAULT_EXPERIMENT = "firefly/null";
export const DEFAULT_SEED = 1;
export const MAX_SEED = 4_294_967_295; // the random streams take 32 bits

/** Calls whose trace is kept to be looked at; the hash and the measures cover all calls of the run. */
export const KEPT_CALLS = 50;

/** The last call that can be looked at: asked for by its number, it is kept with all before it. */
export const MOST_KEPT = 2000;

export function defaultSetup(experiment: Description): Setup {
  return { experiment: experiment.id, parameters: defaultsOf(experiment), seed: DEFAULT_SEED, faults: [] };
}

/** The experiment of a setup. Setups are made from the registry, so a missing one is our mistake. */
export function experimentOf(setup: Pick<Setup, "experiment">): Description {
  const experiment = findDescription(setup.experiment);
  if (experiment === undefined)
    throw new Error(`setup: no experiment ${JSON.stringify(setup.experiment)} in the registry`);
  return experiment;
}

/** Roughly how long the run of a setup takes to compute, in ms; 0 where nobody says. */
export const roughMsOf = (setup: Setup): number => experimentOf(setup).roughMs?.(setup.parameters) ?? 0;

const keys = new WeakMap<Setup, string>();

/** Equal for setups that give the same run. A setup never changes, so its key is written once. */
export function setupKey(setup: Setup): string {
  const known = keys.get(setup);
  if (known !== undefined) return known;
  const names = Object.keys(setup.parameters).sort();
  const values = names.map((name) => [name, setup.parameters[name]]);
  const key = JSON.stringify([setup.experiment, values, setup.seed, setup.faults]);
  keys.set(setup, key);
  return key;
}
