/** The page's side of the search for faults: a worker of its own, which ends with the search. */
import type { Shown } from "../../engine/experiments/call-facts.ts";
import type { Run } from "../../engine/experiments/types.ts";
import type { Exploration } from "../../engine/explore/index.ts";
import type { Exploring, MatrixProgress, ReachedStates } from "../../engine/explore/listed.ts";
import type { MatrixRow } from "../../engine/explore/matrix.ts";
import { startWorker } from "./engine-client.ts";

/** A search that goes on. */
export interface Searching<Found = Exploration> {
  /** Rejects with Cancelled where it was given up. */
  readonly found: Promise<Found>;
  readonly cancel: () => void;
}

/** Looks for faults that break an experiment's protocol, telling the number of states so far. */
export function startSearch(id: string, request: Exploring, onStates: (states: number) => void): Searching {
  const { engine, ended, end } = startWorker("explore");
  const found = Promise.race([engine.explore(id, request, onStates), ended]).finally(end);
  return { found, cancel: end };
}

/** How many runs with at most so many faults break a promise; null where the first call fails without any. */
export function countViolations(id: string, request: Pick<Exploring, "parameters" | "faults">): Promise<number | null> {
  const { engine, ended, end } = startWorker("explore");
  return Promise.race([engine.violations(id, request), ended]).finally(end);
}

/** How a run shows what its protocol did; null where nothing says it. */
export function shownInWorker({
  experiment,
  parameters,
}: Pick<Run, "experiment" | "parameters">): Promise<Shown | null> {
  const { engine, ended, end } = startWorker("shown");
  return Promise.race([engine.shown({ experiment, parameters }), ended]).finally(end);
}

/** Finds out the rows of an experiment's matrix of rules and promises, telling each as it is done. */
export function startMatrix(
  id: string,
  request: Pick<Exploring, "parameters" | "faults">,
  onRow: (row: MatrixRow) => void,
  onProgress: (progress: MatrixProgress) => void,
): Searching<void> {
  const { engine, ended, end } = startWorker("matrix");
  const found = Promise.race([engine.matrix(id, request, onRow, onProgress), ended]).finally(end);
  return { found, cancel: end };
}

/** Finds out the states of an experiment's machines that a search reaches. */
export function startReach(
  id: string,
  request: Pick<Exploring, "parameters" | "faults">,
  onStates: (states: number) => void,
): Searching<ReachedStates> {
  const { engine, ended, end } = startWorker("reach");
  const found = Promise.race([engine.reach(id, request, onStates), ended]).finally(end);
  return { found, cancel: end };
}
