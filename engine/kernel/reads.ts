/**
 * Reads that cannot be absent. A row, an item or a name that is missing all the same is a mistake of ours: it ends the
 * work with a sentence, where a default would go on with a wrong number. There is one function for each kind of column,
 * so that each stays as fast as the column itself.
 */
import { FATES, LOSSES, ORIGINS, OUTCOMES, refRow, refTable } from "./trace-data.ts";
import type { Fate, Loss, Origin, Outcome, Ref, TraceData } from "./trace-data.ts";

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

/** An item of a list; `what` names one item: "track". Throws RangeError for an index that the list does not have. */
export function itemAt<Item>(items: readonly Item[], index: number, what: string): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no ${what} ${index} among ${items.length}.`);
  return item;
}

/** The last item of a list; `what` names one item: "row". Throws RangeError where the list is empty. */
export function lastItem<Item>(items: readonly Item[], what: string): Item {
  return itemAt(items, items.length - 1, what);
}

/** A map's entry; `what` names one entry. Throws RangeError for a key that the map does not have. */
export function entryOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, what: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`There is no ${what} ${String(key)} among ${map.size}.`);
  return value;
}

/** What a record has under a name; `what` names one entry. Throws RangeError for a name that it does not have. */
export function namedIn<Value>(record: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const value = record[name];
  if (value === undefined) throw new RangeError(`There is no ${what} ${name}, only ${Object.keys(record).join(", ")}.`);
  return value;
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
