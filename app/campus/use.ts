/**
 * The work of each network and router in a call, counted from the trace. Each number names the rows that it comes from.
 */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { LOSSES, MARK_KINDS } from "../../engine/kernel/trace-data.ts";
import type { Loss, TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "../trace/analysis.ts";
import { journeysOf } from "./journeys.ts";
import type { Journeys } from "./journeys.ts";
import { keyOf } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import { callTimes } from "../trace/calls.ts";
import { tally } from "../../engine/kernel/tally.ts";

export interface PlaceUse {
  /** Packets of the call that were sent on the network, or forwarded by the router. */
  readonly packets: number;
  /** Rows of them in the trace, in order of time. */
  readonly rows: readonly number[];
  /** Packets of other hosts while the call lasted. */
  readonly others: number;
  /** Shares of the call's time that it was busy, with all packets and with those of other hosts: 0 to 1. */
  readonly busy: number;
  readonly busyOthers: number;
  /** Packets of the call that were lost there, by why: "no router buffer", "damaged". */
  readonly losses: ReadonlyMap<Loss, number>;
  readonly collisions: number;
}

const NOTHING: PlaceUse = {
  packets: 0,
  rows: [],
  others: 0,
  busy: 0,
  busyOthers: 0,
  losses: new Map(),
  collisions: 0,
};

const COLLISION = MARK_KINDS.indexOf("collision");
const LOSS = MARK_KINDS.indexOf("loss");

function lossAt(value: number | undefined): Loss {
  const why = value === undefined ? undefined : LOSSES[value];
  if (why === undefined) throw new Error(`A mark names loss ${value}, and there are ${LOSSES.length}.`);
  return why;
}

type Counted = { -readonly [Key in keyof PlaceUse]: PlaceUse[Key] } & { rows: number[]; losses: Map<Loss, number> };

export interface CallUse {
  readonly of: (place: CampusPlace) => PlaceUse;
}

/** @param call from 1; of a call whose rows were not kept nothing is known */
export const callUse = (trace: TraceData, site: CampusSite, call: number): CallUse =>
  countedUse(journeysOf(trace, site), call);

export const countedUse = analysis((journeys: Journeys, call: number): CallUse => {
  const { trace } = journeys;
  const { spans, marks, packets } = trace;
  const { from, to } = callTimes(trace, call);
  const uses = new Map<string, Counted>();
  const at = (place: CampusPlace): Counted => {
    const key = keyOf(place);
    const use = uses.get(key) ?? { ...NOTHING, rows: [], losses: new Map<Loss, number>() };
    uses.set(key, use);
    return use;
  };
  const share = (start: number, end: number): number =>
    to > from ? Math.max(0, Math.min(end, to) - Math.max(start, from)) / (to - from) : 0;
  for (let row = 0; row < spans.count; row++) {
    const place = journeys.placeOf(row);
    if (place === null || journeys.isFibre(row)) continue;
    const [start, end] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    const packet = numberAt(journeys.packetOf, row);
    const here = share(start, end);
    if (packet >= 0 && packets.call[packet] === call) {
      const use = at(place);
      use.packets++;
      use.rows.push(packet);
    }
    if (here === 0) continue;
    const use = at(place);
    use.busy += here;
    if (packet >= 0) continue;
    use.others++;
    use.busyOthers += here;
  }
  for (let row = 0; row < marks.count; row++) {
    const place = journeys.places[numberAt(marks.track, row)] ?? null;
    if (place === null || marks.call[row] !== call) continue;
    if (marks.kind[row] === COLLISION) at(place).collisions++;
    if (marks.kind[row] !== LOSS) continue;
    const { losses } = at(place);
    const why = lossAt(marks.value[row]);
    tally(losses, why);
  }
  return { of: (place) => uses.get(keyOf(place)) ?? NOTHING };
});

export const lostAt = ({ losses }: PlaceUse): number => [...losses.values()].reduce((sum, count) => sum + count, 0);
