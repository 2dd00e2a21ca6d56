/**
 * Finds the rows in view without a look at all rows: rows by track in order of time, with the latest end so far (for
 * the binary search) and the busy time so far (for the density view). Built once a trace.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { analysis } from "./analysis.ts";

export interface TrackRows {
  readonly rows: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** latest[i] = the greatest end among the first i + 1. */
  readonly latest: Float64Array;
  /** busy[i] = time taken by the first i. */
  readonly busy: Float64Array;
}

interface TraceIndex {
  /** Spans by track. */
  readonly tracks: readonly TrackRows[];
  readonly packets: TrackRows;
  readonly marks: TrackRows;
}

/** Rows first to last in order of time, whatever order they were recorded in. */
function inOrder(rows: Int32Array, starts: Float64Array, ends: Float64Array): TrackRows {
  const count = rows.length;
  let sorted = true;
  for (let i = 1; i < count && sorted; i++)
    sorted = timeAt(starts, numberAt(rows, i - 1)) <= timeAt(starts, numberAt(rows, i));
  if (!sorted) rows.sort((a, b) => timeAt(starts, a) - timeAt(starts, b) || a - b);
  const times = new Float64Array(4 * count + 1); // one array: a run may have thousands of tracks
  const [from, to] = [times.subarray(0, count), times.subarray(count, 2 * count)];
  const [latest, busy] = [times.subarray(2 * count, 3 * count), times.subarray(3 * count)];
  let far = -Infinity;
  for (let i = 0; i < count; i++) {
    const row = numberAt(rows, i);
    from[i] = timeAt(starts, row);
    to[i] = timeAt(ends, row);
    far = Math.max(far, timeAt(to, i));
    latest[i] = far;
    busy[i + 1] = timeAt(busy, i) + timeAt(to, i) - timeAt(from, i);
  }
  return { rows, starts: from, ends: to, latest, busy };
}

function all(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

export const indexTrace = analysis((trace: TraceData): TraceIndex => {
  const { spans, packets, marks } = trace;
  const tracks = numbered(spans.track, spans.count, trace.tracks.length).map((rows) =>
    inOrder(rows, spans.start, spans.end),
  );
  const flights = inOrder(all(packets.count), packets.departs, packets.arrives);
  return { tracks, packets: flights, marks: inOrder(all(marks.count), marks.at, marks.at) };
});

/** Rows by the number that a column has for them, 0 to `numbers` - 1, each list in their order. */
function numbered(column: Int32Array, count: number, numbers: number): Int32Array[] {
  const ends = new Int32Array(numbers + 1); // of the lists, one after the other
  for (let row = 0; row < count; row++) ends[numberAt(column, row)] = numberAt(ends, numberAt(column, row)) + 1;
  for (let number = 1; number <= numbers; number++) {
    ends[number] = numberAt(ends, number) + numberAt(ends, number - 1);
  }
  const begins = ends.slice();
  const rows = new Int32Array(count);
  for (let row = count - 1; row >= 0; row--) {
    const at = numberAt(begins, numberAt(column, row)) - 1;
    rows[at] = row;
    begins[numberAt(column, row)] = at;
  }
  return Array.from({ length: numbers }, (_, number) => rows.subarray(begins[number], ends[number]));
}

/** First position whose value is greater than `value` (or at least, where `orEqual`); the values ascend. */
export function firstOver(values: Float64Array, value: number, orEqual = false): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = timeAt(values, middle);
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

/** The time that the rows take of [from, to]. It is exact where rows do not overlap; those of one resource never do. */
export function busyWithin(list: TrackRows, from: number, to: number): number {
  return busyUntil(list, to) - busyUntil(list, from);
}

/** The time that the rows take before `time`. */
export function busyUntil(list: TrackRows, time: number): number {
  const begun = firstOver(list.starts, time);
  const whole = timeAt(list.busy, begun);
  if (begun === 0) return 0;
  return whole - Math.max(0, timeAt(list.ends, begun - 1) - time);
}
