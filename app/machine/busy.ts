/**
 * The time for which a part of a machine was busy, from the spans of the trace. A processor, a bus and a network are
 * busy while a span is on them. A controller with steps of its own is occupied from the first of them to the last, also
 * while it waits for bus or network: no other packet can use it.
 */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "../trace/analysis.ts";
import { busyWithin, firstOver, indexTrace } from "../trace/trace-index.ts";
import { journeysOf, sendingSpans } from "./stays.ts";
import { gather } from "../../engine/kernel/tally.ts";

interface Occupied {
  readonly from: number;
  readonly to: number;
}

/** Nanoseconds of [from, to] for which a track was busy. */
export function busyOf(trace: TraceData, track: number, from: number, to: number): number {
  const occupied = occupiedTracks(trace).get(track);
  if (occupied === undefined) {
    const rows = indexTrace(trace).tracks[track];
    return rows === undefined ? 0 : busyWithin(rows, from, to);
  }
  let [sum, until] = [0, from];
  for (const one of occupied) {
    const [begins, ends] = [Math.max(one.from, until), Math.min(one.to, to)];
    if (ends <= begins) continue;
    sum += ends - begins;
    until = ends;
  }
  return sum;
}

/** Of each controller that packets were seen in, when it was occupied, in order of time. */
const occupiedTracks = analysis((trace: TraceData): ReadonlyMap<number, readonly Occupied[]> => {
  const { all } = journeysOf(trace);
  const tracks = new Map<number, Occupied[]>();
  const add = (track: number, one: Occupied): void => void gather(tracks, track, one);
  for (const { packet } of all) sending(trace, packet, add);
  const arrives = (packet: number): number => timeAt(trace.packets.arrives, packet);
  for (const journey of all.toSorted((a, b) => arrives(a.packet) - arrives(b.packet))) {
    const bus = journey.stays.find(({ kind, way }) => way === "in" && kind === "bus");
    if (bus === undefined) continue;
    const track = numberAt(trace.packets.to, journey.packet);
    const from = Math.max(arrives(journey.packet), tracks.get(track)?.at(-1)?.to ?? 0);
    add(track, { from, to: workedUntil(trace, track, bus.to) });
  }
  return tracks;
});

/** From the first step of the hardware for a packet to the last, which may come when its last bit has left. */
function sending(trace: TraceData, packet: number, add: (track: number, one: Occupied) => void): void {
  const { packets, spans } = trace;
  const [first] = sendingSpans(trace, packet);
  if (first === undefined) return;
  const track = numberAt(packets.from, packet);
  add(track, { from: timeAt(spans.start, first), to: workedUntil(trace, track, timeAt(packets.departs, packet)) });
}

/** The end of the spans on a track that follow on one another from a moment on; the moment where none does. */
function workedUntil(trace: TraceData, track: number, from: number): number {
  const own = indexTrace(trace).tracks[track];
  let until = from;
  for (let i = own === undefined ? 0 : firstOver(own.starts, from, true); own?.starts[i] === until; i++) {
    until = timeAt(own.ends, i);
  }
  return until;
}
