/** The places in a figure of many machines: along time, and across the machines. */
import { FATES } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { alongOf } from "../figure/body.ts";
import { placesOn } from "../figure/places.ts";
import type { Places } from "../figure/places.ts";
import type { Rails } from "../figure/body.ts";
import { LOST_AT } from "../figure/packet-shapes.ts";
import type { Ends } from "../figure/packet-shapes.ts";
import type { TimeScale } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { ManyFrame } from "./many-frame.ts";
import { everybody } from "./arrange.ts";
import { trafficOf } from "./traffic.ts";
import type { Traffic } from "./traffic.ts";
import { numberAt, timeAt } from "../../../engine/kernel/reads.ts";

export interface ManyRails extends Rails {
  readonly shown: ShownCall;
  readonly trace: TraceData;
  readonly frame: ManyFrame;
  readonly traffic: Traffic;
}

export function railsOf(shown: ShownCall, frame: ManyFrame, scale: TimeScale): ManyRails {
  return {
    shown,
    trace: shown.trace,
    frame,
    traffic: trafficOf(frame.arrangement),
    scale,
    start: frame.start,
    laneAt: frame.lanes.map(({ at }) => at),
    laneSize: frame.lanes.map(({ size }) => size),
    above: [],
    mediumFrom: 0,
    mediumTo: 0,
    cableEdge: frame.cableEdge,
  };
}

/** The two ends, across, of a way from the row of one seat to that of another; null where they share a row. */
export function acrossOf({ frame }: ManyRails, source: number, target: number): readonly [number, number] | null {
  const [here, there] = [frame.rowOf[source] ?? 0, frame.rowOf[target] ?? 0];
  const [from, to] = [frame.rows[here], frame.rows[there]];
  if (here === there || from === undefined || to === undefined) return null;
  return here < there ? [from.to, to.from] : [from.from, to.to];
}

/** Whether a packet goes to all machines. */
export const isToAll = ({ trace, traffic, frame }: ManyRails, row: number): boolean =>
  traffic.seatTo[numberAt(trace.packets.to, row)] === everybody(frame.arrangement);

/** The ends of a packet's line, of a lost one that of its cross; null where it stays within a row. */
export function endsOf(rails: ManyRails, row: number): Ends | null {
  const { packets } = rails.trace;
  const source = rails.traffic.machineOf[numberAt(packets.from, row)] ?? -1;
  const target = rails.traffic.seatTo[numberAt(packets.to, row)] ?? -1;
  const across = source < 0 || target < 0 ? null : acrossOf(rails, source, target);
  if (across === null) return null;
  const ends: Ends = [
    alongOf(rails, timeAt(packets.departs, row)),
    across[0],
    alongOf(rails, timeAt(packets.arrives, row)),
    across[1],
  ];
  return packets.fate[row] === LOST ? lostWay(rails, ends, source, target) : ends;
}

/**
 * The way of a lost packet from its sender to its cross.
 * @param ends of its whole way
 * @param source and target: seats of the arrangement
 */
export function lostWay({ frame }: Pick<ManyRails, "frame">, ends: Ends, source: number, target: number): Ends {
  const [x0, y0, x1, y1] = ends;
  const x = x0 + (x1 - x0) * LOST_AT;
  const { losses, rows, rowOf } = frame;
  if (losses !== null && (source === 0 || target === 0)) return [x0, y0, x, (losses.from + losses.to) / 2];
  const [here, there] = [rowOf[source] ?? 0, rowOf[target] ?? 0];
  const [row, next] = [rows[here], rows[here + Math.sign(there - here)]];
  if (row === undefined || next === undefined) return [x0, y0, x, y0 + (y1 - y0) * LOST_AT];
  const gap = there > here ? next.from - row.to : row.from - next.to;
  return [x0, y0, x, y0 + (Math.sign(there - here) * gap) / 2];
}

/** A machine that shares its row has no band of its own. */
export function placesOfMany(rails: ManyRails, of: Places["of"]): Places {
  const { rows, bands, arrangement } = rails.frame;
  const alone = new Set(rows.flatMap(({ machines }) => (machines.length === 1 ? machines : [])));
  const own = bands.filter(({ machine }) => alone.has(arrangement.plan.machines.indexOf(machine)));
  return placesOn(rails.shown, { rails, bands: own, packet: (row) => endsOf(rails, row), of });
}

const LOST = FATES.indexOf("lost");

export const FAR = 400; // px
