/** The rows of many machines: who shares one, how high each is, and what of it is lanes and phases. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { tally } from "../../engine/kernel/tally.ts";
import type { Stretch } from "../trace/folds.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { hasLosses } from "../trace/losses.ts";
import { machineName } from "../trace/machine-names.ts";
import { capital } from "../words/sentences.ts";
import type { Arrangement, Unit } from "./arrange.ts";
import type { Frame, Row } from "./frame.ts";
import { hasPhases } from "./phases.ts";
import { placeRows, STRIP_GAP } from "./rows.ts";
import type { RowRoom } from "./rows.ts";
import type { ShownCall } from "./shown-call.ts";

/** The parts of a row, in pixels across. */
interface Parts {
  readonly edge: number;
  readonly lane: number;
  readonly between: number; // lanes of one machine
  readonly strip: number;
}

const LEAST_LANE = 4;
const LEAST_PITCH = 6; // a lane and what parts it from the next
/** A name of a phase needs a strip of this height. */
const NAMED_STRIP = 14;
/** From one band to the next where each lane has a place of its own: room for the names of packets. */
const OPEN_GAP = 40;
const LEAST_OWN_LANE = 9;
const OWN_LANE_GAP = 3;

/** Lanes of their own, where they have room; else null. */
function ownLanes(pitch: number, lanes: number, phases: boolean): Parts | null {
  const rest = 2 * 5 + (phases ? NAMED_STRIP + STRIP_GAP : 0) + (lanes - 1) * OWN_LANE_GAP + OPEN_GAP;
  const lane = Math.min(15, Math.floor((pitch - rest) / lanes));
  if (lanes < 2 || lane < LEAST_OWN_LANE) return null;
  return { edge: 5, lane, between: OWN_LANE_GAP, strip: phases ? NAMED_STRIP : 0 };
}

function oneLane(pitch: number, phases: boolean, shares: RowSizes["shares"]): Parts {
  const lane = Math.min(20, Math.max(LEAST_LANE, Math.round(pitch * shares[0])));
  const strip = !phases || pitch < 13 ? 0 : pitch >= shares[1] ? NAMED_STRIP : pitch >= 24 ? 4 : 3;
  return { edge: pitch >= 50 ? 4 : pitch >= 24 ? 2 : 0, lane, between: 0, strip };
}

/** The sizes of rows in one direction of time. */
export interface RowSizes {
  /** The share of a row that is its lane, and the pitch from which on phases have room for their names. */
  readonly shares: readonly [lane: number, names: number];
  /** The room of a name across. */
  readonly name: number;
  /** Of a row of machines that take no part, and of the head of a group that is open. */
  readonly flat: number;
  /** Of the lane of lost packets. */
  readonly losses: number;
  /** From row to row at least, where there is a choice: machines that follow one another share a row below it. */
  readonly leastPitch?: number;
  /** Whether each lane may have a place of its own. */
  readonly apart: boolean;
}

export interface Room extends Stretch {
  readonly mostPitch: number;
  readonly sizes: RowSizes;
}

/** Nothing is to be seen in its row. */
const isFlat = ({ group, isOpen }: Unit): boolean => group !== null && (isOpen || group.idle);

const lossesIn = ({ trace, call }: Arrangement, { sizes }: Room): number => (hasLosses(trace, call) ? sizes.losses : 0);

/** The number of machines without a group that share a row. The caller keeps a row of its own. */
export function machinesARow(arrangement: Arrangement, room: Room): number {
  const { units } = arrangement;
  const { flat, leastPitch = LEAST_PITCH } = room.sizes;
  const lone = units.filter(({ group }) => group === null).length;
  const others = units.filter((unit) => unit.group !== null && !isFlat(unit)).length;
  const left = room.to - room.from - lossesIn(arrangement, room) - flat * units.filter(isFlat).length;
  const most = Math.max(2, Math.floor((left - others * flat) / leastPitch));
  return lone <= most ? 1 : Math.ceil((lone - 1) / (most - 1));
}
/** Units that follow one another and share a row. */
export function joined({ units }: Arrangement, together: number): readonly (readonly Unit[])[] {
  const groups: Unit[][] = [];
  let open: Unit[] | null = null;
  for (const [i, unit] of units.entries()) {
    if (unit.group === null && i > 0 && open !== null && open.length < together) {
      open.push(unit);
      continue;
    }
    const group = [unit];
    groups.push(group);
    open = unit.group === null && i > 0 ? group : null;
  }
  return groups;
}

