/**
 * The threads of a run's machines, and the state of each at a moment. A thread whose work was cut into several spans
 * has the one before as the cause of each later one: it had its processor, and an interrupt ran there. A thread that
 * another row woke waits from the end of that row on for a processor.
 */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { endOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, spanRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "../trace/analysis.ts";
import { firstOver, indexTrace } from "../trace/trace-index.ts";
import { gather, listUnder } from "../../engine/kernel/tally.ts";

interface Thread {
  readonly owner: number;
  readonly machine: string;
  readonly rows: Int32Array; // its spans, in order of time
  readonly starts: Float64Array;
}

/**
 * "stopped": it has a processor, and an interrupt runs there. "ready": it waits for a processor. "waiting": it waits
 * for the answer of an open call. "idle": nothing is for it to do.
 */
type ThreadState =
  | { readonly state: "running" | "stopped"; readonly row: number }
  | { readonly state: "ready"; readonly call: number }
  | { readonly state: "waiting"; readonly call: number }
  | { readonly state: "idle" };

const INTERRUPT = -1; // owner of its spans

export const threadsOf = analysis((trace: TraceData): readonly Thread[] => {
  const { spans, tracks } = trace;
  const lists = new Map<string, { owner: number; machine: string; rows: number[] }>();
  for (let row = 0; row < spans.count; row++) {
    const owner = numberAt(spans.owner, row);
    const track = tracks[numberAt(spans.track, row)];
    if (owner < 0 || track?.kind !== "processor") continue;
    const key = `${owner} ${track.machine}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, { owner, machine: track.machine, rows: [row] });
    else list.rows.push(row);
  }
  return [...lists.values()].map(({ owner, machine, rows }) => {
    rows.sort((a, b) => timeAt(spans.start, a) - timeAt(spans.start, b));
    return {
      owner,
      machine,
      rows: Int32Array.from(rows),
      starts: Float64Array.from(rows, (row) => timeAt(spans.start, row)),
    };
  });
});

export function threadAt(trace: TraceData, { owner, rows, starts }: Thread, time: number): ThreadState {
  const { spans } = trace;
  const after = firstOver(starts, time);
  const [last, next] = [rows[after - 1], rows[after]];
  if (last !== undefined && timeAt(spans.end, last) > time) return { state: "running", row: last };
  if (next !== undefined) {
    const cause = numberAt(spans.cause, next);
    if (last !== undefined && cause === spanRef(last) && isHeld(trace, last, next))
      return { state: "stopped", row: next };
    const call = numberAt(spans.call, next);
    const woken = cause === NO_REF ? (trace.calls.start[call - 1] ?? Infinity) : endOf(trace, cause);
    if (woken <= time) return { state: "ready", call };
  }
  const call = openCall(trace, owner, time);
  return call === 0 ? { state: "idle" } : { state: "waiting", call };
}

/** Whether a thread kept its processor between two of its spans: nothing but interrupts ran there. */
function isHeld(trace: TraceData, last: number, next: number): boolean {
  const { spans } = trace;
  const track = numberAt(spans.track, next);
  const on = indexTrace(trace).tracks[track];
  if (on === undefined || spans.track[last] !== track) return false;
  const to = firstOver(on.starts, timeAt(spans.start, next), true);
  const between = on.rows.subarray(firstOver(on.starts, timeAt(spans.end, last), true), to);
  return between.length > 0 && between.every((row) => spans.owner[row] === INTERRUPT);
}

/** The call of a thread that has begun and not ended; 0 for none. */
function openCall(trace: TraceData, owner: number, time: number): number {
  const { calls } = trace;
  for (const row of listUnder(callsBy(trace), owner)) {
    if (timeAt(calls.start, row) <= time && time < timeAt(calls.end, row)) return row + 1;
  }
  return 0;
}

/** Rows of the calls of each thread whose spans the trace has. */
const callsBy = analysis((trace: TraceData): ReadonlyMap<number, readonly number[]> => {
  const { calls } = trace;
  const by = new Map<number, number[]>();
  for (let row = 0; row < calls.count; row++) {
    if (calls.first[row] === NO_REF) continue;
    gather(by, numberAt(calls.thread, row), row);
  }
  return by;
});
