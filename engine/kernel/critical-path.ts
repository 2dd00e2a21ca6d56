/**
 * The critical path of a call: the chain of causes from its last row back to its start. Where a row starts later than
 * its cause ended, it waited. Work and waits follow on one another, so they sum exactly to the call's elapsed time.
 */
import type { Nanos } from "./time.ts";
import { causeOf, itemAt, numberAt, outcomeOf, timeAt } from "./reads.ts";
import { NO_REF, refRow, refTable } from "./trace-data.ts";
import type { Layer, Ref, Source, TraceData } from "./trace-data.ts";
import { endOf, startOf } from "./trace-tables.ts";

export { endOf, startOf } from "./trace-tables.ts";

/** A stretch of the path: the row `ref` at work (a packet: under way), or `ref` waiting to begin. from < to. */
export interface PathSegment {
  readonly ref: Ref;
  readonly part: "work" | "wait";
  readonly from: Nanos;
  readonly to: Nanos;
}

/** Neighbouring segments of one name on one machine. */
export interface WaterfallRow {
  readonly name: string; // the step's group where it has one, else the step; a packet's kind; a mark's label
  readonly machine: string; // "" for the medium
  readonly layer: Layer;
  readonly from: Nanos;
  readonly to: Nanos;
  readonly nanos: Nanos; // to - from
  readonly refs: readonly Ref[];
  /** The source of the first step's duration; null for packets and marks. */
  readonly source: Source | null;
  readonly wait: boolean; // true: waiting for this to begin
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

/** The critical path, neighbours of one name and machine merged; sums to the call's elapsed time. Throws likewise. */
export const waterfall = (trace: TraceData, call: number): WaterfallRow[] => [
  ...mergedSegments(trace, criticalPath(trace, call)),
];

/** The rows of a critical path one after the other: a caller may do other work between two of them. */
export function* mergedSegments(trace: TraceData, path: Iterable<PathSegment>): Generator<WaterfallRow> {
  let row: (WaterfallRow & { to: number; nanos: number }) | undefined;
  let refs: Ref[] = [];
  for (const { ref, part, from, to } of path) {
    const [info, wait] = [describe(trace, ref), part === "wait"];
    if (row !== undefined && row.name === info.name && row.machine === info.machine && row.wait === wait) {
      refs.push(ref);
      row.to = to;
      row.nanos = to - row.from;
    } else {
      if (row !== undefined) yield row;
      refs = ref === NO_REF ? [] : [ref];
      row = { ...info, from, to, nanos: to - from, refs, wait };
    }
  }
  if (row !== undefined) yield row;
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

function describe(trace: TraceData, ref: Ref): Pick<WaterfallRow, "name" | "machine" | "layer" | "source"> {
  if (ref === NO_REF) return { name: "unrecorded", machine: "", layer: "other", source: null };
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet") {
    const name = itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind");
    return { name, machine: "", layer: "wire", source: null };
  }
  const { machine } = itemAt(trace.tracks, numberAt(trace[`${table}s`].track, row), "track");
  if (table === "mark") {
    const name = itemAt(trace.labels, numberAt(trace.marks.label, row), "label");
    return { name, machine, layer: "other", source: null };
  }
  const step = itemAt(trace.steps, numberAt(trace.spans.step, row), "step");
  return { name: step.group ?? step.name, machine, layer: step.layer, source: step.source };
}
