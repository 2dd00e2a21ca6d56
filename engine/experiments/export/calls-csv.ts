/** The calls of a run as a table: a row a call, all of them, with start and end from the start of the run. */
import { elapsedOf, outcomeOf, timeAt } from "../../kernel/reads.ts";
import type { Traced } from "../types.ts";
import { csvLine } from "./sweep-csv.ts";

const COLUMNS = ["call", "startNs", "endNs", "elapsedNs", "outcome"] as const;

/** Times in nanoseconds; lines end with "\n". */
export function callsCsv({ trace }: Pick<Traced, "trace">): string {
  const { calls } = trace;
  const rows = Array.from({ length: calls.count }, (_, row) => [
    row + 1,
    timeAt(calls.start, row),
    timeAt(calls.end, row),
    elapsedOf(trace, row),
    outcomeOf(trace, row),
  ]);
  return [COLUMNS, ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}