/** The most lanes that one machine has. */
function mostLanes({ lanes }: LanePlan): number {
  const counts = new Map<string, number>();
  for (const { machine } of lanes) tally(counts, machine);
  return Math.max(1, ...counts.values());
}

const cableEdge = (pitch: number): number => (pitch >= 50 ? 4 : pitch >= 20 ? 3 : 2);

type RowsOfMany = Omit<Frame, "down" | "width" | "height" | "start" | "length" | "axis">;

export function rowsOfMany(shown: ShownCall, arrangement: Arrangement, room: Room): RowsOfMany {
  const { sizes } = room;
  const [lanes, phases] = [sizes.apart ? mostLanes(arrangement.plan) : 1, hasPhases(shown)];
  const groups = joined(arrangement, machinesARow(arrangement, room));
  const isFlatGroup = ([unit]: readonly Unit[]): boolean => unit !== undefined && isFlat(unit);
  const flats = groups.filter(isFlatGroup).length;
  const lost = lossesIn(arrangement, room);
  const left = room.to - room.from - lost - flats * sizes.flat;
  const even = left / Math.max(1, groups.length - flats);
  // A row of many machines keeps room for its name where machines that stand alone are close.
  const shared = groups.filter(([unit]) => unit !== undefined && unit.group !== null && !isFlat(unit)).length;
  const close = even < sizes.flat && groups.length > flats + shared;
  const pitch = close
    ? (left - shared * sizes.flat) / (groups.length - flats - shared)
    : Math.min(room.mostPitch, even);
  const tells = arrangement.units.some(({ group, story }) => group !== null || story !== "");
  const parts = (tells ? null : ownLanes(pitch, lanes, phases)) ?? oneLane(pitch, phases, sizes.shares);
  const apart = parts.between > 0;
  const own = Array.from({ length: apart ? lanes : 1 }, (_, i) => ({
    ...{ before: i === 0 ? 0 : parts.between, size: parts.lane },
  }));
  const every = everyKth(sizes.name / pitch);
  const rooms = groups.map((group, i): RowRoom => {
    const words = wordsOf(arrangement, group);
    const flat = isFlatGroup(group);
    const high = flat || (close && group[0]?.group !== null) ? sizes.flat : pitch;
    return {
      ...words,
      ...{ flat, lanes: own, named: words.opens !== null || i % every === 0, pitch: high, after: i === 0 ? lost : 0 },
      ...(flat
        ? { before: (high - parts.lane) / 2 - 2 * FLAT_EDGE, edge: FLAT_EDGE, strip: 0 }
        : { before: 0, edge: parts.edge, strip: parts.strip }),
    };
  });
  const placed = placeRows(arrangement, room.from, rooms, apart);
  const [first] = placed.rows;
  const begins = first === undefined ? room.from : Math.min(first.to + LOSSES_FROM, room.from + first.pitch);
  const losses = lost === 0 ? null : { from: begins, to: begins + lost - 4 };
  return { ...placed, pitch, losses, wire: null, zones: [], cableEdge: cableEdge(pitch) };
}

const FLAT_EDGE = 2;
/** The lane of lost packets begins so far after the caller's row, where there is room. */
const LOSSES_FROM = 8;

function wordsOf(
  { trace, plan }: Arrangement,
  group: readonly Unit[],
): Pick<Row, "name" | "story" | "machines" | "opens"> {
  const [unit, ...more] = group;
  const machines = group.flatMap((one) => one.machines);
  if (unit === undefined) throw new Error("many: a row has no machines");
  if (more.length === 0) {
    const opens = unit.group === null ? null : { key: unit.group.key, isOpen: unit.isOpen };
    return { name: unit.title, story: unit.story, machines, opens };
  }
  const names = machines.map((machine) => machineName(trace, itemAt(plan.machines, machine, "machine")));
  return { name: namesOf(names), story: "", machines, opens: null };
}

function namesOf(names: readonly string[]): string {
  const [first = "", last = first] = [names[0], names.at(-1)];
  const number = /\d+$/.exec(last)?.[0] ?? last;
  return capital(names.length === 2 ? `${first}, ${number}` : `${first} to ${number}`);
}

/** Every row is named, or every second, fifth, tenth...: round numbers are counted more easily. */
function everyKth(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const lead of [1, 2, 5]) if (lead * power >= least) return lead * power;
  }
}
