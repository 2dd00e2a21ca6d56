/**
 * Finds descriptions of experiments by their ids among the loaded ones: all of them once descriptions.ts is imported;
 * in the page those of the families that load.ts has fetched. So a reader waits only for the family that a page shows.
 */
import type { Description } from "./types.ts";

const here: Description[] = [];

/** The experiment with this id; undefined where there is none here (the caller knows how to say so). */
export const findDescription = (id: string): Description | undefined => here.find((one) => one.id === id);

export const descriptionsHere = (): readonly Description[] => here;

/** Adds loaded descriptions. */
export function takeIn(some: readonly Description[]): void {
  here.push(...some.filter(({ id }) => findDescription(id) === undefined));
}
