/** Cuts the reproduction into one part for each paper: nobody waits for the numbers of another paper. */
import { notesOf } from "../../engine/experiments/notes.ts";
import type { Constant, Description } from "../../engine/experiments/types.ts";
import type { PaperReproduction, Reproduction, RunFact } from "./reproduction.ts";

/** The constants that were fitted to a paper: to a cell of it, or, where the aim is words, for its experiments. */
const constantsOf = (
  { constants }: Reproduction,
  paper: string,
  experiments: readonly Description[],
): readonly Constant[] =>
  constants.filter(({ fittedTo, usedBy }) =>
    typeof fittedTo === "string"
      ? experiments.some((one) => one.paper === paper && usedBy.includes(one.id))
      : fittedTo.paper === paper,
  );

/** The part of a paper: cells with places in its own list of runs. Throws RangeError for a place that has no run. */
export function reproductionOf(
  all: Reproduction,
  paper: string,
  experiments: readonly Description[],
): PaperReproduction {
  const runs: RunFact[] = [];
  const places = new Map<number, number>();
  const placeOf = (old: number): number => {
    const known = places.get(old);
    if (known !== undefined) return known;
    const run = all.runs[old];
    if (run === undefined) throw new RangeError(`the reproduction has no run ${old}.`);
    places.set(old, runs.length);
    return runs.push(run) - 1;
  };
  const cells = all.cells
    .filter((cell) => cell.paper === paper)
    .map((cell) => ({ ...cell, runs: cell.runs.map(placeOf) }));
  const behind = new Set(runs.map(({ experiment }) => experiment));
  const notes = experiments.filter(({ id }) => behind.has(id)).map(({ id }) => [id, notesOf(id)] as const);
  const constants = constantsOf(all, paper, experiments);
  return { ...all, cells, runs, constants, notes: Object.fromEntries(notes) };
}
