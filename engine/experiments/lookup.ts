/**
 * Finds experiments by their ids among the loaded ones: all of them once index.ts is imported; in the page those of the
 * families that load.ts has fetched, so that a reader waits only for the family that a page shows.
 */
import type { Experiment } from "./types.ts";

const here: Experiment[] = [];

/** The experiment with this id; undefined where there is none here (the caller knows how to say so). */
export const findExperiment = (id: string): Experiment | undefined => here.find((one) => one.id === id);

export const experimentsHere = (): readonly Experiment[] => here;

/** Adds loaded experiments. */
export function takeIn(some: readonly Experiment[]): void {
  here.push(...some.filter(({ id }) => findExperiment(id) === undefined));
}
