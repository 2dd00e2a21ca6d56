/**
 * Computes the figures' questions to a large run before the run is shown. At once this would hold the page up, so it is
 * done in slices.
 */
import type { Run } from "../../engine/experiments/types.ts";
import { journeysOf } from "../campus/journeys.ts";
import { progressOfCall } from "../campus/progress.ts";
import { countedUse } from "../campus/use.ts";
import { eventsOfCall } from "../trace/events.ts";
import { busyStretches } from "../trace/folds.ts";
import { isMany, planLanes } from "../trace/lanes.ts";
import { arrangementOf } from "../timeline/layout/arrange-many.ts";
import { behindWork } from "../timeline/layout/cable.ts";
import { rowTimes } from "../timeline/layout/strips-many.ts";
import { hasLosses } from "../trace/losses.ts";
import { machinesARowAcross } from "../timeline/layout/frame-many.ts";
import { trafficOf } from "../timeline/layout/traffic.ts";
import { storyOf } from "../trace/story.ts";
import { inSlices, rest } from "../trace/in-slices.ts";
import type { Sliced } from "../trace/slices.ts";
import { packetCounts } from "../timeline/figure/summary.ts";
import { stageRows } from "../waterfall/rows.ts";
import { MOST_SINGLE, sumRows } from "../waterfall/sums.ts";
import { firstEffects } from "../trace/row-names.ts";

/** @param isWanted false where nobody waits for the run any more */
export async function prepared(run: Run, call: number, isWanted: () => boolean): Promise<void> {
  await inSlices(preparation(run, call), isWanted);
  await rest(); // to show it takes a while by itself
}

function* preparation({ trace, site }: Run, call: number): Sliced<void> {
  const plan = yield* planLanes.sliced(trace);
  yield* storyOf.sliced(trace, call);
  yield* packetCounts.sliced(trace, call);
  yield* firstEffects.sliced(trace);
  yield* busyStretches.sliced(trace);
  if (isMany(plan)) {
    const arrangement = yield* arrangementOf.sliced(trace, call);
    yield* hasLosses.sliced(trace, call);
    yield* trafficOf.sliced(arrangement);
    yield* rowTimes.sliced(arrangement, machinesARowAcross(arrangement));
    yield* behindWork.sliced(trace, call);
  }
  const { list } = yield* stageRows.sliced(trace, call);
  if (list.length > MOST_SINGLE) yield* sumRows.sliced(trace, call);
  yield* eventsOfCall.sliced(trace, call);
  if (site?.kind !== "campus") return;
  const journeys = yield* journeysOf.sliced(trace, site);
  yield* countedUse.sliced(journeys, call);
  yield* progressOfCall.sliced(journeys, call);
}
