/** For workers: fetches the runs of one family with what they run on, and the reader of fault scripts. */
import { once } from "../papers/once.ts";
import { familyOf } from "./family.ts";
import type { ReadScript, Runner, Runs } from "./runnable.ts";
import { RUNS } from "./runs.ts";

/** Rejects where there is no such family, and where its files cannot be fetched. */
export const loadRuns = once("experiments", RUNS, async (fetch): Promise<Runs> => (await fetch()).runs);

/** Rejects where there is no such experiment, and where its files cannot be fetched. */
export async function loadRunner(id: string): Promise<Runner> {
  const runs = await loadRuns(familyOf(id));
  const found = Object.hasOwn(runs, id) ? runs[id] : undefined;
  if (found === undefined) throw new RangeError(`experiments: there is no ${JSON.stringify(id)} to load.`);
  return found;
}

/** The reader of these lines of a fault script. Rejects where its file cannot be fetched. */
export const loadReader = async (lines: readonly string[]): Promise<ReadScript> =>
  lines.length === 0 ? () => [] : (await import("../faults/parse-script.ts")).parseScript;
