/** How busy a controller that sends was, up to a moment of a run. */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { sendingSpans } from "../trace/sending.ts";
import { firstOver } from "../trace/trace-index.ts";

interface Busy {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Of all before each. */
  readonly sums: Float64Array;
}

const known = new WeakMap<TraceData, Map<number, Busy>>();

/** The share of the time so far; null at the beginning. A controller is busy while it moves a packet over the bus, too. */
export function busyBy(trace: TraceData, track: number, time: number): number | null {
  if (time <= 0) return null;
  const { starts, ends, sums } = busyOf(trace, track);
  const last = firstOver(starts, time) - 1;
  if (last < 0) return 0;
  return ((sums[last] ?? 0) + Math.min(time, timeAt(ends, last)) - timeAt(starts, last)) / time;
}

function busyOf(trace: TraceData, track: number): Busy {
  const all = known.get(trace) ?? new Map<number, Busy>();
  known.set(trace, all);
  const before = all.get(track);
  if (before !== undefined) return before;
  const merged = mergedSpans(trace, track);
  let sum = 0;
  const busy = {
    starts: Float64Array.from(merged, ([start]) => start),
    ends: Float64Array.from(merged, ([, end]) => end),
    sums: Float64Array.from(merged, ([start, end]) => {
      const so = sum;
      sum += end - start;
      return so;
    }),
  };
  all.set(track, busy);
  return busy;
}

/** Its own spans, and those by which packets come to it; where they overlap they count once. */
function mergedSpans(trace: TraceData, track: number): readonly (readonly [start: number, end: number])[] {
  const { packets, spans } = trace;
  const rows = new Set<number>();
  for (let row = 0; row < spans.count; row++) if (spans.track[row] === track) rows.add(row);
  for (let packet = 0; packet < packets.count; packet++) {
    if (numberAt(packets.from, packet) === track) for (const row of sendingSpans(trace, packet)) rows.add(row);
  }
  const merged: [number, number][] = [];
  for (const row of [...rows].toSorted((a, b) => timeAt(spans.start, a) - timeAt(spans.start, b))) {
    const [start, end] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
