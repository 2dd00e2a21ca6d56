/** The sweep behind a chart as the table that `lab sweep --csv` prints: a row a run, every measure that is a number. */
import type { Experiment, Measure, ParamValue } from "../../engine/experiments/types.ts";

/** One run of a sweep, without its trace. */
export interface SweepRow {
  readonly value: ParamValue;
  readonly trial: number; // from 1
  readonly seed: number;
  readonly measures: Readonly<Record<string, Measure>>;
}

type Cell = string | number | null;

const cellText = (cell: Cell): string => {
  const text = cell === null ? "" : String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Swept parameter, trial, seed, then the experiment's measures in its order; lines end with "\n". */
export function sweepCsv(experiment: Experiment, rows: readonly SweepRow[]): string {
  const measures = Object.entries(experiment.measures)
    .filter(([, { unit }]) => unit !== "step")
    .map(([key]) => key);
  const head = [experiment.sweep.over, "trial", "seed", ...measures];
  const lines = rows.map(({ value, trial, seed, measures: got }) => [
    value,
    trial,
    seed,
    ...measures.map((key) => got[key]?.value ?? null),
  ]);
  return [head, ...lines].map((line) => `${line.map(cellText).join(",")}\n`).join("");
}
