/**
 * The rows of a trace that are in view, before anything has a place: spans, packets, waits and the cable of the shown
 * call.
 */
import { criticalPath } from "../../engine/kernel/critical-path.ts";
import type { PathSegment } from "../../engine/kernel/critical-path.ts";
import { FATES, NO_REF, ORIGINS, packetRef, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Fate, Layer, Origin, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "./folds.ts";
import { hasMany, isMany, mediumOf, planLanes } from "./lanes.ts";
import type { LanePlan } from "./lanes.ts";
import { analysis } from "./analysis.ts";
import { busyWithin, indexTrace, rowsWithin } from "./trace-index.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";

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

/**
 * A stretch of waiting on a lane, and its reason. The reason is computed on request, because the page asks for few of
 * many.
 */
export interface Wait extends Stretch {
  readonly lane: number;
  readonly reason: () => string;
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
  readonly waits: readonly Wait[];
}

export interface Picture {
  readonly spans: readonly ShownSpan[];
  readonly packets: readonly ShownPacket[];
  /** True where too many rows are in view to draw each. Spans and packets are then those of the shown call only. */
  readonly dense: boolean;
}

/** The critical path, or nothing where the call has not ended or was not kept. */
export const pathOf = analysis((trace: TraceData, call: number): readonly PathSegment[] => {
  try {
    return criticalPath(trace, call);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
});

/** @param plan lanes of the trace, all or some of them */
export const tellCall = (trace: TraceData, plan: LanePlan, call: number): CallStory => tellingCall(trace, plan, call);

/** The same on all lanes of a trace, told once. */
export const storyOf = analysis((trace: TraceData, call: number): CallStory => {
  return tellingCall(trace, planLanes(trace), call);
});

function tellingCall(trace: TraceData, plan: LanePlan, call: number): CallStory {
  const path = pathOf(trace, call);
  const cable = cableOf(trace, plan, path);
  return { call, path, cable, waits: waitsOf(trace, plan, call, path) };
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
    const [from, to] = ranges[track] ?? [0, 0];
    for (let i = from; i < to; i++) {
      const row = rows.rows[i] ?? 0;
      const mine = trace.spans.call[row] === call;
      if ((dense && !mine) || (rows.ends[i] ?? 0) < window.from) continue;
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
  const step = trace.steps[numberAt(trace.spans.step, row)];
  return {
    ref: spanRef(row),
    lane: plan.laneOf[numberAt(trace.spans.track, row)] ?? -1,
    from: timeAt(trace.spans.start, row),
    to: timeAt(trace.spans.end, row),
    layer: step?.layer ?? "other",
    name: step?.name ?? "",
    group: step?.group ?? "",
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
    kind: trace.packetKinds[numberAt(packets.kind, row)] ?? "",
    fate: FATES[packets.fate[row] ?? 0] ?? "delivered",
    origin: ORIGINS[packets.origin[row] ?? 0] ?? "first",
    fromLane: plan.laneOf[numberAt(packets.from, row)] ?? -1,
    toLane: plan.laneOf[numberAt(packets.to, row)] ?? -1,
    mine,
  };
}

/** The lane on which a row of the trace stands; -1 for packets. */
function laneOfRef(trace: TraceData, plan: LanePlan, ref: Ref): number {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet") return -1;
  const track = table === "span" ? trace.spans.track[row] : trace.marks.track[row];
  return plan.laneOf[track ?? -1] ?? -1;
}

/**
 * The lane of a stretch of the path. A packet that waits for the medium waits on the lane that sends it. A wait for a
 * timer or another mark stays on the lane `before`, or is where the mark stands if there is none.
 */
function laneOfSegment(trace: TraceData, plan: LanePlan, ref: Ref, before: number): number {
  const table = refTable(ref);
  if (table === "packet") return plan.laneOf[numberAt(trace.packets.from, refRow(ref))] ?? -1;
  return table === "mark" && before >= 0 ? before : laneOfRef(trace, plan, ref);
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
      lane = plan.laneOf[numberAt(trace.packets.to, row)] ?? -1;
    } else run(from, to, part === "wait");
  }
  return { runs, crossings, refs };
}

function waitsOf(trace: TraceData, plan: LanePlan, call: number, path: readonly PathSegment[]): readonly Wait[] {
  const waits: Wait[] = [];
  let lane = -1;
  for (const { ref, part, from, to } of path) {
    lane = laneOfSegment(trace, plan, ref, lane);
    if (refTable(ref) === "packet" && part === "work")
      lane = plan.laneOf[numberAt(trace.packets.to, refRow(ref))] ?? -1;
    if (part === "wait" && refTable(ref) !== "packet" && lane >= 0)
      waits.push({ lane, from, to, reason: () => waitReason(trace, ref, { from, to }) });
  }
  threadWaits(trace, plan, call, (wait) => waits.push(wait));
  return waits;
}

/** The reason of a wait that is the procedure itself, which leaves its processor free meanwhile, as for a disk. */
export const PROCEDURE_RUNS = "the procedure runs";
const PROCEDURE_ENDS = "end of the procedure";

/** A resource that was at work for less than this share of a wait is not the reason for the wait. */
const TAKEN_SHARE = 0.5;

/**
 * Says for what a row of the trace waited: a mark for its own event, a packet for the medium, work for its turn on a
 * resource.
 */
export function waitReason(trace: TraceData, ref: Ref, { from, to }: Stretch): string {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "mark") {
    const label = trace.labels[numberAt(trace.marks.label, row)] ?? "next event";
    return label === PROCEDURE_ENDS ? PROCEDURE_RUNS : `waits for the ${label}`;
  }
  if (table === "packet" && hasMany(trace)) {
    return `waits for ${trace.tracks[numberAt(trace.packets.from, row)]?.name ?? "its turn"}`;
  }
  if (table === "packet") return `waits for the ${mediumOf(trace) || "medium"}`;
  const track = numberAt(trace.spans.track, row);
  const rows = indexTrace(trace).tracks[track];
  const taken = rows === undefined ? 0 : busyWithin(rows, from, to) / (to - from);
  return taken > TAKEN_SHARE ? `waits for its turn on ${laneText(trace, track)}` : "waits";
}

