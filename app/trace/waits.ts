/** The waits of a call: on its critical path, and of its threads between their turns. */
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { itemAt, lastItem, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { gather } from "../../engine/kernel/tally.ts";
import type { Stretch } from "./folds.ts";
import { hasMany, isMany, mediumOf } from "./lanes.ts";
import type { LanePlan } from "./lanes.ts";
import { laneOfSegment, pathOf } from "./path.ts";
import { callTimes } from "./calls.ts";
import { busyWithin, indexTrace } from "./trace-index.ts";

/**
 * A stretch of waiting on a lane, and its reason. The reason is computed on request, because the page asks for few of
 * many.
 */
export interface Wait extends Stretch {
  readonly lane: number;
  readonly reason: () => string;
}

type IsWanted = (lane: number) => boolean;

/** Waits on the critical path. */
function* pathWaits(trace: TraceData, plan: LanePlan, call: number, isWanted: IsWanted): Generator<Wait> {
  let lane = -1;
  for (const { ref, part, from, to } of pathOf(trace, call)) {
    lane = laneOfSegment(trace, plan, ref, lane);
    if (refTable(ref) === "packet" && part === "work")
      lane = numberAt(plan.laneOf, numberAt(trace.packets.to, refRow(ref)));
    if (part === "wait" && refTable(ref) !== "packet" && lane >= 0 && isWanted(lane))
      yield { lane, from, to, reason: () => waitReason(trace, ref, { from, to }) };
  }
}

/** Waits of a call on the lanes that are wanted: first those on its path. */
export function* waitsOn(trace: TraceData, plan: LanePlan, call: number, isWanted: IsWanted): Generator<Wait> {
  yield* pathWaits(trace, plan, call, isWanted);
  for (const wait of threadWaits(trace, plan, call, isWanted)) if (isWanted(wait.lane)) yield wait;
}

/** All waits of a call, found as far as somebody looks: those of thousands of machines take long. */
export class CallWaits {
  readonly #found: Wait[] = [];
  readonly #rest: Iterator<Wait>;

  constructor(trace: TraceData, plan: LanePlan, call: number) {
    this.#rest = waitsOn(trace, plan, call, () => true);
  }

  /** The first that is one; undefined where none is. */
  find(isOne: (wait: Wait) => boolean): Wait | undefined {
    const known = this.#found.find(isOne);
    if (known !== undefined) return known;
    for (let next = this.#rest.next(); next.done !== true; next = this.#rest.next()) {
      this.#found.push(next.value);
      if (isOne(next.value)) return next.value;
    }
    return undefined;
  }

  get all(): readonly Wait[] {
    this.find(() => false);
    return this.#found;
  }
}

/** The reason of a wait that is the procedure itself, which leaves its processor free meanwhile, as for a disk. */
export const PROCEDURE_RUNS = "the procedure runs";
const PROCEDURE_ENDS = "end of the procedure";

/** A resource that was at work for less than this share of a wait is not the reason for the wait. */
const TAKEN_SHARE = 0.5;

/**
 * Says for what a row of the trace waited: a mark for its own event, a packet for the medium, work until a resource
 * is free.
 */
export function waitReason(trace: TraceData, ref: Ref, { from, to }: Stretch): string {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "mark") {
    const label = trace.labels[numberAt(trace.marks.label, row)] ?? "next event";
    return label === PROCEDURE_ENDS ? PROCEDURE_RUNS : `waits for the ${label}`;
  }
  if (table === "packet" && hasMany(trace)) {
    return `waits for ${trace.tracks[numberAt(trace.packets.from, row)]?.name ?? "the medium"}`;
  }
  if (table === "packet") return `waits for the ${mediumOf(trace) || "medium"}`;
  const track = numberAt(trace.spans.track, row);
  const rows = indexTrace(trace).tracks[track];
  const taken = rows === undefined ? 0 : busyWithin(rows, from, to) / (to - from);
  return taken > TAKEN_SHARE ? `waits until ${laneText(trace, track)} is free` : "waits";
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
function* threadWaits(trace: TraceData, plan: LanePlan, call: number, isWanted: IsWanted): Generator<Wait> {
  const { spans, calls } = trace;
  const { from: callFrom, to: callTo } = callTimes(trace, call);
  const caller = calls.thread[call - 1];
  const laneOf = (row: number): number => numberAt(plan.laneOf, numberAt(spans.track, row));
  const machineOf = (row: number): string | undefined => trace.tracks[numberAt(spans.track, row)]?.machine;
  const all = turnsOf(trace, call, (owner, lane) => lane >= 0 && (owner === caller || isWanted(lane)), laneOf);
  const callersTurn = caller === undefined ? undefined : all.get(caller)?.[0]; // none where its rows were not kept
  const callersMachine = callersTurn === undefined ? undefined : machineOf(callersTurn);
  for (const [owner, turns] of all) {
    // Threads of the system, which only help a call along, do not wait for one.
    if (!turns.some((row) => trace.steps[numberAt(spans.step, row)]?.layer === "rpc")) continue;
    turns.sort((a, b) => timeAt(spans.start, a) - timeAt(spans.start, b));
    const [first, last] = [itemAt(turns, 0, "turn"), lastItem(turns, "turn")];
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
      if (to > from) yield { lane: laneOf(row), from, to, reason: owner === caller ? forResult : untilNext(i + 1) };
    }
    const [begins, ends] = [timeAt(spans.start, first), timeAt(spans.end, last)];
    if (owner === caller) {
      // A call that is under way has not had its result.
      if (calls.outcome[call - 1] === 0) yield { lane: laneOf(last), from: ends, to: callTo, reason: forResult };
      continue;
    }
    if (begins > callFrom)
      yield { lane: laneOf(first), from: callFrom, to: begins, reason: listens ? forPacket : forCall };
    if (ends < callTo) yield { lane: laneOf(last), from: ends, to: callTo, reason: listens ? forPacket : forNext };
  }
}

/** Spans of the call by the thread that they are of, where thread and lane are wanted. */
function turnsOf(
  trace: TraceData,
  call: number,
  isWanted: (owner: number, lane: number) => boolean,
  laneOf: (row: number) => number,
): ReadonlyMap<number, number[]> {
  const turns = new Map<number, number[]>();
  const { spans } = trace;
  for (let row = 0; row < spans.count; row++) {
    const owner = numberAt(spans.owner, row);
    if (spans.call[row] !== call || owner < 0 || !isWanted(owner, laneOf(row))) continue;
    gather(turns, owner, row);
  }
  return turns;
}
