/** For the page's worker: the search for faults in an experiment that may still have to be fetched. */
import { loadExperiment } from "../experiments/load-runs.ts";
import type { ParamValues } from "../experiments/types.ts";
import { explore, type Exploration } from "./index.ts";
import type { Property } from "../protocols/promises.ts";

/** The request of the page. */
export interface Exploring {
  readonly parameters: ParamValues;
  readonly faults: number; // the most of a run
  /** The only property to look at; null for all that the protocol promises. */
  readonly property: Property | null;
}

/** Looks for faults that break the protocol of the experiment with this id, telling the number of states so far. */
export async function exploreListed(
  id: string,
  request: Exploring,
  progress: (states: number) => void,
): Promise<Exploration> {
  return explore(await loadExperiment(id), { ...request, progress });
}
