/**
 * The rows of a trace that are in view, before anything has a place: spans, packets, waits and the cable of the shown
 * call.
 */
import type { PathSegment } from "../../engine/kernel/critical-path.ts";
import { packetRef, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Fate, Layer, Origin, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "./folds.ts";
import { planLanes } from "./lanes.ts";
import type { LanePlan } from "./lanes.ts";
import { analysis } from "./analysis.ts";
import { laneOfSegment, pathOf } from "./path.ts";
import { CallWaits } from "./waits.ts";
import { indexTrace, rowsWithin } from "./trace-index.ts";
import { fateOf, itemAt, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";

/** Beyond this many items in view they are drawn as density: more take longer than a frame without a graphics card. */
const SINGLY_DRAWN = 4000;

export interface ShownSpan {
  readonly ref: Ref;
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly layer: Layer;
  readonly name: string;
  /** The published row that it shares with its neighbours; empty where it stands alone. */
  readonly group: string;
  readonly cause: Ref;
  /** Whether it serves the shown call. */
  readonly mine: boolean;
  /** Whether it lies on the critical path of the shown call. */
  readonly onPath: boolean;
}

export interface ShownPacket {
  readonly ref: Ref;
  readonly departs: number;
  readonly arrives: number;
  readonly delayed: number;
  readonly bytes: number;
  readonly kind: string;
  readonly fate: Fate;
  readonly origin: Origin;
  /** Lanes, or -1 where it is from or to a machine that is not drawn. */
  readonly fromLane: number;
  readonly toLane: number;
  readonly mine: boolean;
}

/** A stretch of the cable along a lane; where it waits, the cable is only a line. */
export interface CableRun extends Stretch {
  readonly lane: number;
  readonly wait: boolean;
}

/** The critical path as a line in the figure: along lanes, across from lane to lane, and under packets. */
interface Cable {
  readonly runs: readonly CableRun[];
  readonly crossings: readonly { readonly time: number; readonly fromLane: number; readonly toLane: number }[];
  /** Spans and packets at work on the path. */
  readonly refs: ReadonlySet<Ref>;
}

/** The part of a call that does not change with the view. It is computed once for a trace and a call. */
export interface CallStory {
  readonly call: number;
  readonly path: readonly PathSegment[];
  readonly cable: Cable;
  readonly waits: CallWaits;
}

export interface Picture {
  readonly spans: readonly ShownSpan[];
  readonly packets: readonly ShownPacket[];
  /** True where too many rows are in view to draw each. Spans and packets are then those of the shown call only. */
  readonly dense: boolean;
}

/** @param plan lanes of the trace, all or some of them */
export const tellCall = (trace: TraceData, plan: LanePlan, call: number): CallStory => tellingCall(trace, plan, call);

/** The same on all lanes of a trace, told once. */
export const storyOf = analysis((trace: TraceData, call: number): CallStory => {
  return tellingCall(trace, planLanes(trace), call);
});

function tellingCall(trace: TraceData, plan: LanePlan, call: number): CallStory {
  const path = pathOf(trace, call);
  return { call, path, cable: cableOf(trace, plan, path), waits: new CallWaits(trace, plan, call) };
}

export function takePicture(trace: TraceData, plan: LanePlan, story: CallStory, window: Stretch): Picture {
  const { call } = story;
  const index = indexTrace(trace);
  let count = 0;
  const ranges = index.tracks.map((rows) => {
    const range = rowsWithin(rows, window.from, window.to);
    count += range[1] - range[0];
    return range;
  });
  const [low, high] = rowsWithin(index.packets, window.from, window.to);
  const dense = count + high - low > SINGLY_DRAWN;
  const spans: ShownSpan[] = [];
  for (const [track, rows] of index.tracks.entries()) {
    const [from, to] = itemAt(ranges, track, "track");
    for (let i = from; i < to; i++) {
      const row = numberAt(rows.rows, i);
      const mine = trace.spans.call[row] === call;
      if ((dense && !mine) || timeAt(rows.ends, i) < window.from) continue;
      const shown = shownSpan(trace, plan, row, story);
      if (shown.lane >= 0) spans.push(shown);
    }
  }
  const packets: ShownPacket[] = [];
  for (let i = low; i < high; i++) {
    const row = numberAt(index.packets.rows, i);
    const mine = trace.packets.call[row] === call;
    if ((dense && !mine) || timeAt(index.packets.ends, i) < window.from) continue;
    packets.push(shownPacket(trace, plan, row, mine));
  }
  return { spans, packets, dense };
}

function shownSpan(trace: TraceData, plan: LanePlan, row: number, story: CallStory): ShownSpan {
  const { layer, name, group } = itemAt(trace.steps, numberAt(trace.spans.step, row), "step");
  return {
    ref: spanRef(row),
    lane: numberAt(plan.laneOf, numberAt(trace.spans.track, row)),
    from: timeAt(trace.spans.start, row),
    to: timeAt(trace.spans.end, row),
    layer,
    name,
    group: group ?? "",
    cause: numberAt(trace.spans.cause, row),
    mine: trace.spans.call[row] === story.call,
    onPath: story.cable.refs.has(spanRef(row)),
  };
}

export function shownPacket(trace: TraceData, plan: LanePlan, row: number, mine: boolean): ShownPacket {
  const { packets } = trace;
  return {
    ref: packetRef(row),
    departs: timeAt(packets.departs, row),
    arrives: timeAt(packets.arrives, row),
    delayed: timeAt(packets.delayed, row),
    bytes: numberAt(packets.bytes, row),
    kind: itemAt(trace.packetKinds, numberAt(packets.kind, row), "packet kind"),
    fate: fateOf(trace, row),
    origin: originOf(trace, row),
    fromLane: numberAt(plan.laneOf, numberAt(packets.from, row)),
    toLane: numberAt(plan.laneOf, numberAt(packets.to, row)),
    mine,
  };
}

function cableOf(trace: TraceData, plan: LanePlan, path: readonly PathSegment[]): Cable {
  const runs: CableRun[] = [];
  const crossings: Cable["crossings"][number][] = [];
  const refs = new Set<Ref>();
  let lane = -1;
  const goTo = (next: number, time: number): void => {
    if (lane >= 0 && next >= 0 && next !== lane) crossings.push({ time, fromLane: lane, toLane: next });
    lane = next;
  };
  const run = (from: number, to: number, wait: boolean): void => {
    const last = runs.at(-1);
    if (last !== undefined && last.lane === lane && last.wait === wait && last.to === from) {
      runs[runs.length - 1] = { ...last, to };
    } else runs.push({ lane, from, to, wait });
  };
  for (const { ref, part, from, to } of path) {
    const row = refRow(ref);
    if (part === "work") refs.add(ref);
    const isPacket = refTable(ref) === "packet";
    goTo(laneOfSegment(trace, plan, ref, lane), from);
    if (lane < 0) continue;
    if (isPacket && part === "work") {
      lane = numberAt(plan.laneOf, numberAt(trace.packets.to, row));
    } else run(from, to, part === "wait");
  }
  return { runs, crossings, refs };
}
