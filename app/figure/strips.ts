/** How busy lanes and the one medium are: strips for ink where there is too much to draw one by one. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { itemAt, timeAt } from "../../engine/kernel/reads.ts";
import { analysis } from "../trace/analysis.ts";
import { busyUntil, firstOver, indexTrace } from "../trace/trace-index.ts";
import { FULL_PACKETS } from "./density.ts";
import type { Counted, Strips } from "./density.ts";
import { wireOf } from "./frame.ts";
import type { Rails } from "./rails.ts";

const WIRE_EDGE = 6;

/** Lanes, and the strip of the one medium. */
export function stripsOfLanes({ trace, shown, frame }: Rails): Strips {
  const wire = wireOf(frame);
  const { tracks, packets } = indexTrace(trace);
  const work = shown.plan.lanes.map((lane, i): Counted => {
    const rows = lane.tracks.flatMap((track) => itemAt(tracks, track, "track")).filter((list) => list.rows.length > 0);
    const { at, size } = itemAt(frame.lanes, i, "lane");
    const until = (time: number): number => rows.reduce((sum, list) => sum + busyUntil(list, time), 0);
    return { at, size, until, full: (nanos) => Math.max(1, nanos) };
  });
  const strip = { at: wire.from + WIRE_EDGE, size: wire.to - wire.from - 2 * WIRE_EDGE };
  const lost = lostTimes(trace);
  return {
    wide: 1,
    work,
    packets: [{ ...strip, until: (time) => firstOver(packets.starts, time), full: () => 3 * FULL_PACKETS }],
    lost: [{ ...strip, until: (time) => firstOver(lost, time), full: () => 1 }],
  };
}

/** When lost packets left, in order. */
const lostTimes = analysis((trace: TraceData): Float64Array => {
  const { packets } = trace;
  const rows = indexTrace(trace).packets.rows.filter((row) => packets.fate[row] === 1);
  return Float64Array.from(rows, (row) => timeAt(packets.departs, row));
});
