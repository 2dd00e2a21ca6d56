/** The page's side of the search for faults: a worker of its own, which ends with the search. */
import type { Exploration } from "../../engine/explore/index.ts";
import type { Exploring } from "../../engine/explore/listed.ts";
import { startWorker } from "./engine-client.ts";

/** A search that goes on. */
export interface Searching {
  /** Rejects with Cancelled where it was given up. */
  readonly found: Promise<Exploration>;
  readonly cancel: () => void;
}

/** Looks for faults that break an experiment's protocol, telling the number of states so far. */
export function startSearch(id: string, request: Exploring, onStates: (states: number) => void): Searching {
  const { engine, ended, end } = startWorker("explore");
  const found = Promise.race([engine.explore(id, request, onStates), ended]).finally(end);
  return { found, cancel: end };
}
