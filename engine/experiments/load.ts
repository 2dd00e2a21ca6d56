/** For the page: fetches the descriptions of one family of experiments when they are first needed. */
import { once } from "../papers/once.ts";
import { FAMILIES } from "./families.ts";
import { familyOf } from "./family.ts";
import { takeIn } from "./lookup.ts";
import type { Description } from "./types.ts";

let beside: (family: string) => Promise<unknown> = () => Promise.resolve();

/** Says what else a page fetches with a family: its texts in another language. It must not reject. */
export const fetchBeside = (fetch: (family: string) => Promise<unknown>): void => void (beside = fetch);

/**
 * Fetches a family’s descriptions and takes them in: from then on they are found. Rejects where there is no such
 * family, and where its files cannot be fetched.
 */
export const loadFamily = once("experiments", FAMILIES, async (fetch, family): Promise<readonly Description[]> => {
  const [{ descriptions }] = await Promise.all([fetch(), beside(family)]);
  takeIn(descriptions);
  return descriptions;
});

/** Rejects where there is no such experiment, and where its files cannot be fetched. */
export async function loadDescription(id: string): Promise<Description> {
  return oneOf(await loadFamily(familyOf(id)), id);
}

/** The experiment with this id. Throws RangeError where there is none among them. */
export function oneOf<One extends Description>(family: readonly One[], id: string): One {
  const found = family.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`experiments: there is no ${JSON.stringify(id)} to load.`);
  return found;
}
