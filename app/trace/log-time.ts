/**
 * Logarithmic time: waits that double stand equally far apart. It counts from the start of the call. Up to `unit` after
 * it time is nearly linear, because a logarithm has no beginning; from there on each doubling takes the same room. The
 * unit is the time until the first packet of the call has arrived, so that the first way across the network has about
 * the room of one doubling. A call without a packet takes its first step for it.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import type { Stretch } from "./folds.ts";

export interface LogTime {
  /** Where it counts from. */
  readonly from: number;
  /** Nanoseconds up to which it is nearly linear. */
  readonly unit: number;
}

/** Nothing in a run is shorter than this. */
const LEAST_UNIT = 100;

/** Logarithmic time of a call; of the whole run where `call` is 0. */
export function logTimeOf(trace: TraceData, call: number, { from }: Stretch): LogTime {
  const first = firstEnd(trace.packets, trace.packets.arrives, call, from);
  const unit = first < Infinity ? first : firstEnd(trace.spans, trace.spans.end, call, from);
  return { from, unit: unit < Infinity ? Math.max(LEAST_UNIT, unit - from) : LEAST_UNIT };
}

type Rows = Pick<TraceData["packets"], "count" | "call">;

/** The first of these ends that comes after a moment, in the rows of a call, or of all calls; Infinity without one. */
function firstEnd(rows: Rows, ends: Float64Array, call: number, after: number): number {
  let first = Infinity;
  for (let row = 0; row < rows.count; row++) {
    const end = timeAt(ends, row);
    if ((call === 0 || rows.call[row] === call) && end > after && end < first) first = end;
  }
  return first;
}

/** Time to logarithmic time: nanoseconds near the start. Time before the start mirrors it. */
export function toLog(time: number, { from, unit }: LogTime): number {
  const since = time - from;
  return Math.sign(since) * unit * Math.log1p(Math.abs(since) / unit);
}

/** Logarithmic time to time. */
export const fromLog = (log: number, { from, unit }: LogTime): number =>
  from + Math.sign(log) * unit * Math.expm1(Math.abs(log) / unit);

/** By how much logarithmic time grows in a nanosecond. */
export const logSlope = (time: number, { from, unit }: LogTime): number => unit / (unit + Math.abs(time - from));
