/** The places in a figure, as drawing needs them: along time, and across machines and lanes. */
import { FATES } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { TimeScale } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import { everybody } from "./arrange.ts";
import { wireOf } from "./frame.ts";
import type { Frame, LanePlace } from "./frame.ts";
import { GROUND_AT, LOST_AT } from "./packet-shapes.ts";
import type { Ends } from "./packet-shapes.ts";
import { trafficOf } from "./traffic.ts";
import type { Traffic } from "./traffic.ts";

/** Time along. */
export interface Along {
  readonly scale: TimeScale;
  /** The place along at which the scale begins. */
  readonly start: number;
}

export interface Rails extends Along {
  readonly shown: ShownCall;
  readonly trace: TraceData;
  readonly frame: Frame;
  readonly traffic: Traffic;
  readonly cableEdge: number;
  /** The place across at which a packet of a machine to itself turns; left out where none is drawn. */
  readonly turnsAt?: number;
}

export function railsOf(shown: ShownCall, frame: Frame, scale: TimeScale): Rails {
  const { wire } = frame;
  return {
    ...{ shown, trace: shown.trace, frame, traffic: trafficOf(frame.arrangement), scale, start: frame.start },
    cableEdge: frame.cableEdge,
    ...(wire !== null && { turnsAt: (wire.from + wire.to) / 2 }),
  };
}

export const laneAt = ({ frame }: Pick<Rails, "frame">, lane: number): LanePlace => itemAt(frame.lanes, lane, "lane");

export const alongOf = ({ start, scale }: Along, time: number): number => start + scale.at(time);

/** A stretch of time along, cut to what is in view with a little over. */
export function clip(rails: Along, from: number, to: number): readonly [number, number] {
  const low = rails.start - 12;
  const high = rails.start + rails.scale.length + 12;
  return [Math.max(low, alongOf(rails, from)), Math.min(high, alongOf(rails, to))];
}

/** The way of packets: between two seats of the arrangement, and between the lanes of two controllers. */
interface Way {
  readonly source: number;
  readonly target: number;
  readonly fromLane: number;
  readonly toLane: number;
}

function wayOf({ trace: { packets }, traffic, shown }: Rails, row: number): Way {
  const [from, to] = [numberAt(packets.from, row), numberAt(packets.to, row)];
  return {
    source: numberAt(traffic.machineOf, from),
    target: numberAt(traffic.seatTo, to),
    fromLane: numberAt(shown.plan.laneOf, from),
    toLane: numberAt(shown.plan.laneOf, to),
  };
}

/**
 * The two ends of a way, across: of the lanes' sides that face the medium between two machines, of two rows among many.
 * Null where nothing is drawn, because both ends are in one row.
 */
export function acrossOf(rails: Rails, way: Way): readonly [number, number] | null {
  const { frame } = rails;
  if (frame.wire !== null) return acrossWire(rails, way);
  if (way.source < 0 || way.target < 0) return null;
  const [here, there] = [numberAt(frame.rowOf, way.source), numberAt(frame.rowOf, way.target)];
  const [from, to] = [frame.rows[here], frame.rows[there]];
  if (here === there || from === undefined || to === undefined) return null;
  return here < there ? [from.to, to.from] : [from.from, to.to];
}

/** A packet of machines that are not drawn crosses the strip of the medium alone. */
function acrossWire(rails: Rails, { fromLane, toLane }: Way): readonly [number, number] {
  const wire = wireOf(rails.frame);
  const isAbove = (lane: number): boolean => rails.shown.plan.lanes[lane]?.above === true;
  const edge = (lane: number): number => {
    const { at, size } = laneAt(rails, lane);
    return at + (isAbove(lane) ? size : 0);
  };
  const down = fromLane < 0 ? !isAbove(toLane) : isAbove(fromLane);
  const [near, far] = down ? [wire.from, wire.to] : [wire.to, wire.from];
  return [fromLane < 0 ? near : edge(fromLane), toLane < 0 ? far : edge(toLane)];
}

/** Whether a packet goes to all of many machines. */
export const isToAll = ({ trace, traffic, frame }: Rails, row: number): boolean =>
  frame.wire === null && traffic.seatTo[numberAt(trace.packets.to, row)] === everybody(frame.arrangement);

/** The ends of the whole way of a packet, lost or not; null where it stays within a row. */
export function wholeWay(rails: Rails, row: number): Ends | null {
  const { packets } = rails.trace;
  const across = acrossOf(rails, wayOf(rails, row));
  if (across === null) return null;
  return [
    alongOf(rails, timeAt(packets.departs, row)),
    across[0],
    alongOf(rails, timeAt(packets.arrives, row)),
    across[1],
  ];
}

/** The ends of a packet's line, of a lost one that of its cross; null where it stays within a row. */
export function endsOf(rails: Rails, row: number): Ends | null {
  const ends = wholeWay(rails, row);
  return ends !== null && rails.trace.packets.fate[row] === LOST ? lostWay(rails, ends, wayOf(rails, row)) : ends;
}

/** The way of a lost packet from its sender to its cross. @param ends of its whole way */
export function lostWay({ frame, turnsAt }: Rails, ends: Ends, { source, target }: Way): Ends {
  const [x0, y0, x1, y1] = ends;
  const x = x0 + (x1 - x0) * LOST_AT;
  const { losses, rows, rowOf, wire } = frame;
  if (wire !== null) return [x0, y0, x, y0 === y1 ? (turnsAt ?? y0) : y0 + (y1 - y0) * LOST_AT];
  if (losses !== null && (source === 0 || target === 0)) return [x0, y0, x, (losses.from + losses.to) / 2];
  const [here, there] = [numberAt(rowOf, source), numberAt(rowOf, target)];
  const [row, next] = [rows[here], rows[here + Math.sign(there - here)]];
  if (row === undefined || next === undefined) return [x0, y0, x, y0 + (y1 - y0) * LOST_AT];
  const gap = there > here ? next.from - row.to : row.from - next.to;
  return [x0, y0, x, y0 + (Math.sign(there - here) * gap) / 2];
}

/** The ground of a way between two machines, to which a lost packet falls; null among many machines. */
export function groundOf(rails: Rails, way: Way): number | null {
  const across = rails.frame.wire === null ? null : acrossOf(rails, way);
  if (across === null) return null;
  const [a, b] = across;
  const far = a === b && rails.turnsAt !== undefined ? 2 * rails.turnsAt - a : b;
  return Math.min(a, far) + GROUND_AT * Math.abs(far - a);
}

const LOST = FATES.indexOf("lost");

export const FAR = 400; // px
