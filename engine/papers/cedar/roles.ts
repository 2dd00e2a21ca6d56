/**
 * The roles of the numbers in the Cedar paper. Sizes, rates, the parameters of the protocol and the times of local
 * calls are inputs. The transmission time of the empty call is what the paper's bookkeeping begins with; the other
 * transmission times follow from it. Times of whole calls were measured, and a simulation has to predict them; it has
 * to show what the protocol guarantees, too. The first rule that fits holds.
 */
import type { Role, RoleRule, RowKey } from "../types.ts";

const rule = (table: string, role: Role, columns: readonly string[], rows?: readonly RowKey[]): RoleRule =>
  rows === undefined ? { table, columns, role } : { table, columns, rows, role };

/** Rows of the text that a run has to show. */
const TEXT_RESULTS = ["customProtocolGain", "executionsIfReturns", "executionsIfException", "parallelThroughput"];

export const ROLES: readonly RoleRule[] = [
  rule("table-i", "input", ["wordsEachWay", "localOnlyUs"]),
  rule("table-i", "input", ["transmissionUs"], [{ procedure: "no args/results" }]),
  rule("table-i", "identity", ["transmissionUs"]),
  rule("table-i", "result", ["minimumUs", "medianUs"]),
  rule(
    "text",
    "result",
    ["value", "low", "high"],
    TEXT_RESULTS.map((key) => ({ key })),
  ),
  rule("text", "input", ["value", "low", "high"]),
];
