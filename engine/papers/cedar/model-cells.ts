/** The transmission column of Table I, which follows from the empty call and the raw rate, without any experiment. */
import type { ModelArguments, ModelCell } from "../types.ts";

const answer = (procedure: string, fn: string, args: ModelArguments = {}): ModelCell => ({
  table: "table-i",
  row: { procedure },
  column: "transmissionUs",
  function: fn,
  arguments: args,
});

const WORDS: Readonly<Record<string, number>> = {
  "no args/results": 0,
  "1 arg/result": 1,
  "2 args/results": 2,
  "4 args/results": 4,
  "10 args/results": 10,
  "1 word array": 1,
  "4 word array": 4,
  "10 word array": 10,
  "40 word array": 40,
  "100 word array": 100,
};

export const MODEL_CELLS: readonly ModelCell[] = [
  ...Object.entries(WORDS).map(([procedure, words]) => answer(procedure, "transmission_us", { words })),
  answer("resume exception", "exception_us"),
  answer("unwind exception", "exception_us"),
];
