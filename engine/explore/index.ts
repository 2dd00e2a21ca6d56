/** The search over faults of the experiments of the lab: see explore.ts. */
import { EXPLORABLES } from "../experiments/all-explorables.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import type { Explorable } from "../experiments/explorable.ts";
import type { Experiment } from "../experiments/types.ts";
import { exploreBy, type Exploration, type ExploreRequest } from "./explore.ts";
import { NothingToExplore } from "./prepared.ts";

export { NothingToExplore };
export type { Counterexample } from "./counterexample.ts";
export type { Exploration } from "./explore.ts";

/** The Explorable of an experiment. Throws RangeError where there is none. */
export function explorableOf(id: string): Explorable {
  const found = EXPLORABLES.find(({ experiments }) => experiments.includes(id));
  if (found === undefined) throw new RangeError(`${id} cannot be explored, but ${EXPLORABLE.join(", ")}.`);
  return found;
}

/**
 * Throws RangeError for an experiment that cannot be explored, NothingToExplore where its first call fails by itself,
 * and CodeMistake where its code fails.
 * @param explorable left out: its family’s
 */
export const explore = (
  experiment: Experiment,
  request: ExploreRequest,
  explorable: Explorable = explorableOf(experiment.id),
): Exploration => exploreBy(experiment, explorable, request);

/** How many runs with at most so many faults break a promise; null where the first call fails without any. */
export function violationsOf(
  experiment: Experiment,
  request: Pick<ExploreRequest, "parameters" | "faults">,
): number | null {
  try {
    const { violations } = explore(experiment, { ...request, property: null });
    return Object.values(violations).reduce((sum, count) => sum + count, 0);
  } catch (error) {
    if (error instanceof NothingToExplore) return null;
    throw error;
  }
}
