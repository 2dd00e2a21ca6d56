/**
 * Computes the figures' questions to a large run before the run is shown. At once they would hold the page up, so each
 * has a task of its own.
 */
import type { Run } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { journeysOf } from "../campus/journeys.ts";
import type { Journeys } from "../campus/journeys.ts";
import { progressOfCall } from "../campus/progress.ts";
import { countedUse } from "../campus/use.ts";
import { eventsOfCall } from "../trace/events.ts";
import { busyStretches, foldsOfCall } from "../trace/folds.ts";
import { hasMany, planLanes } from "../trace/lanes.ts";
import type { Arrangement } from "../figure/arrange.ts";
import { arrangementOf } from "../figure/arrange-many.ts";
import { behindWork } from "../figure/cable.ts";
import { rowTimes } from "../figure/row-strips.ts";
import { hasLosses } from "../trace/losses.ts";
import { machinesARowAcross } from "../figure/frame-many.ts";
import { trafficOf } from "../figure/traffic.ts";
import { packetNames } from "../trace/packet-names.ts";
import { pathOf } from "../trace/path.ts";
import { repeatsOf } from "../trace/repeats.ts";
import { storyOf } from "../trace/story.ts";
import { storyGroupsOf } from "../trace/story-groups.ts";
import { indexTrace } from "../trace/trace-index.ts";
import { tellersWaits } from "../figure/work.ts";
import { packetCounts } from "../timeline/figure/summary.ts";
import { stageRows, stepRows } from "../waterfall/rows.ts";
import { MOST_SINGLE, sumRows } from "../waterfall/sums.ts";
import { firstEffects, foldText } from "../trace/row-names.ts";

/** @param isWanted false where nobody waits for the run any more */
export async function prepared(run: Run, call: number, isWanted: () => boolean): Promise<void> {
  for (const ask of questionsTo(run, call)) {
    ask();
    await rest();
    if (!isWanted()) return;
  }
}

/** Lets the page do what it has to do. A timer would wait: browsers slow those that follow others. */
async function rest(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
}

type Question = () => unknown;

/** Each uses the answers to those before it. */
const questionsTo = ({ trace, site }: Run, call: number): readonly Question[] => [
  () => indexTrace(trace),
  () => planLanes(trace),
  () => pathOf(trace, call),
  () => storyOf(trace, call),
  () => foldsOfCall(trace, call).map((fold) => foldText({ story: storyOf(trace, call) }, fold)),
  () => packetCounts(trace, call),
  () => packetNames(trace, call),
  () => repeatsOf(trace, call),
  () => firstEffects(trace),
  () => busyStretches(trace),
  ...(hasMany(trace) ? questionsOfMany(trace, call) : []),
  () => stepRows(trace, call),
  () => stageRows(trace, call),
  () => stageRows(trace, call).list.length > MOST_SINGLE && sumRows(trace, call),
  () => eventsOfCall(trace, call),
  ...(site?.kind === "campus" ? questionsOfCampus(trace, site, call) : []),
];

function questionsOfMany(trace: TraceData, call: number): readonly Question[] {
  const arrangement = (): Arrangement => arrangementOf(trace, call);
  return [
    () => storyGroupsOf(trace, call),
    arrangement,
    () => hasLosses(trace, call),
    () => trafficOf(arrangement()),
    () => tellersWaits(arrangement()),
    () => rowTimes(arrangement(), machinesARowAcross(arrangement())),
    () => behindWork(trace, call),
  ];
}

function questionsOfCampus(trace: TraceData, site: CampusSite, call: number): readonly Question[] {
  const journeys = (): Journeys => journeysOf(trace, site);
  return [journeys, () => countedUse(journeys(), call), () => progressOfCall(journeys(), call)];
}
