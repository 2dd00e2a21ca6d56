/** Playing computed time: how fast, how far in one frame, and where the steps are. No clock here: the caller has it. */
import { timeAt } from "../../../engine/kernel/reads.ts";
import { refTable } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { roundStep } from "../../draw/round-step.ts";
import { analysis } from "../../trace/analysis.ts";
import type { Stretch } from "../../trace/folds.ts";
import { toPlain } from "../../trace/folds.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { tablesOf } from "../../trace/tables.ts";

/** A fold plays in this many seconds, whatever its length. */
const FOLD_SECONDS = 0.6;
/** The middle speed shows a call in about this many seconds. */
const CALL_SECONDS = 20;

/** Simulated nanoseconds a second: to follow every step, to watch the call, to see it at a glance. */
export function speedsFor(shown: ShownCall): readonly [number, number, number] {
  const work = toPlain(shown.end, shown.folds) - toPlain(shown.call.from, shown.folds);
  const middle = Math.max(1000, roundStep(work / CALL_SECONDS));
  return [Math.max(100, middle / 20), middle, middle * 5];
}

/** The playhead's time `seconds` later; never past `end`. */
export function advance(time: number, seconds: number, speed: number, folds: readonly Stretch[], end: number): number {
  let now = time;
  let left = seconds;
  for (const fold of folds) {
    if (fold.to <= now) continue;
    const before = Math.max(0, fold.from - now) / speed;
    if (before >= left) break;
    left -= before;
    now = Math.max(now, fold.from);
    const rate = (fold.to - fold.from) / FOLD_SECONDS;
    const within = (fold.to - now) / rate;
    if (within >= left) return Math.min(end, now + left * rate);
    left -= within;
    now = fold.to;
  }
  return Math.min(end, now + left * speed);
}

/** The playhead's time `seconds` later when it runs back; never before `start`. It mirrors `advance`. */
export function retreat(
  time: number,
  seconds: number,
  speed: number,
  folds: readonly Stretch[],
  start: number,
): number {
  const mirrored = folds.map(({ from, to }) => ({ from: -to, to: -from })).reverse();
  return -advance(-time, seconds, speed, mirrored, -start);
}

/** Moments at which something begins in the shown call, and its end: what stepping goes through. */
export function eventTimes(trace: TraceData, call: number, stretch: Stretch): Float64Array {
  const times = new Set<number>([stretch.from, stretch.to]);
  for (const { table, starts } of tablesOf(trace)) {
    for (let row = 0; row < table.count; row++) {
      const at = timeAt(starts, row);
      if (table.call[row] === call && at >= stretch.from && at <= stretch.to) times.add(at);
    }
  }
  return Float64Array.from(times).sort();
}

/** `eventTimes`, computed at the first asking: a large run takes a while, and only stepping needs the moments. */
export function lazyEventTimes(trace: TraceData, call: number, stretch: Stretch): () => Float64Array {
  let times: Float64Array | null = null;
  return () => (times ??= eventTimes(trace, call, stretch));
}

/** The moments that tell the story without movement: where the path changes lanes, leaves on a wire, or waits. */
export const keyMoments = analysis((shown: ShownCall): Float64Array => {
  const { cable, path } = shown.story;
  const departures = path
    .filter(({ ref, part }) => part === "work" && refTable(ref) === "packet")
    .map(({ from }) => from);
  const times = new Set([
    shown.call.from,
    ...cable.runs.map(({ from }) => from),
    ...departures,
    shown.call.to,
    shown.end,
  ]);
  return Float64Array.from(times).sort();
});

/** The nearest moment strictly after (`way` 1) or before (-1) `time`; the last or first where there is none. */
export function neighbour(times: Float64Array, time: number, way: 1 | -1): number {
  // A playhead that was set by hand stands between nanoseconds.
  const slack = 0.5;
  if (way === 1) return times.find((at) => at > time + slack) ?? times.at(-1) ?? time;
  return times.findLast((at) => at < time - slack) ?? times[0] ?? time;
}
