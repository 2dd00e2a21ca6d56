/** Too much to draw one by one: ink by how busy each lane is, pixel by pixel; crimson where packets were lost. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Rails } from "./body.ts";
import { box } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { belowMedium } from "../../trace/lanes.ts";
import type { ShownCall } from "./shown-call.ts";
import { busyUntil, firstOver, indexTrace } from "../../trace/trace-index.ts";
import type { Ink } from "../../draw/palette.ts";
import { timeAt } from "../../../engine/kernel/reads.ts";

const LEVELS = 8;
/** This many packets that leave in one pixel are full ink. */
const FULL_PACKETS = 6;

const lostTimes = new WeakMap<TraceData, Float64Array>();

/** When lost packets left, in order. */
function losses(trace: TraceData): Float64Array {
  const before = lostTimes.get(trace);
  if (before !== undefined) return before;
  const { packets } = trace;
  const times = indexTrace(trace).packets.rows.filter((row) => packets.fate[row] === 1);
  const sorted = Float64Array.from(times, (row) => timeAt(packets.departs, row));
  lostTimes.set(trace, sorted);
  return sorted;
}

/**
 * Columns of one strip, those of one level run together. `until` adds up what there is before a moment; `full` is
 * full ink; `wide` is a column's width in pixels.
 */
export function columns(
  rails: Pick<Rails, "start">,
  edges: Float64Array,
  strip: Strip,
  fill: Ink,
  until: (time: number) => number,
  full: (nanos: number) => number,
  wide = 1,
): Shape[] {
  const shapes: Shape[] = [];
  let begun = 0;
  let standing = 0;
  let before = until(edges[0] ?? 0);
  for (let x = 0; x < edges.length; x++) {
    const next = edges[x + 1];
    let level = 0;
    if (next !== undefined) {
      const after = until(next);
      const share = (after - before) / full(next - (edges[x] ?? 0));
      level = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * LEVELS));
      before = after;
    }
    if (level === standing) continue;
    if (standing > 0) {
      shapes.push(
        box(rails.start + begun * wide, strip.at, (x - begun) * wide, strip.size, {
          fill,
          opacity: (0.75 * standing) / LEVELS,
        }),
      );
    }
    begun = x;
    standing = level;
  }
  return shapes;
}

interface Strip {
  readonly at: number;
  readonly size: number;
}

export function densityShapes(shown: ShownCall, rails: Rails): Shape[] {
  const { trace, plan } = shown;
  const index = indexTrace(trace);
  const edges = Float64Array.from({ length: Math.floor(rails.scale.length) + 1 }, (_, x) => rails.scale.time(x));
  const shapes: Shape[] = [];
  for (const [i, lane] of plan.lanes.entries()) {
    const rows = lane.tracks.flatMap((track) => index.tracks[track] ?? []).filter((list) => list.rows.length > 0);
    const busy = (time: number): number => rows.reduce((sum, list) => sum + busyUntil(list, time), 0);
    const strip = { at: rails.laneAt[i] ?? 0, size: rails.laneSize[i] ?? 0 };
    shapes.push(...columns(rails, edges, strip, "ink", busy, (nanos) => Math.max(1, nanos)));
  }
  const { mediumFrom, mediumTo } = rails;
  if (belowMedium(plan) === 0) return shapes;
  const wire = { at: mediumFrom + 6, size: mediumTo - mediumFrom - 12 };
  shapes.push(
    ...columns(
      rails,
      edges,
      wire,
      "ink",
      (time) => firstOver(index.packets.starts, time),
      () => FULL_PACKETS,
    ),
  );
  const lost = losses(trace);
  if (lost.length > 0)
    shapes.push(
      ...columns(
        rails,
        edges,
        wire,
        "lost",
        (time) => firstOver(lost, time),
        () => 1,
      ),
    );
  return shapes;
}
