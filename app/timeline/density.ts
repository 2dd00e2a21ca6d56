/** Too much to draw one by one: ink by how busy each lane is, pixel by pixel; crimson where packets were lost. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Rails } from "./body.ts";
import { box } from "./drawing.ts";
import type { Shape } from "./drawing.ts";
import { belowMedium } from "./lanes.ts";
import type { Stage } from "./stage.ts";
import { busyWithin, firstOver, indexTrace } from "./trace-index.ts";
import type { Ink } from "./theme.ts";

const LEVELS = 8;
/** This many packets that leave in one pixel are full ink. */
const FULL_PACKETS = 4;

const lostTimes = new WeakMap<TraceData, Float64Array>();

/** When lost packets left, in order. */
function losses(trace: TraceData): Float64Array {
  const before = lostTimes.get(trace);
  if (before !== undefined) return before;
  const { packets } = trace;
  const times = indexTrace(trace).packets.rows.filter((row) => packets.fate[row] === 1);
  const sorted = Float64Array.from(times, (row) => packets.departs[row] ?? 0);
  lostTimes.set(trace, sorted);
  return sorted;
}

const between = (times: Float64Array, from: number, to: number): number =>
  firstOver(times, to) - firstOver(times, from);

/** Columns of one strip, those of one level run together. `level` answers for [from, to) in time: 0 to 1. */
function columns(rails: Rails, at: number, size: number, fill: Ink, level: (from: number, to: number) => number): Shape[] {
  const shapes: Shape[] = [];
  let begun = 0;
  let standing = 0;
  let from = rails.scale.time(0);
  for (let x = 0; x <= rails.scale.length; x++) {
    const to = rails.scale.time(x + 1);
    const share = x < rails.scale.length ? level(from, to) : 0;
    const next = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * LEVELS));
    if (next !== standing) {
      if (standing > 0) shapes.push(box(rails.start + begun, at, x - begun, size, { fill, opacity: (0.75 * standing) / LEVELS }));
      begun = x;
      standing = next;
    }
    from = to;
  }
  return shapes;
}

export function densityShapes(stage: Stage, rails: Rails): Shape[] {
  const { trace, plan } = stage;
  const index = indexTrace(trace);
  const shapes: Shape[] = [];
  for (const [i, lane] of plan.lanes.entries()) {
    const rows = lane.tracks.flatMap((track) => index.tracks[track] ?? []);
    const busy = (from: number, to: number): number =>
      rows.reduce((sum, list) => sum + busyWithin(list, from, to), 0) / Math.max(1, to - from);
    shapes.push(...columns(rails, rails.laneAt[i] ?? 0, rails.laneSize[i] ?? 0, "ink", busy));
  }
  const { mediumFrom, mediumTo } = rails;
  const strip = belowMedium(plan) > 0 ? mediumTo - mediumFrom : 0;
  const sent = (from: number, to: number): number => between(index.packets.starts, from, to) / FULL_PACKETS;
  shapes.push(...columns(rails, mediumFrom + 6, strip - 12, "ink", sent));
  const lost = losses(trace);
  if (lost.length > 0) {
    shapes.push(...columns(rails, mediumFrom + 6, strip - 12, "lost", (from, to) => between(lost, from, to)));
  }
  return shapes;
}
