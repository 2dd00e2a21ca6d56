/** Lanes stacked across the time axis: bands of machines, and the medium between the first machine and the others. */
import { belowMedium } from "../../trace/lanes.ts";
import type { Lane, LanePlan } from "../../trace/lanes.ts";

/** The place of a lane's bar across, in pixels. */
export interface LanePlace {
  readonly at: number;
  readonly size: number;
  readonly above: boolean;
}

/** The beginning and the end of a machine's band across. */
export interface Band {
  readonly machine: string;
  readonly from: number;
  readonly to: number;
}

interface LaneSizes {
  readonly bar: (lane: Lane, n: number) => number;
  /** Room before the nth lane's bar; `begins` where it is the first of its machine. */
  readonly before: (n: number, begins: boolean) => number;
  /** From a band's edge to its first and last bar. */
  readonly edge: number;
  readonly medium: number;
}

interface StackedLanes {
  readonly lanes: readonly LanePlace[];
  readonly bands: readonly Band[];
  readonly mediumFrom: number;
  readonly mediumTo: number;
  readonly to: number;
}

export function stackLanes(plan: LanePlan, from: number, sizes: LaneSizes): StackedLanes {
  const below = belowMedium(plan);
  const lanes: LanePlace[] = [];
  const bands: Band[] = [];
  let mediumFrom = from;
  let at = from;
  const openMedium = (): void => {
    mediumFrom = at;
    at += sizes.medium;
  };
  let bandFrom = from;
  for (const [i, lane] of plan.lanes.entries()) {
    if (i === below) openMedium();
    const begins = plan.lanes[i - 1]?.machine !== lane.machine;
    if (begins) {
      bandFrom = at;
      at += sizes.edge;
    }
    at += sizes.before(i, begins);
    const size = sizes.bar(lane, i);
    lanes.push({ at, size, above: lane.above });
    at += size;
    if (plan.lanes[i + 1]?.machine !== lane.machine) {
      at += sizes.edge;
      bands.push({ machine: lane.machine, from: bandFrom, to: at });
    }
  }
  if (below === plan.lanes.length) openMedium();
  return { lanes, bands, mediumFrom, mediumTo: mediumFrom + sizes.medium, to: at };
}
