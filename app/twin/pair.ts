/**
 * Two runs made ready to be drawn on one time axis. Times on it are nanoseconds since the shown call began, in either
 * run: the calls begin together, and differences pull them apart.
 */
import type { AxisKind } from "../setup/axis.ts";
import { compareCalls } from "../../engine/experiments/compare.ts";
import type { Comparison } from "../../engine/experiments/compare.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, packetRef, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import { numberAt, outcomeOf } from "../../engine/kernel/reads.ts";
import type { Outcome, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { callStretch, foldsOf, workOf } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { logTimeOf } from "../trace/log-time.ts";
import type { LogTime } from "../trace/log-time.ts";
import { planLanes } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { tellCall } from "../trace/story.ts";
import { plainOf } from "../figure/scale.ts";
import type { Course, View } from "../figure/scale.ts";
import { shownCall } from "../figure/shown-call.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { arrangeOn } from "../figure/arrange.ts";
import type { Arrangement } from "../figure/arrange.ts";

export type SideName = "a" | "b";
export const SIDES: readonly SideName[] = ["a", "b"];
export const otherSide = (side: SideName): SideName => (side === "a" ? "b" : "a");

/** A row in each run that stand for the same event; NO_REF where a run has none. */
export interface TwinRows {
  readonly a: Ref;
  readonly b: Ref;
}

export const NO_ROWS: TwinRows = { a: NO_REF, b: NO_REF };

/** One call of two runs on one axis. The course of its time has the silences of both. */
export interface Both extends Course {
  /** Neither has folds of its own. */
  readonly shown: Readonly<Record<SideName, ShownCall>>;
  /** The machines of each as the figure has them. */
  readonly arrangements: Readonly<Record<SideName, Arrangement>>;
  /** The duration of each call, in nanoseconds. */
  readonly took: Readonly<Record<SideName, number>>;
  readonly outcome: Readonly<Record<SideName, Outcome>>;
  /** Both calls fitted, in plain time (see app/trace/folds.ts); one cannot pan beyond. */
  readonly fit: View;
}

/** A row is like its partner (it may begin later), differs from it in length or fate, or has no partner. */
type Likeness = "alike" | "differs" | "alone";

export interface Side {
  readonly name: SideName;
  readonly run: Traced;
  readonly trace: TraceData;
  /** The shown call, in time of the run. */
  readonly call: Stretch;
  readonly likeness: ReadonlyMap<Ref, Likeness>;
  /** The rows of the shown call in order of time, those that began after it ended left out. */
  readonly rows: readonly Ref[];
}

/** Two runs of two machines, whose rows are partners by cause. */
export interface Pair extends Both {
  readonly a: Side;
  readonly b: Side;
  readonly call: number;
  readonly comparison: Comparison;
  /** The partner of each row of a side that has one, on the other side. */
  readonly partners: Readonly<Record<SideName, ReadonlyMap<Ref, Ref>>>;
}

/** The longer call leaves this share of the axis free at its end. */
const SLACK = 0.012;

/** Makes two runs of two machines ready. A text says why that cannot be done, where it cannot. */
export function pairRuns(a: Traced, b: Traced, call: number, axis: AxisKind = "folded"): Pair | string {
  let comparison: Comparison;
  try {
    comparison = compareCalls(a.trace, b.trace, call);
  } catch (error) {
    if (error instanceof RangeError) return notComparable(a, b, call);
    throw error;
  }
  const partners = partnersOf(comparison);
  const sideA = makeSide("a", a, b.trace, call, partners.a);
  const sideB = makeSide("b", b, a.trace, call, partners.b);
  const plans = { a: lanesTouched(sideA), b: lanesTouched(sideB) };
  const shown = { a: shownOn(a.trace, plans.a, call), b: shownOn(b.trace, plans.b, call) };
  const arrangements = { a: arrangeOn(a.trace, call, plans.a), b: arrangeOn(b.trace, call, plans.b) };
  return { a: sideA, b: sideB, call, comparison, partners, arrangements, ...onOneAxis(shown, call, axis) };
}

/** The shown call of a run on some of its lanes, without folds. */
function shownOn(trace: TraceData, plan: LanePlan, call: number): ShownCall {
  return { ...shownCall(trace, call, "linear", false), plan, story: tellCall(trace, plan, call) };
}

/** What both calls have in common on the axis. */
export function onOneAxis(shown: Both["shown"], call: number, axis: AxisKind): Omit<Both, "arrangements"> {
  const took = { a: shown.a.call.to - shown.a.call.from, b: shown.b.call.to - shown.b.call.from };
  const how = ({ trace }: ShownCall): Outcome => outcomeOf(trace, call - 1);
  const busy = merged([...worked(shown.a, call), ...worked(shown.b, call)]);
  const whole = { from: 0, to: Math.max(took.a, took.b) };
  const course: Course = {
    folds: axis === "folded" ? foldsOf(busy, workOf(busy, whole)) : [],
    log: axis === "log" ? sharedLog(shown, call) : null,
  };
  const fit = { from: 0, to: plainOf(course, whole.to) * (1 + SLACK) };
  return { shown, took, outcome: { a: how(shown.a), b: how(shown.b) }, ...course, fit };
}

/** The logarithm of the run whose first packet comes earlier, counted from where the calls begin. */
function sharedLog({ a, b }: Both["shown"], call: number): LogTime {
  const units = [a, b].map((one) => logTimeOf(one.trace, call, one.call).unit);
  return { from: 0, unit: Math.min(...units) };
}

/** When something is done for the shown call, since it began. */
const worked = ({ trace, call, plan }: ShownCall, nth: number): readonly Stretch[] =>
  rowsOfCall(trace, nth)
    .filter((ref) => refTable(ref) === "packet" || laneOf(plan, trace, ref) >= 0)
    .map((ref) => ({ from: startOf(trace, ref) - call.from, to: Math.min(endOf(trace, ref), call.to) - call.from }));

/**
 * Partners by cause, and for what has none the step in the same stretch of the critical path: where one run does
 * something more, all that follows has another cause, and yet is the same work.
 */
function partnersOf({ partnerInA, partnerInB, segments }: Comparison): Pair["partners"] {
  const partners = { a: new Map(partnerInB), b: new Map(partnerInA) };
  for (const { a, b } of segments) {
    if (a === null || b === null || a.refs.length !== b.refs.length) continue;
    for (const [i, refA] of a.refs.entries()) {
      const refB = b.refs[i];
      if (refB === undefined || partners.a.has(refA) || partners.b.has(refB)) continue;
      partners.a.set(refA, refB);
      partners.b.set(refB, refA);
    }
  }
  return partners;
}

export const lengthOf = (side: Side): number => side.call.to - side.call.from;
export const sinceStart = (side: Side, time: number): number => time - side.call.from;

/** Why a call of two runs is not compared. */
export function notComparable(a: Traced, b: Traced, call: number): string {
  for (const [which, { trace }] of [["first", a] as const, ["second", b] as const]) {
    const { calls } = trace;
    if (call > calls.count) return `The ${which} run has no call ${call}. Choose one of its ${calls.count}.`;
    if (calls.outcome[call - 1] === 0)
      return `Call ${call} had not ended when the ${which} run ended. Choose a call that returned.`;
  }
  return `One of the runs does not keep the steps of call ${call}. Choose an earlier call.`;
}

function makeSide(name: SideName, run: Traced, other: TraceData, call: number, partners: ReadonlyMap<Ref, Ref>): Side {
  const { trace } = run;
  const all = planLanes(trace);
  // The medium has no lane: its spans only mirror the packets.
  const rows = rowsOfCall(trace, call).filter((ref) => refTable(ref) === "packet" || laneOf(all, trace, ref) >= 0);
  const likeness = new Map(rows.map((ref) => [ref, likenessOf(trace, ref, other, partners.get(ref))]));
  return { name, run, trace, rows, likeness, call: callStretch(trace, call) };
}

/** Spans and packets of a call that began before it ended, in order of time. */
function rowsOfCall(trace: TraceData, call: number): readonly Ref[] {
  const { to } = callStretch(trace, call);
  const rows: Ref[] = [];
  for (let row = 0; row < trace.spans.count; row++) if (trace.spans.call[row] === call) rows.push(spanRef(row));
  for (let row = 0; row < trace.packets.count; row++) if (trace.packets.call[row] === call) rows.push(packetRef(row));
  const within = rows.filter((ref) => startOf(trace, ref) < to);
  return within.sort((x, y) => startOf(trace, x) - startOf(trace, y) || x - y);
}

const laneOf = (plan: LanePlan, trace: TraceData, span: Ref): number =>
  numberAt(plan.laneOf, numberAt(trace.spans.track, refRow(span)));

/**
 * The plan without lanes on which nothing of the call stands: two runs are to be seen at once. A machine that did
 * nothing for the call, being down, keeps one lane.
 */
function lanesTouched({ trace, rows }: Side): LanePlan {
  const plan = planLanes(trace);
  const touched = new Set<number>();
  for (const ref of rows) {
    if (refTable(ref) === "span") touched.add(laneOf(plan, trace, ref));
  }
  const works = new Set([...touched].map((lane) => plan.lanes[lane]?.machine));
  for (const [lane, { machine }] of plan.lanes.entries()) {
    if (works.has(machine)) continue;
    works.add(machine);
    touched.add(lane);
  }
  const kept = plan.lanes.flatMap((_, lane) => (touched.has(lane) ? [lane] : []));
  const lanes = plan.lanes.filter((_, lane) => touched.has(lane));
  return { ...plan, lanes, laneOf: plan.laneOf.map((lane) => kept.indexOf(lane)) };
}

function likenessOf(trace: TraceData, ref: Ref, other: TraceData, partner: Ref | undefined): Likeness {
  if (partner === undefined) return "alone";
  const long = (of: TraceData, row: Ref): number => endOf(of, row) - startOf(of, row);
  if (long(trace, ref) !== long(other, partner)) return "differs";
  const isPacket = refTable(ref) === "packet";
  return isPacket && trace.packets.fate[refRow(ref)] !== other.packets.fate[refRow(partner)] ? "differs" : "alike";
}

/** Stretches of time that touch, as one each, in order. */
function merged(stretches: readonly Stretch[]): readonly Stretch[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((x, y) => x.from - y.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** A choice completed: where one side is given, its partner is chosen with it. */
export function withPartner(pair: Pair, { a, b }: TwinRows): TwinRows {
  if (a === NO_REF && b !== NO_REF) return { a: pair.partners.b.get(b) ?? NO_REF, b };
  if (b === NO_REF && a !== NO_REF) return { a, b: pair.partners.a.get(a) ?? NO_REF };
  return { a, b };
}

/** The row `side` has at `ref`, with its partner. */
export const rowsAt = (pair: Pair, side: SideName, ref: Ref): TwinRows =>
  withPartner(pair, side === "a" ? { a: ref, b: NO_REF } : { a: NO_REF, b: ref });
