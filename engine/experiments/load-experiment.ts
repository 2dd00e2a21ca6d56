/** For workers that search: fetches an experiment whole, with all that is said of it. */
import { familyOf } from "./family.ts";
import { loadRuns } from "./load-runs.ts";
import { loadFamily, oneOf } from "./load.ts";
import type { Experiment } from "./types.ts";
import { withRuns } from "./with-runs.ts";

/** Rejects where there is no such experiment, and where its files cannot be fetched. */
export async function loadExperiment(id: string): Promise<Experiment> {
  const [descriptions, runs] = await Promise.all([loadFamily(familyOf(id)), loadRuns(familyOf(id))]);
  return oneOf(withRuns(descriptions, runs), id);
}
