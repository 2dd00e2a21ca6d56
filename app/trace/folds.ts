/**
 * Long silences are folded out of the axis. "Plain" time is time with the folds taken out: views zoom and pan in it, so
 * that neither ever lands in a silence.
 */
import { refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";
import { itemAt, timeAt } from "../../engine/kernel/reads.ts";

/** A stretch of time, in nanoseconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A silence folds where it is longer than this many times the work of the shown call... */
const SILENCE_TO_WORK = 2;
/** ...and leaves this share of that work standing on either side, so that one sees that nothing happens. */
const MARGIN_TO_WORK = 0.05;

/** When anything is done for a call or is on the wire for one: merged, in order of time. */
export const busyStretches = analysis((trace: TraceData): readonly Stretch[] => {
  const { spans, packets } = trace;
  const merged: { from: number; to: number }[] = [];
  const add = (from: number, to: number): void => {
    let last = merged.at(-1);
    while (last !== undefined && last.to >= from && last.from <= to) {
      from = Math.min(from, last.from);
      to = Math.max(to, last.to);
      merged.pop();
      last = merged.at(-1);
    }
    merged.push({ from, to });
  };
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] !== 0) add(timeAt(spans.start, row), timeAt(spans.end, row));
  }
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== 0) add(timeAt(packets.departs, row), timeAt(packets.arrives, row));
  }
  const ordered = merged.splice(0).sort((a, b) => a.from - b.from);
  for (const { from, to } of ordered) add(from, to);
  return merged;
});

/** The work of a call: the part of its time that is not silent. A silence is long in comparison with it. */
export function workOf(busy: readonly Stretch[], call: Stretch): number {
  let sum = 0;
  for (const { from, to } of busy) sum += Math.max(0, Math.min(to, call.to) - Math.max(from, call.from));
  return sum;
}

/** The silences that are folded, in order of time. */
export function foldsOf(busy: readonly Stretch[], work: number): readonly Stretch[] {
  const folds: Stretch[] = [];
  if (work <= 0) return folds;
  const margin = Math.round(work * MARGIN_TO_WORK);
  for (let i = 1; i < busy.length; i++) {
    const from = itemAt(busy, i - 1, "stretch").to;
    const to = itemAt(busy, i, "stretch").from;
    if (to - from > work * SILENCE_TO_WORK) folds.push({ from: from + margin, to: to - margin });
  }
  return folds;
}

/** The silences folded where a call is shown. */
export function foldsOfCall(trace: TraceData, call: number): readonly Stretch[] {
  const busy = busyStretches(trace);
  return foldsOf(busy, workOf(busy, callStretch(trace, call)));
}

/** Time to plain time. All of a fold is one plain moment. */
export function toPlain(time: number, folds: readonly Stretch[]): number {
  let left = 0;
  for (const fold of folds) {
    if (time <= fold.from) break;
    left += Math.min(time, fold.to) - fold.from;
  }
  return time - left;
}

/** Plain time to time; the moment of a fold gives the fold's beginning. */
export function fromPlain(plain: number, folds: readonly Stretch[]): number {
  let left = 0;
  for (const fold of folds) {
    if (plain + left <= fold.from) break;
    left += fold.to - fold.from;
  }
  return plain + left;
}

/**
 * When the shown call begins and ends; for the whole run, its begin and its last packet or work, because nothing is
 * seen of a timer that only lets a machine forget. A call still pending ends with the run.
 */
export function callStretch(trace: TraceData, call: number): Stretch {
  const { calls } = trace;
  const row = call - 1;
  if (row < 0 || row >= calls.count) return { from: 0, to: lastRecord(trace, null) || Math.max(1, trace.elapsed) };
  const from = timeAt(calls.start, row);
  const ended = calls.outcome[row] !== 0;
  const to = ended ? (calls.end[row] ?? from) : lastRecord(trace, call);
  return { from, to: Math.max(from + 1, to) };
}

/**
 * When the packets and the work end that come of a call after its end. Null where no packet of the call is on the wire
 * after it. A timer that only lets a machine forget is not waited for.
 */
export const laterEnd = analysis((trace: TraceData, call: number): number | null => {
  const { calls, packets, spans } = trace;
  if (call < 1 || call > calls.count || calls.outcome[call - 1] === 0) return null;
  const end = timeAt(calls.end, call - 1);
  let last = end;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] === call) last = Math.max(last, timeAt(packets.arrives, row));
  }
  if (last === end) return null;
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] === call) last = Math.max(last, timeAt(spans.end, row));
  }
  return last;
});

/** When the last packet or work of a call ends, or of all calls; 0 where there is none. */
function lastRecord(trace: TraceData, call: number | null): number {
  let last = 0;
  for (let row = 0; row < trace.spans.count; row++) {
    if (call === null || trace.spans.call[row] === call) last = Math.max(last, timeAt(trace.spans.end, row));
  }
  for (let row = 0; row < trace.packets.count; row++) {
    if (call === null || trace.packets.call[row] === call) last = Math.max(last, timeAt(trace.packets.arrives, row));
  }
  return last;
}

/** Whether this trace has the row of a ref. A selection may come from an earlier run. */
export function refExists(trace: TraceData, ref: number): boolean {
  if (ref < 0) return false;
  const table = refTable(ref);
  const row = Math.floor(ref / 4);
  const { count } = table === "span" ? trace.spans : table === "packet" ? trace.packets : trace.marks;
  return row < count;
}
