/** The page's side of making a table's numbers again, and the comparison with those that it shows. */
import type { Progress } from "../../engine/experiments/reproduce.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { wrap } from "../workers/remote.ts";
import { started } from "../workers/started.ts";
import { modelValuesOf } from "./reproduction.ts";
import type { CellFact, Reproduction } from "./reproduction.ts";
import type { ReproductionWorker } from "./reproduction.worker.ts";

export interface StartedRun {
  readonly done: Promise<Reproduction>;
  /** Ends the worker; `done` never settles after that. */
  readonly cancel: () => void;
}

/** Runs everything that answers one table, as the reproduction did. */
export function runAgain(
  shown: Reproduction,
  paper: string,
  table: string,
  onProgress: (p: Progress) => void,
): StartedRun {
  const worker = started(
    () => new Worker(new URL("./reproduction.worker.ts", import.meta.url), { type: "module", name: "reproduction" }),
  );
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
  });
  const request = { version: shown.version, paper, table, trials: shown.trials, modelValues: modelValuesOf(shown) };
  const made = wrap<ReproductionWorker>(worker).again(request, onProgress);
  const done = Promise.race([made, failed]).finally(() => worker.terminate());
  return { done, cancel: () => worker.terminate() };
}

export interface Comparison {
  readonly runs: number; // distinct runs made again
  readonly cells: number; // numbers that runs answer
  readonly differing: readonly CellFact[]; // as made again
}

const hashesOf = (cell: CellFact, { runs }: Reproduction): string =>
  cell.runs.map((place) => itemAt(runs, place, "run").hash).join(" ");

/** Finds the numbers of `again` that differ from those of `shown` by a bit, or come from a run with another trace. */
export function compare(shown: Reproduction, again: Reproduction): Comparison {
  const key = ({ paper, table, row, column }: CellFact): string => JSON.stringify([paper, table, row, column]);
  const before = new Map(shown.cells.map((cell) => [key(cell), cell]));
  const answered = again.cells.filter((cell) => cell.simulated !== null);
  const differing = answered.filter((cell) => {
    const old = before.get(key(cell));
    if (old === undefined) return true;
    const same = old.simulated === cell.simulated && old.low === cell.low && old.high === cell.high;
    return !same || hashesOf(old, shown) !== hashesOf(cell, again);
  });
  return { runs: again.runs.length, cells: answered.length, differing };
}
