/** The numbers of a lesson, each made in one line: `wire: ran("cedar/call", "wireUs", "295", "us", ONE)`. */
import type { CellNumber, LessonNumber, ParamValues, RunNumber } from "./types.ts";

/** A published cell; `row` as in `CellNumber`. */
export const cell = (table: string, row: string, column: string): CellNumber => ({ kind: "cell", table, row, column });

/** A number of the paper's running text, by its key. */
export const text = (key: string): CellNumber => cell("text", key, "value");

/** A measure of a run with seed 1; `value` as printed. */
export const ran = (
  experiment: string,
  measure: string,
  value: string,
  unit: string,
  set: ParamValues,
  faults: readonly string[] = [],
): RunNumber => ({ kind: "run", experiment, set, faults, seed: 1, measure, value, unit });

/** A phrase with a checked word, and what it compares: `said("most", { waiting: "lost - whole", call: "lost" })`. */
export const said = (phrase: string, of: Readonly<Record<string, string>>): LessonNumber => ({
  kind: "word",
  phrase,
  of,
});

/** Computed from other numbers of the lesson; `how` in words, `value` as printed. */
export const ours = (expression: string, value: string, unit: string, how: string): LessonNumber => ({
  kind: "ours",
  expression,
  value,
  unit,
  how,
});
