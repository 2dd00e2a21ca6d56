/**
 * Experiments by their ids, among those that are here: all of them once index.ts is imported; in the page those of the
 * families that were loaded (load.ts), so that nobody waits for what is not looked at.
 */
import type { Experiment } from "./types.ts";

const here: Experiment[] = [];

/** The experiment with this id; undefined where there is none here (the caller knows how to say so). */
export const findExperiment = (id: string): Experiment | undefined => here.find((one) => one.id === id);

export const experimentsHere = (): readonly Experiment[] => here;

/** From now on these are found, too. */
export function takeIn(some: readonly Experiment[]): void {
  here.push(...some.filter(({ id }) => findExperiment(id) === undefined));
}
