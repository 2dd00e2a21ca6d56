/** For the page's worker: the search for faults in an experiment that may still have to be fetched. */
import { loadExperiment } from "../experiments/load-experiment.ts";
import type { ParamValues } from "../experiments/types.ts";
import { explorableOf, explore, violationsOf, type Exploration } from "./index.ts";
import { matrixRows, type MatrixRow } from "./matrix.ts";
import { drawnOf, notTaken, reached, toDot, type Reached } from "./reached.ts";
import type { DrawnMachine, Transition } from "../protocols/state-machine.ts";
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

/** How many runs of the experiment with this id break a promise. */
export async function violationsListed(
  id: string,
  request: Pick<Exploring, "parameters" | "faults">,
): Promise<number | null> {
  return violationsOf(await loadExperiment(id), request);
}

/** How far the search for the cells of a matrix is: the row that it searches for, and the states of that row. */
export interface MatrixProgress {
  readonly rule: string;
  readonly row: number; // from 1
  readonly rows: number;
  readonly states: number;
}

/** Tells the rows of the matrix of rules and promises (matrix.ts) of the experiment with this id, one after another. */
export async function fillMatrix(
  id: string,
  request: Pick<Exploring, "parameters" | "faults">,
  onRow: (row: MatrixRow) => void,
  onProgress: (progress: MatrixProgress) => void,
): Promise<void> {
  const progress = (rule: string, row: number, rows: number, states: number): void =>
    onProgress({ rule, row, rows, states });
  const experiment = await loadExperiment(id);
  for (const row of matrixRows(experiment, { ...request, progress }, explorableOf(id))) onRow(row);
}

/** The states that a search has reached, ready to be drawn. */
export interface ReachedStates extends Pick<Reached, "faults" | "states" | "bounds"> {
  readonly machines: readonly {
    readonly drawn: DrawnMachine;
    readonly unreached: readonly string[]; // states
    readonly notTaken: readonly Transition[]; // described ways
  }[];
  readonly dot: string; // all of them, for Graphviz
}

/** Finds out the states of the machines that a search reaches in the experiment with this id. */
export async function reachStates(
  id: string,
  request: Pick<Exploring, "parameters" | "faults">,
  progress: (states: number) => void,
): Promise<ReachedStates> {
  const found = reached(await loadExperiment(id), { ...request, progress }, explorableOf(id));
  const { machines, ...rest } = found;
  return {
    ...rest,
    dot: toDot(found),
    machines: machines.map((one) => ({ drawn: drawnOf(one), unreached: one.unreached, notTaken: notTaken(one) })),
  };
}
