/** The questions of all figures to a large run, for tasks of their own. Each uses the answers to those before it. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { eventsOfCall } from "./events.ts";
import { busyStretches, foldsOfCall } from "./folds.ts";
import { hasMany, planLanes } from "./lanes.ts";
import { hasLosses } from "./losses.ts";
import { packetNames } from "./packet-names.ts";
import { pathOf } from "./path.ts";
import { repeatsOf } from "./repeats.ts";
import { firstEffects, foldText } from "./row-names.ts";
import { storyOf } from "./story.ts";
import { storyGroupsOf } from "./story-groups.ts";
import { indexTrace } from "./trace-index.ts";

/** An answer is kept with its trace; who asks again has it at once. */
export type AskAhead = () => unknown;

export const questionsToTrace = (trace: TraceData, call: number): readonly AskAhead[] => [
  () => indexTrace(trace),
  () => planLanes(trace),
  () => pathOf(trace, call),
  () => storyOf(trace, call),
  () => foldsOfCall(trace, call).map((fold) => foldText({ story: storyOf(trace, call) }, fold)),
  () => packetNames(trace, call),
  () => repeatsOf(trace, call),
  () => firstEffects(trace),
  () => busyStretches(trace),
  () => hasMany(trace) && storyGroupsOf(trace, call),
  () => hasMany(trace) && hasLosses(trace, call),
  () => eventsOfCall(trace, call),
];
