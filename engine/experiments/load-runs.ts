/** For workers: fetches the experiments of one family, with the machines and protocols that they run on. */
import { once } from "../papers/once.ts";
import { familyOf, oneOf } from "./load.ts";
import { RUNS } from "./runs.ts";
import type { Experiment } from "./types.ts";

/** Rejects where there is no such family, and where its files cannot be fetched. */
export const loadRuns = once(
  "experiments",
  RUNS,
  async (fetch): Promise<readonly Experiment[]> => (await fetch()).experiments,
);

/** Rejects where there is no such experiment, and where its files cannot be fetched. */
export const loadExperiment = async (id: string): Promise<Experiment> => oneOf(await loadRuns(familyOf(id)), id);