/** "CPU 0"; "the CPU" of a machine that has one. */
function laneText(trace: TraceData, track: number): string {
  const name = trace.tracks[track]?.name ?? "CPU";
  return name === "CPU" ? "the CPU" : name;
}

const forResult = (): string => "waits for the result";
const forCall = (): string => "waits for a call";
const forNext = (): string => "waits for the next call";
const forPacket = (): string => "waits for a packet";
const forSomething = (): string => "waits";

/** The threads of the shown call between their turns: the caller's for the result, the server's for a call. */
function threadWaits(trace: TraceData, plan: LanePlan, call: number, add: (wait: Wait) => void): void {
  const { spans, calls } = trace;
  const [callFrom, callTo] = [calls.start[call - 1] ?? 0, calls.end[call - 1] ?? 0];
  const caller = calls.thread[call - 1];
  const laneOf = (row: number): number => plan.laneOf[numberAt(spans.track, row)] ?? -1;
  const machineOf = (row: number): string | undefined => trace.tracks[numberAt(spans.track, row)]?.machine;
  const all = turnsOf(trace, plan, call);
  const callersTurn = caller === undefined ? undefined : all.get(caller)?.[0]; // none where its rows were not kept
  const callersMachine = callersTurn === undefined ? undefined : machineOf(callersTurn);
  for (const [owner, turns] of all) {
    // Threads of the system, which only help a call along, do not wait for one.
    if (!turns.some((row) => trace.steps[numberAt(spans.step, row)]?.layer === "rpc")) continue;
    turns.sort((a, b) => timeAt(spans.start, a) - timeAt(spans.start, b));
    const [first = 0, last = 0] = [turns[0], turns.at(-1)];
    // Beside the caller's own thread there may be one that listens for it.
    const listens = machineOf(first) === callersMachine;
    const between = listens ? forPacket : isMany(plan) ? forSomething : forNext;
    // A turn that a mark has set off, such as the end of a procedure, was waited for.
    const untilNext = (next: number): Wait["reason"] => {
      const cause = numberAt(spans.cause, turns[next] ?? last);
      return cause !== NO_REF && refTable(cause) === "mark"
        ? () => waitReason(trace, cause, { from: 0, to: 0 })
        : between;
    };
    for (const [i, row] of turns.entries()) {
      const [from, to] = [timeAt(spans.end, row), timeAt(spans.start, turns[i + 1] ?? row)];
      if (to > from) add({ lane: laneOf(row), from, to, reason: owner === caller ? forResult : untilNext(i + 1) });
    }
    const [begins, ends] = [timeAt(spans.start, first), timeAt(spans.end, last)];
    if (owner === caller) {
      // A call that is under way has not had its result.
      if (calls.outcome[call - 1] === 0) add({ lane: laneOf(last), from: ends, to: callTo, reason: forResult });
      continue;
    }
    if (begins > callFrom)
      add({ lane: laneOf(first), from: callFrom, to: begins, reason: listens ? forPacket : forCall });
    if (ends < callTo) add({ lane: laneOf(last), from: ends, to: callTo, reason: listens ? forPacket : forNext });
  }
}

/** Spans of the call by the thread that they are of. */
function turnsOf(trace: TraceData, plan: LanePlan, call: number): ReadonlyMap<number, number[]> {
  const turns = new Map<number, number[]>();
  const { spans } = trace;
  for (let row = 0; row < spans.count; row++) {
    const owner = numberAt(spans.owner, row);
    if (spans.call[row] !== call || owner < 0 || (plan.laneOf[numberAt(spans.track, row)] ?? -1) < 0) continue;
    const mine = turns.get(owner);
    if (mine === undefined) turns.set(owner, [row]);
    else mine.push(row);
  }
  return turns;
}
