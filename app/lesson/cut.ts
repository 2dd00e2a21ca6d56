/** A run as far as a moment: what a lesson shows of it while the rest would give an answer away. */
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { CallColumns, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Run } from "../../engine/experiments/types.ts";

type Column = Int32Array | Float64Array | Uint8Array;

/** Rows of a table whose `end` is at or before `until`. */
function rowsBy(count: number, end: Float64Array, until: number): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => row).filter((row) => (end[row] ?? 0) <= until);
}

/** The chosen rows of every column; what is not a column stays. */
function take<T extends { readonly count: number }>(table: T, rows: Int32Array): T {
  const columns = Object.entries(table as Readonly<Record<string, unknown>>).map(([name, column]) => {
    if (name === "count") return [name, rows.length];
    const from = column as Column;
    const Kind = from.constructor as new (length: number) => Column;
    const to = new Kind(rows.length);
    rows.forEach((row, i) => {
      to[i] = from[row] ?? 0;
    });
    return [name, to];
  });
  return Object.fromEntries(columns) as T;
}

function renamed(rows: Int32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(rows, (row, i) => [row, i]));
}

/** The trace with only what has ended by `until` (ns), in which `call` is still under way. */
export function cutTrace(trace: TraceData, call: number, until: number): TraceData {
  const rows = {
    span: rowsBy(trace.spans.count, trace.spans.end, until),
    packet: rowsBy(trace.packets.count, trace.packets.arrives, until),
    mark: rowsBy(trace.marks.count, trace.marks.at, until),
  };
  const names = { span: renamed(rows.span), packet: renamed(rows.packet), mark: renamed(rows.mark) };
  const refOf = (ref: Ref): Ref => {
    const row = ref === NO_REF ? undefined : names[refTable(ref)].get(refRow(ref));
    return row === undefined ? NO_REF : row * 4 + (ref % 4);
  };
  const spans = take(trace.spans, rows.span);
  const packets = take(trace.packets, rows.packet);
  const marks = take(trace.marks, rows.mark);
  for (const table of [spans, packets, marks]) table.cause.forEach((ref, i) => (table.cause[i] = refOf(ref)));
  const calls: CallColumns = take(trace.calls, Int32Array.from({ length: Math.min(call, trace.calls.count) }, (_, i) => i));
  const row = call - 1;
  calls.outcome[row] = 0;
  calls.end[row] = until;
  calls.first.forEach((ref, i) => (calls.first[i] = refOf(ref)));
  calls.last[row] = NO_REF;
  return { ...trace, spans, packets, marks, calls, elapsed: until, complete: false };
}

export const cutRun = (run: Run, call: number, until: number): Run => ({ ...run, trace: cutTrace(run.trace, call, until) });
