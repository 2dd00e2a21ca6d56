/** Lanes stacked across the time axis: bands of machines, and the medium between the first machine and the others. */
import { belowMedium } from "../trace/lanes.ts";
import type { Lane, LanePlan } from "../trace/lanes.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Arrangement } from "./arrange.ts";
import type { Band, Frame, LanePlace } from "./frame.ts";
import type { Row } from "./rows.ts";

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
    lanes.push({ at, size });
    at += size;
    if (plan.lanes[i + 1]?.machine !== lane.machine) {
      at += sizes.edge;
      bands.push({ machine: lane.machine, from: bandFrom, to: at });
    }
  }
  if (below === plan.lanes.length) openMedium();
  return { lanes, bands, mediumFrom, mediumTo: mediumFrom + sizes.medium, to: at };
}

type Stacked = Pick<
  Frame,
  "arrangement" | "rows" | "rowOf" | "lanes" | "apart" | "pitch" | "wire" | "losses" | "bands"
>;

/** The rows of two machines whose lanes are stacked: one for each. */
export function rowsOfTwo({ plan }: ShownCall, arrangement: Arrangement, stacked: StackedLanes): Stacked {
  const { lanes, bands, mediumFrom, mediumTo } = stacked;
  const rows = arrangement.units.map((unit, number): Row => {
    const band = bands.find(({ machine }) => machine === plan.machines[number]) ?? { from: mediumTo, to: mediumTo };
    const own = lanes.filter((_, lane) => plan.lanes[lane]?.machine === plan.machines[number]);
    const at = own[0]?.at ?? band.from;
    const last = own.at(-1);
    const size = last === undefined ? 0 : last.at + last.size - at;
    const { from, to } = band;
    const empty = { strip: to, stripSize: 0, story: "", opens: null, flat: false };
    return { name: unit.title, machines: unit.machines, from, to, at, size, pitch: to - from, named: true, ...empty };
  });
  return {
    ...{ arrangement, rows, lanes, bands, apart: true, losses: null },
    rowOf: arrangement.unitOf,
    pitch: Math.max(0, ...rows.map(({ pitch }) => pitch)),
    wire: { from: mediumFrom, to: mediumTo },
  };
}
