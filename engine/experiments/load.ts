/**
 * For the page and its workers: fetches the experiments of one family when they are first needed. In a worker they come
 * with the machines and protocols that they run on.
 */
import { FAMILIES } from "./families.ts";
import { takeIn } from "./lookup.ts";
import type { Experiment } from "./types.ts";

const loading = new Map<string, Promise<readonly Experiment[]>>();

/** The family of the experiment with this id: "firefly" of "firefly/null". */
export const familyOf = (id: string): string => id.replace(/\/.*$/, "");

/**
 * Fetches a family and takes it in: from then on its experiments are found. The same promise each time, until one
 * fails. Rejects where there is none, and where its files cannot be fetched.
 */
export function loadFamily(name: string): Promise<readonly Experiment[]> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const family = fetched(name);
  loading.set(name, family);
  family.catch(() => loading.delete(name));
  return family;
}

async function fetched(name: string): Promise<readonly Experiment[]> {
  const load = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  if (load === undefined) throw new RangeError(`experiments: there is no family ${JSON.stringify(name)} to load.`);
  const { experiments } = await load();
  takeIn(experiments);
  return experiments;
}

/** Rejects where there is no such experiment, and where its files cannot be fetched. */
export async function loadExperiment(id: string): Promise<Experiment> {
  const found = (await loadFamily(familyOf(id))).find((experiment) => experiment.id === id);
  if (found === undefined) throw new RangeError(`experiments: there is no ${JSON.stringify(id)} to load.`);
  return found;
}
