/** The rows of a figure of many machines, across: how high each is, and what of it is lanes and phases. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Stretch } from "../trace/folds.ts";
import { capital } from "../words/sentences.ts";
import { machineName } from "../trace/machine-names.ts";
import type { Arrangement, Unit } from "./arrange.ts";

/** A machine, some with one story, or where there are more than can be told apart, some neighbours. Pixels across. */
export interface Row {
  readonly name: string;
  /** The story that the row's machines have in common; empty where there is nothing to say. */
  readonly story: string;
  /** Its machines by number; none for the head of a group that is open. */
  readonly machines: readonly number[];
  /** The group that a reader opens or closes by this row; null for a row that has nothing to open. */
  readonly opens: { readonly key: string; readonly isOpen: boolean } | null;
  /** All that belongs to it: packets end here. */
  readonly from: number;
  readonly to: number;
  /** Its lanes together. */
  readonly at: number;
  readonly size: number;
  /** The strip of its phases; of no size where there is none. */
  readonly strip: number;
  readonly stripSize: number;
  /** From it to the next row. */
  readonly pitch: number;
  /** Whether nothing is to be seen in it: what is said of it then stands beside its name. */
  readonly flat: boolean;
  /** Whether there is room for its name: that of every k-th row, where they are close. */
  readonly named: boolean;
}

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
const STRIP_GAP = 2;
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

function oneLane(pitch: number, phases: boolean, shares: Room["shares"]): Parts {
  const lane = Math.min(20, Math.max(LEAST_LANE, Math.round(pitch * shares[0])));
  const strip = !phases || pitch < 13 ? 0 : pitch >= shares[1] ? NAMED_STRIP : pitch >= 24 ? 4 : 3;
  return { edge: pitch >= 50 ? 4 : pitch >= 24 ? 2 : 0, lane, between: 0, strip };
}

export interface Room extends Stretch {
  readonly mostPitch: number;
  /** The share of a row that is its lane, and the pitch from which on phases have room for their names. */
  readonly shares: readonly [lane: number, names: number];
  /** The room of a name across. */
  readonly name: number;
  /** Of a row of machines that take no part, and of the head of a group that is open. */
  readonly flat: number;
  /** Of the lane of lost packets; 0 where there is none. */
  readonly losses: number;
  /** From row to row at least, where there is a choice: machines that follow one another share a row below it. */
  readonly leastPitch?: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly parts: Parts;
  /** From row to row, where machines stand alone. */
  readonly pitch: number;
  /** The lane of lost packets, across; null where there is none. */
  readonly losses: Stretch | null;
}

/** Nothing is to be seen in its row. */
const isFlat = ({ group, isOpen }: Unit): boolean => group !== null && (isOpen || group.idle);

/** The number of machines without a group that share a row. The caller keeps a row of its own. */
export function machinesARow(
  { units }: Arrangement,
  { from, to, flat, losses, leastPitch = LEAST_PITCH }: Room,
): number {
  const lone = units.filter(({ group }) => group === null).length;
  const others = units.filter((unit) => unit.group !== null && !isFlat(unit)).length;
  const left = to - from - losses - flat * units.filter(isFlat).length;
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

interface RowsRequest {
  readonly arrangement: Arrangement;
  readonly room: Room;
  /** The most lanes that a machine has. */
  readonly lanes: number;
  readonly phases: boolean;
}

export function rowsOf({ arrangement, room, lanes, phases }: RowsRequest): Rows {
  const groups = joined(arrangement, machinesARow(arrangement, room));
  const isFlatGroup = ([unit]: readonly Unit[]): boolean => unit !== undefined && isFlat(unit);
  const flats = groups.filter(isFlatGroup).length;
  const left = room.to - room.from - room.losses - flats * room.flat;
  const even = left / Math.max(1, groups.length - flats);
  // A row of many machines keeps room for its name where machines that stand alone are close.
  const shared = groups.filter(([unit]) => unit !== undefined && unit.group !== null && !isFlat(unit)).length;
  const close = even < room.flat && groups.length > flats + shared;
  const pitch = close ? (left - shared * room.flat) / (groups.length - flats - shared) : Math.min(room.mostPitch, even);
  const tells = arrangement.units.some(({ group, story }) => group !== null || story !== "");
  const parts = (tells ? null : ownLanes(pitch, lanes, phases)) ?? oneLane(pitch, phases, room.shares);
  const flatParts = { edge: 2, lane: parts.lane, between: 0, strip: 0 };
  const every = everyKth(room.name / pitch);
  let [from, losses]: [number, Stretch | null] = [room.from, null];
  const rows = groups.map((group, i): Row => {
    const flat = isFlatGroup(group);
    const own = flat ? flatParts : parts;
    const size = (own.between === 0 ? 1 : lanes) * (own.lane + own.between) - own.between;
    const high = flat || (close && group[0]?.group !== null) ? room.flat : pitch;
    const at = flat ? from + (high - size) / 2 - own.edge : from + own.edge;
    const strip = at + size + STRIP_GAP;
    const to = (own.strip === 0 ? at + size : strip + own.strip) + own.edge;
    const words = wordsOf(arrangement, group);
    const named = words.opens !== null || i % every === 0;
    const row = { at, size, strip, stripSize: own.strip, pitch: high, flat, named };
    const begins = flat ? at - own.edge : from;
    from += high;
    if (i === 0 && room.losses > 0) {
      const begins = Math.min(to + LOSSES_FROM, from);
      losses = { from: begins, to: begins + room.losses - 4 };
      from += room.losses;
    }
    return { ...words, ...row, from: begins, to };
  });
  return { rows, parts, pitch, losses };
}

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
