/** More than can be drawn one by one: ink by how busy each row is, and by how many packets leave it and reach it. */
import { columns } from "../density.ts";
import type { Shape } from "../drawing.ts";
import { firstOver, indexTrace } from "../trace-index.ts";
import type { ManyFrame } from "./frame.ts";
import type { ManyRails } from "./rails.ts";

/** Work of a row of any number of machines: when it begins and ends, with the sums of these times. */
interface Busy {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly startSums: Float64Array;
  readonly endSums: Float64Array;
}

interface RowTimes {
  readonly busy: Busy;
  /** When packets leave the row or reach it; when those leave that are lost. */
  readonly packets: Float64Array;
  readonly lost: Float64Array;
}

const known = new WeakMap<ManyFrame, readonly RowTimes[]>();

function timesOf(rails: ManyRails): readonly RowTimes[] {
  const before = known.get(rails.frame);
  if (before !== undefined) return before;
  const { frame, trace, traffic } = rails;
  const lists = frame.rows.map(() => ({
    starts: [] as number[],
    ends: [] as number[],
    packets: [] as number[],
    lost: [] as number[],
  }));
  const isWire = trace.steps.map(({ layer }) => layer === "wire");
  for (const [track, { rows }] of indexTrace(trace).tracks.entries()) {
    const list = lists[frame.rowOf[traffic.machineOf[track] ?? -1] ?? -1];
    for (const row of list === undefined ? [] : rows) {
      if (isWire[trace.spans.step[row] ?? -1] === true) continue; // mirrors its packet
      list?.starts.push(trace.spans.start[row] ?? 0);
      list?.ends.push(trace.spans.end[row] ?? 0);
    }
  }
  const { packets } = trace;
  for (let row = 0; row < packets.count; row++) {
    const source = lists[frame.rowOf[traffic.machineOf[packets.from[row] ?? -1] ?? -1] ?? -1];
    const target = lists[frame.rowOf[traffic.machineOf[packets.to[row] ?? -1] ?? -1] ?? -1];
    source?.packets.push(packets.departs[row] ?? 0);
    if (packets.fate[row] === 1) source?.lost.push(packets.departs[row] ?? 0);
    else target?.packets.push(packets.arrives[row] ?? 0);
  }
  const times = lists.map((list): RowTimes => {
    const [starts, ends] = [Float64Array.from(list.starts).sort(), Float64Array.from(list.ends).sort()];
    return {
      busy: { starts, ends, startSums: sums(starts), endSums: sums(ends) },
      packets: Float64Array.from(list.packets).sort(),
      lost: Float64Array.from(list.lost).sort(),
    };
  });
  known.set(frame, times);
  return times;
}

function sums(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) result[i + 1] = (result[i] ?? 0) + (values[i] ?? 0);
  return result;
}

/** How much work was done before `time`, on all machines of a row together. */
function busyUntil({ starts, ends, startSums, endSums }: Busy, time: number): number {
  const [begun, ended] = [firstOver(starts, time), firstOver(ends, time)];
  return time * (begun - ended) - (startSums[begun] ?? 0) + (endSums[ended] ?? 0);
}

/** A column's width: narrower ones could not be told apart between so many rows, and take long to draw. */
const columnOf = (rows: number): number => (rows > 40 ? 9 : rows > 15 ? 4 : 2);

/** What there is too much of to be drawn one by one. */
export interface Dense {
  readonly work: boolean;
  readonly packets: boolean;
  readonly lost: boolean;
}

/** This many packets a pixel are full ink. */
const FULL_PACKETS = 2;
const MOST_GAP = 10;

/** Work as ink in the lanes; packets as ink beside them, and in crimson where they were lost. */
export function densityShapes(
  rails: ManyRails,
  dense: Dense,
): { readonly work: readonly Shape[]; readonly packets: readonly Shape[]; readonly lost: readonly Shape[] } {
  const [work, flights, losses]: [Shape[], Shape[], Shape[]] = [[], [], []];
  if (!dense.work && !dense.packets && !dense.lost) return { work, packets: flights, lost: losses };
  const { frame, scale } = rails;
  const wide = columnOf(frame.rows.length);
  const edges = Float64Array.from({ length: Math.floor(scale.length / wide) + 1 }, (_, x) => scale.time(x * wide));
  for (const [i, { busy, packets, lost }] of timesOf(rails).entries()) {
    const row = frame.rows[i];
    if (row === undefined) continue;
    const lane = { at: row.at, size: row.size };
    const gap = { at: row.to + 0.5, size: Math.max(1, Math.min(MOST_GAP, frame.pitch - (row.to - row.from) - 1)) };
    if (dense.work) {
      const full = (nanos: number): number => Math.max(1, nanos * (row.end - row.first));
      work.push(...columns(rails, edges, lane, "ink", (time) => busyUntil(busy, time), full, wide));
    }
    if (dense.packets) {
      const count = (time: number): number => firstOver(packets, time);
      flights.push(...columns(rails, edges, gap, "ink", count, () => FULL_PACKETS * wide, wide));
    }
    if ((dense.packets || dense.lost) && lost.length > 0) {
      const count = (time: number): number => firstOver(lost, time);
      losses.push(...columns(rails, edges, gap, "lost", count, () => 1, wide));
    }
  }
  return { work, packets: flights, lost: losses };
}
