/**
 * Finding what is in view without looking at everything: rows by track in order of time, with the latest end so far
 * (for the binary search) and the busy time so far (for the density view). Built once a trace.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";

export interface TrackRows {
  readonly rows: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** latest[i] = the greatest end among the first i + 1. */
  readonly latest: Float64Array;
  /** busy[i] = time taken by the first i. */
  readonly busy: Float64Array;
}

export interface TraceIndex {
  /** Spans by track. */
  readonly tracks: readonly TrackRows[];
  readonly packets: TrackRows;
  readonly marks: TrackRows;
}

function inOrder(rows: Int32Array, starts: Float64Array, ends: Float64Array): TrackRows {
  let sorted = true;
  for (let i = 1; i < rows.length && sorted; i++) {
    sorted = (starts[rows[i - 1] ?? 0] ?? 0) <= (starts[rows[i] ?? 0] ?? 0);
  }
  if (!sorted) rows.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b);
  const count = rows.length;
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const latest = new Float64Array(count);
  const busy = new Float64Array(count + 1);
  let far = -Infinity;
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? 0;
    from[i] = starts[row] ?? 0;
    to[i] = ends[row] ?? 0;
    far = Math.max(far, to[i] ?? 0);
    latest[i] = far;
    busy[i + 1] = (busy[i] ?? 0) + (to[i] ?? 0) - (from[i] ?? 0);
  }
  return { rows, starts: from, ends: to, latest, busy };
}

const known = new WeakMap<TraceData, TraceIndex>();

export function indexTrace(trace: TraceData): TraceIndex {
  const before = known.get(trace);
  if (before !== undefined) return before;
  const { spans, packets, marks } = trace;
  const counts = new Int32Array(trace.tracks.length);
  for (let row = 0; row < spans.count; row++) {
    const track = spans.track[row] ?? 0;
    counts[track] = (counts[track] ?? 0) + 1;
  }
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < spans.count; row++) {
    const track = spans.track[row] ?? 0;
    const list = lists[track];
    const at = counts[track] ?? 0;
    if (list !== undefined) list[at] = row;
    counts[track] = at + 1;
  }
  const index: TraceIndex = {
    tracks: lists.map((rows) => inOrder(rows, spans.start, spans.end)),
    packets: inOrder(
      Int32Array.from({ length: packets.count }, (_, row) => row),
      packets.departs,
      packets.arrives,
    ),
    marks: inOrder(
      Int32Array.from({ length: marks.count }, (_, row) => row),
      marks.at,
      marks.at,
    ),
  };
  known.set(trace, index);
  return index;
}

/** First position whose value is greater than `value` (or at least, where `orEqual`); the values ascend. */
export function firstOver(values: Float64Array, value: number, orEqual = false): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = values[middle] ?? 0;
    if (at > value || (orEqual && at === value)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Positions [low, high) that hold every row touching [from, to]; a few before `low`'s own end may be included. */
export function rowsWithin(list: TrackRows, from: number, to: number): readonly [number, number] {
  const low = firstOver(list.latest, from, true);
  const high = firstOver(list.starts, to);
  return [Math.min(low, high), high];
}

/** How much of [from, to] the rows take; exact where they do not overlap, which the rows of one resource do not. */
export function busyWithin(list: TrackRows, from: number, to: number): number {
  return busyUntil(list, to) - busyUntil(list, from);
}

/** How much the rows take before `time`. */
export function busyUntil(list: TrackRows, time: number): number {
  const begun = firstOver(list.starts, time);
  const whole = list.busy[begun] ?? 0;
  if (begun === 0) return 0;
  return whole - Math.max(0, (list.ends[begun - 1] ?? 0) - time);
}
