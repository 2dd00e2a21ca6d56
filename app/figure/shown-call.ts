/** The call that a timeline shows, before it is drawn at any size: its trace, lanes, path, folds and limits. */
import type { AxisKind } from "../setup/axis.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { isKept } from "../trace/calls.ts";
import { callStretch, foldsOfCall, laterEnd } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { planLanes } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { storyOf } from "../trace/story.ts";
import type { CallStory } from "../trace/story.ts";
import { logTimeOf } from "../trace/log-time.ts";
import { plainOf } from "./scale.ts";
import type { Course, View } from "./scale.ts";
import { indexTrace } from "../trace/trace-index.ts";
import { momentText } from "../words/times.ts";

export interface ShownCall extends Course {
  readonly trace: TraceData;
  readonly plan: LanePlan;
  readonly story: CallStory;
  /** The shown call, in time; its start is where the axis counts from. */
  readonly call: Stretch;
  /** The end of what the figure fits: that of the call, or of what comes of the call after it has ended. */
  readonly end: number;
  /** Whether anything of the call comes after its end, shown or not. */
  readonly hasLater: boolean;
  /** The shown call fitted, and how far one can pan: both in plain time. */
  readonly fit: View;
  readonly limits: View;
  /** False where the call's rows were not kept, so that there is nothing to draw. */
  readonly kept: boolean;
}

/** A fitted call leaves this share of its length free at its end, where names of its last steps begin. */
const FIT_SLACK = 0.009;

/** Beyond this many silences in one call there would be more of folds to see than of what happens between them. */
const MOST_FOLDS = 8;

function foldsShown(trace: TraceData, call: number, { from, to }: Stretch): readonly Stretch[] {
  const folds = foldsOfCall(trace, call);
  const within = folds.filter((fold) => fold.from >= from && fold.to <= to).length;
  return within > MOST_FOLDS ? [] : folds;
}

/** @param later whether what comes of the call after its end belongs to what is fitted and played */
export function shownCall(trace: TraceData, call: number, axis: AxisKind, later = true): ShownCall {
  const plan = planLanes(trace);
  const story = storyOf(trace, call);
  const stretch = callStretch(trace, call);
  const lastLater = laterEnd(trace, call);
  const end = later && lastLater !== null ? lastLater : stretch.to;
  const course: Course = {
    folds: axis === "folded" ? foldsShown(trace, call, { from: stretch.from, to: end }) : [],
    log: axis === "log" ? logTimeOf(trace, call, stretch) : null,
  };
  const index = indexTrace(trace);
  const last = Math.max(0, ...[index.packets, ...index.tracks].flatMap(({ latest }) => [...latest.subarray(-1)]));
  const [from, to] = [plainOf(course, stretch.from), plainOf(course, end)];
  const slack = (to - from) * FIT_SLACK;
  const limits = { from: Math.min(plainOf(course, 0), from), to: Math.max(plainOf(course, last), to) + slack };
  return {
    trace,
    plan,
    story,
    call: stretch,
    end,
    hasLater: lastLater !== null,
    ...course,
    fit: { from, to: to + slack },
    limits,
    kept: isKept(trace, call),
  };
}

/** "450.0 µs": a moment as the clock of the call has it. */
export const momentOf = ({ call: { from, to }, end }: ShownCall, time: number): string =>
  momentText(time - from, to - from, end - from);
