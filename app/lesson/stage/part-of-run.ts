/** Parts of a run: as far as a moment, while the rest would give an answer away, or only what goes with one call. */
import { codeAt, itemAt, timeAt } from "../../../engine/kernel/reads.ts";
import { MARK_KINDS, NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { CallColumns, Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Run, TracedRun } from "../../../engine/experiments/types.ts";
import { callTimes } from "../../trace/calls.ts";

type Column = Int32Array | Float64Array | Uint8Array;

const rowsWhere = (count: number, isIn: (row: number) => boolean): Int32Array =>
  Int32Array.from({ length: count }, (_, row) => row).filter(isIn);

/** The chosen rows of every column; what is not a column stays. */
function take<T extends { readonly count: number }>(table: T, rows: Int32Array): T {
  const columns = Object.entries(table as Readonly<Record<string, unknown>>).map(([name, column]) => {
    if (name === "count") return [name, rows.length];
    const from = column as Column;
    const Kind = from.constructor as new (length: number) => Column;
    const to = new Kind(rows.length);
    rows.forEach((row, i) => {
      to[i] = itemAt(from, row, "row");
    });
    return [name, to];
  });
  return Object.fromEntries(columns) as T;
}

function renamed(rows: Int32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(rows, (row, i) => [row, i]));
}

/** A part of a run, and what its rows are called in the whole. */
export interface PartOfRun<Whole extends TracedRun = Run> {
  readonly run: Whole;
  readonly refInPart: (ref: Ref) => Ref; // NO_REF where it is left out
  readonly refInWhole: (ref: Ref) => Ref;
}

type Rows = Readonly<Record<"span" | "packet" | "mark", Int32Array>>;

/** The part of a run that has these rows. `end` is given for a call that is to look as if it were still under way. */
function partOf<Whole extends TracedRun>(run: Whole, rows: Rows, call: number, end?: number): PartOfRun<Whole> {
  const { trace } = run;
  const names = { span: renamed(rows.span), packet: renamed(rows.packet), mark: renamed(rows.mark) };
  const refInPart = (ref: Ref): Ref => {
    const row = ref === NO_REF ? undefined : names[refTable(ref)].get(refRow(ref));
    return row === undefined ? NO_REF : row * 4 + (ref % 4);
  };
  const refInWhole = (ref: Ref): Ref => {
    const row = ref === NO_REF ? undefined : rows[refTable(ref)][refRow(ref)];
    return row === undefined ? NO_REF : row * 4 + (ref % 4);
  };
  const spans = take(trace.spans, rows.span);
  const packets = take(trace.packets, rows.packet);
  const marks = take(trace.marks, rows.mark);
  for (const table of [spans, packets, marks]) table.cause.forEach((ref, i) => (table.cause[i] = refInPart(ref)));
  const calls: CallColumns = take(
    trace.calls,
    Int32Array.from({ length: Math.min(call, trace.calls.count) }, (_, i) => i),
  );
  for (const refs of [calls.first, calls.last]) refs.forEach((ref, i) => (refs[i] = refInPart(ref)));
  if (end !== undefined) {
    calls.outcome[call - 1] = 0;
    calls.end[call - 1] = end;
  }
  const transitions = { ...trace.transitions, cause: trace.transitions.cause.map(refInPart) };
  const tables = { spans, packets, marks, calls, transitions };
  const part: TraceData = { ...trace, ...tables, elapsed: end ?? trace.elapsed, complete: false };
  return { run: { ...run, trace: part }, refInPart, refInWhole };
}

/** The run with only what has ended by `until` (ns), in which `call` is still under way. */
export function runUntil(run: Run, call: number, until: number): PartOfRun {
  const { spans, packets, marks } = run.trace;
  const by = (count: number, end: Float64Array): Int32Array => rowsWhere(count, (row) => timeAt(end, row) <= until);
  const rows = {
    span: by(spans.count, spans.end),
    packet: by(packets.count, packets.arrives),
    mark: by(marks.count, marks.at),
  };
  return partOf(run, rows, call, until);
}

/** Marks of what befell a machine, which holds until another of its kind. */
const LASTING: ReadonlySet<number> = new Set([MARK_KINDS.indexOf("power"), MARK_KINDS.indexOf("pace")]);

/**
 * The run with only what happens while `call` lasts: processors that do nothing meanwhile take no room. Call 0 is the
 * whole run, with what comes before the first call.
 */
export function runDuring<Whole extends TracedRun>(run: Whole, call: number): PartOfRun<Whole> {
  const { spans, packets, marks, calls } = run.trace;
  if (call === 0) {
    const all = ({ count }: { readonly count: number }): Int32Array => rowsWhere(count, () => true);
    return partOf(run, { span: all(spans), packet: all(packets), mark: all(marks) }, calls.count);
  }
  const { from, to } = callTimes(run.trace, call);
  const meets = (count: number, of: Int32Array, start: Float64Array, end: Float64Array): Int32Array =>
    rowsWhere(count, (row) => of[row] === call || (timeAt(start, row) < to && timeAt(end, row) > from));
  const rows = {
    span: meets(spans.count, spans.call, spans.start, spans.end),
    packet: meets(packets.count, packets.call, packets.departs, packets.arrives),
    // A machine that was dead or slow before the call is so while it lasts.
    mark: rowsWhere(marks.count, (row) => {
      const at = timeAt(marks.at, row);
      return marks.call[row] === call || (at < to && (at > from || LASTING.has(codeAt(marks.kind, row))));
    }),
  };
  return partOf(run, rows, call);
}
