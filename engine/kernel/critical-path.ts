/**
 * The critical path of a call: the chain of causes from its last row back to its start. Where a row starts later than
 * its cause ended, it waited. Work and waits follow on one another, so they sum exactly to the call's elapsed time.
 */
import type { Nanos } from "./time.ts";
import { causeOf, numberAt, outcomeOf, timeAt } from "./reads.ts";
import { NO_REF, refRow, refTable } from "./trace-data.ts";
import type { Ref, TraceData } from "./trace-data.ts";
import { endOf, startOf } from "./trace-tables.ts";

export { endOf, startOf } from "./trace-tables.ts";

/** A stretch of the path: the row `ref` at work (a packet: under way), or `ref` waiting to begin. from < to. */
export interface PathSegment {
  readonly ref: Ref;
  readonly part: "work" | "wait";
  readonly from: Nanos;
  readonly to: Nanos;
}

/**
 * The segments of a call in time order, contiguous from its start to its end. Where the call ended later than its last
 * row, that row's ref stands for the wait; where it has no last row, NO_REF. Throws RangeError where there is no such
 * call, it has not ended, or its rows were not kept.
 */
export function criticalPath(trace: TraceData, call: number): PathSegment[] {
  const { calls } = trace;
  const row = call - 1;
  if (calls.outcome[row] === undefined) throw new RangeError(`critical path: no call ${call}, want 1..${calls.count}.`);
  if (outcomeOf(trace, row) === "pending") {
    throw new RangeError(`critical path: call ${call} had not ended when the run did. Choose one that returned.`);
  }
  const start = timeAt(calls.start, row);
  const last = numberAt(calls.last, row);
  if (last !== NO_REF && !isKept(trace, last)) throw notKept(trace, call);
  const segments: PathSegment[] = [];
  // Walks from the end of the call to its start; `to` is where the part already covered begins.
  let to = timeAt(calls.end, row);
  const cover = (ref: Ref, part: PathSegment["part"], from: Nanos): void => {
    const clipped = Math.max(from, start);
    if (clipped >= to) return;
    segments.push({ ref, part, from: clipped, to });
    to = clipped;
  };
  if (last !== NO_REF) cover(last, "wait", endOf(trace, last));
  for (let ref = last, cause; ref !== NO_REF && to > start; ref = cause) {
    cause = causeOf(trace, ref);
    cover(ref, "work", startOf(trace, ref));
    cover(ref, "wait", cause === NO_REF ? start : endOf(trace, cause));
  }
  cover(last, "wait", start);
  return segments.reverse();
}

function isKept(trace: TraceData, ref: Ref): boolean {
  return refRow(ref) < trace[`${refTable(ref)}s`].count;
}

function notKept(trace: TraceData, call: number): RangeError {
  const have = trace.spans.count === 0 ? "no rows were" : "only earlier rows were";
  return new RangeError(
    `critical path: the rows of call ${call} were not kept (${have}). Keep "all" or { calls: ${call} }.`,
  );
}
