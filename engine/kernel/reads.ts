/**
 * Reads of a trace that cannot be absent. A row that is missing all the same is a mistake of ours: it ends the work
 * with a sentence, where a default would go on with a wrong number. There is one function for each kind of column, so
 * that each stays as fast as the column itself. Lists, maps and records have theirs in items.ts.
 */
import { itemAt } from "./items.ts";
import { FATES, LOSSES, ORIGINS, OUTCOMES, refRow, refTable } from "./trace-data.ts";
import type { Fate, Loss, Origin, Outcome, Ref, TraceData } from "./trace-data.ts";

export { entryOf, groupsIn, itemAt, lastItem, namedIn, present } from "./items.ts";

/** A moment or a duration: a Float64 column. Throws RangeError for a row that the column does not have. */
export function timeAt(column: Float64Array, row: number): number {
  return column[row] ?? noRow(row, column.length);
}

/** Any other number of a Float64 column, such as a running sum. */
export const sumAt = timeAt;

/** A track, step, call, ref or size: an Int32 column. Throws RangeError for a row that the column does not have. */
export function numberAt(column: Int32Array, row: number): number {
  return column[row] ?? noRow(row, column.length);
}

/** The index of a word such as a fate: a Uint8 column. Throws RangeError for a row that the column does not have. */
export function codeAt(column: Uint8Array, row: number): number {
  return column[row] ?? noRow(row, column.length);
}

export const fateOf = ({ packets }: TraceData, packet: number): Fate =>
  itemAt(FATES, codeAt(packets.fate, packet), "fate");
/** Why a packet was lost; null where it was not, or nothing says why. */
export function lossOf({ packets }: TraceData, packet: number): Loss | null {
  const code = codeAt(packets.loss, packet);
  return code === 0 ? null : itemAt(LOSSES, code - 1, "loss");
}
export const originOf = ({ packets }: TraceData, packet: number): Origin =>
  itemAt(ORIGINS, codeAt(packets.origin, packet), "origin");
/** The outcome of a call. `row` is the call's number less one. */
export const outcomeOf = ({ calls }: TraceData, row: number): Outcome =>
  itemAt(OUTCOMES, codeAt(calls.outcome, row), "outcome");
/** Whether a call has come back with its result. */
export const hasReturned = ({ calls }: TraceData): boolean =>
  calls.outcome.subarray(0, calls.count).includes(OUTCOMES.indexOf("returned"));
/** From the start of a call to its end, in nanoseconds. `row` is the call's number less one. */
export const elapsedOf = ({ calls }: TraceData, row: number): number =>
  timeAt(calls.end, row) - timeAt(calls.start, row);

/** The thread that works in a span; "" for hardware and interrupts. */
export function ownerOf({ spans, owners }: TraceData, span: number): string {
  const owner = numberAt(spans.owner, span);
  return owner < 0 ? "" : itemAt(owners, owner, "owner");
}

/** The row that enabled another one; NO_REF where none did. */
export const causeOf = (trace: Pick<TraceData, "spans" | "packets" | "marks">, ref: Ref): Ref =>
  numberAt(trace[`${refTable(ref)}s`].cause, refRow(ref));

function noRow(row: number, length: number): never {
  throw new RangeError(`trace: there is no row ${row} among ${length}.`);
}
