/** The table of calls in a trace: all of a run are kept, whatever else is. */
import type { Nanos } from "./time.ts";
import { NO_REF, OUTCOMES, spanRef, type CallColumns, type Outcome, type Ref, type SpanColumns } from "./trace-data.ts";
import type { TraceHash } from "./trace-hash.ts";
import { callTable, resize } from "./trace-tables.ts";

// The kinds of records, as they enter the hash; the others stand in trace.ts.
const CALL_BEGINS = 7;
const CALL_STARTS = 8;
const CALL_ENDS = 9;
const CALL_WASTED = 14;

const TWO_32 = 2 ** 32;
const PENDING = OUTCOMES.indexOf("pending");
const FAILED = OUTCOMES.indexOf("failed");
const CANCELLED = OUTCOMES.indexOf("cancelled");
const WASTED = OUTCOMES.indexOf("wasted");

export class CallRows {
  readonly calls = callTable();
  ended = 0; // calls so far
  private readonly hash: TraceHash;

  constructor(hash: TraceHash) {
    this.hash = hash;
  }

  /** A call begins: its number, from 1. */
  begin(thread: number, at: Nanos): number {
    const { calls, hash } = this;
    const row = calls.count;
    hash.add(CALL_BEGINS, thread, (at / TWO_32) | 0, at | 0);
    if (row === calls.thread.length) resize(calls, row * 2);
    calls.thread[row] = thread;
    calls.start[row] = at;
    calls.end[row] = at;
    calls.outcome[row] = PENDING;
    calls.first[row] = NO_REF;
    calls.last[row] = NO_REF;
    calls.count = row + 1;
    return row + 1;
  }

  /** Names the first span of a call. */
  starts(call: number, ref: Ref): void {
    const row = this.rowOf(call);
    this.hash.add(CALL_STARTS, call, ref, 0);
    this.calls.first[row] = ref;
  }

  end(call: number, at: Nanos, outcome: Outcome, last: Ref): void {
    const { calls, hash } = this;
    const row = this.rowOf(call);
    if (calls.outcome[row] !== PENDING)
      throw new RangeError(`trace: call ${call} ended at ${calls.end[row]} ns already.`);
    const index = OUTCOMES.indexOf(outcome);
    if (index === PENDING || index === WASTED) {
      const ends = OUTCOMES.filter((_, other) => other !== PENDING && other !== WASTED);
      throw new RangeError(`trace: call ${call} cannot end as "${outcome}". Say one of ${ends.join(", ")}.`);
    }
    hash.add(CALL_ENDS, call, index, last);
    hash.add((at / TWO_32) | 0, at | 0, 0, 0);
    calls.end[row] = at;
    calls.outcome[row] = index;
    calls.last[row] = last;
    this.ended++;
  }

  /** A call was served. Where its caller had left, it is wasted from now on; its end stays where it was. */
  served(call: number): void {
    const { calls, hash } = this;
    const row = this.rowOf(call);
    const outcome = calls.outcome[row];
    if (outcome !== FAILED && outcome !== CANCELLED) return;
    hash.add(CALL_WASTED, call, 0, 0);
    calls.outcome[row] = WASTED;
  }

  /** Gives a pending call `elapsed` as its end, and one without a named first span the first of `spans`. */
  static fill(calls: CallColumns, spans: SpanColumns, elapsed: Nanos): void {
    for (let row = 0; row < calls.count; row++) if (calls.outcome[row] === PENDING) calls.end[row] = elapsed;
    for (let row = 0; row < spans.count; row++) {
      const call = spans.call[row] as number;
      if (call > 0 && calls.first[call - 1] === NO_REF) calls.first[call - 1] = spanRef(row);
    }
  }

  private rowOf(call: number): number {
    if (call >= 1 && call <= this.calls.count) return call - 1;
    throw new RangeError(`trace: no call ${call} was begun; ${this.calls.count} were.`);
  }
}
