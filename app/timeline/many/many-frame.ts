/**
 * Where many machines stand across, as bands in the order of the plan: below one another where time runs to the right,
 * beside one another where it runs down. It does not depend on the view, so that nothing moves when one zooms or pans.
 */
import type { Stretch } from "../../trace/folds.ts";
import type { LanePlan } from "../../trace/lanes.ts";
import type { Stage } from "../stage.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { hasPhases } from "./phases.ts";
import { capital } from "../../words/sentences.ts";

/** A machine, or where there are more than can be told apart, some that follow one another. Pixels across. */
export interface Row {
  readonly name: string;
  /** Its first machine by number, and the one after its last. */
  readonly first: number;
  readonly end: number;
  /** All that belongs to it: packets end here. */
  readonly from: number;
  readonly to: number;
  /** Its lanes together. */
  readonly at: number;
  readonly size: number;
  /** The strip of its phases; of no size where there is none. */
  readonly strip: number;
  readonly stripSize: number;
  /** Whether there is room for its name: that of every k-th row, where they are close. */
  readonly named: boolean;
}

interface LanePlace {
  readonly at: number;
  readonly size: number;
}

export interface ManyFrame {
  readonly down: boolean;
  readonly width: number;
  readonly height: number;
  /** Along: where the scale begins and how long it is. */
  readonly start: number;
  readonly length: number;
  readonly rows: readonly Row[];
  /** The row of each machine, and the place of each lane: lanes of one machine share theirs where there is no room. */
  readonly rowOf: Int32Array;
  readonly lanes: readonly LanePlace[];
  /** Whether each lane has a place of its own. */
  readonly apart: boolean;
  /** From row to row. */
  readonly pitch: number;
  /** Where names of machines stand: along, before the scale. */
  readonly bands: readonly { readonly machine: string; readonly from: number; readonly to: number }[];
  /** The line of the axis, across; where time runs down, the column of its labels. */
  readonly axis: number;
  /** How far the cable reaches beyond what it holds. */
  readonly cableEdge: number;
}

/** What a row is made of, in pixels across. */
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

function oneLane(pitch: number, phases: boolean, shares: readonly [lane: number, names: number]): Parts {
  const lane = Math.min(20, Math.max(LEAST_LANE, Math.round(pitch * shares[0])));
  const strip = !phases || pitch < 13 ? 0 : pitch >= shares[1] ? NAMED_STRIP : pitch >= 24 ? 4 : 3;
  return { edge: pitch >= 50 ? 4 : pitch >= 24 ? 2 : 0, lane, between: 0, strip };
}

interface Room {
  readonly from: number;
  readonly to: number;
  readonly mostPitch: number;
  /** What of a row is its lane, and from which pitch on phases have room for their names. */
  readonly shares: readonly [lane: number, names: number];
  /** What a name takes across. */
  readonly name: number;
  /** From row to row at least, where there is a choice: machines that follow one another share a row below it. */
  readonly leastPitch?: number;
}

interface Bands {
  readonly rows: readonly Row[];
  readonly parts: Parts;
  readonly pitch: number;
}

/** How many machines stand together in a row; the caller keeps one of its own. */
function machinesARow(machines: number, { from, to, leastPitch = LEAST_PITCH }: Partial<Room> & Stretch): number {
  const most = Math.max(2, Math.floor((to - from) / leastPitch));
  return machines <= most ? 1 : Math.ceil((machines - 1) / (most - 1));
}

/** The same where time runs to the right and nothing limits the figure's height. */
export const machinesARowAcross = (machines: number): number =>
  machinesARow(machines, { from: HEADER, to: MOST_HEIGHT - FOOT - UNDER });

function bandsOf(stage: Stage, room: Room, lanes: number): Bands {
  const { machines } = stage.plan;
  const phases = hasPhases(stage);
  const together = machinesARow(machines.length, room);
  const count = 1 + Math.ceil((machines.length - 1) / together);
  const pitch = Math.min(room.mostPitch, (room.to - room.from) / count);
  const parts = ownLanes(pitch, lanes, phases) ?? oneLane(pitch, phases, room.shares);
  const lanesSize = (parts.between === 0 ? 1 : lanes) * (parts.lane + parts.between) - parts.between;
  const every = everyKth(room.name / pitch);
  const rows = Array.from({ length: count }, (_, i): Row => {
    const first = i === 0 ? 0 : 1 + (i - 1) * together;
    const end = i === 0 ? 1 : Math.min(machines.length, first + together);
    const from = room.from + i * pitch;
    const at = from + parts.edge;
    const strip = at + lanesSize + STRIP_GAP;
    const to = (parts.strip === 0 ? at + lanesSize : strip + parts.strip) + parts.edge;
    const name = nameOf(machines.slice(first, end));
    return { name, first, end, from, to, at, size: lanesSize, strip, stripSize: parts.strip, named: i % every === 0 };
  });
  return { rows, parts, pitch };
}

const nameOf = (machines: readonly string[]): string => {
  const [first = "", last = first] = [machines[0], machines.at(-1)];
  if (first === last) return capital(first);
  const number = /\d+$/.exec(last)?.[0] ?? last;
  return capital(machines.length === 2 ? `${first}, ${number}` : `${first} to ${number}`);
};

/** Every row is named, or every second, fifth, tenth...: round numbers are counted more easily. */
function everyKth(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const lead of [1, 2, 5]) if (lead * power >= least) return lead * power;
  }
}

function placesOf(plan: LanePlan, { rows, parts }: Bands): Pick<ManyFrame, "rowOf" | "lanes" | "apart" | "bands"> {
  const rowOf = new Int32Array(plan.machines.length);
  for (const [i, { first, end }] of rows.entries()) rowOf.fill(i, first, end);
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const apart = parts.between > 0;
  let before = "";
  let own = 0;
  const lanes = plan.lanes.map(({ machine }): LanePlace => {
    own = machine === before ? own + 1 : 0;
    before = machine;
    const at = rows[rowOf[numbers.get(machine) ?? 0] ?? 0]?.at ?? 0;
    return { at: apart ? at + own * (parts.lane + parts.between) : at, size: parts.lane };
  });
  const bands = plan.machines.map((machine, number) => {
    const { from = 0, to = 0 } = rows[rowOf[number] ?? 0] ?? {};
    return { machine, from, to };
  });
  return { rowOf, lanes, apart, bands };
}

/** The most lanes that one machine has. */
function mostLanes({ lanes }: LanePlan): number {
  const counts = new Map<string, number>();
  for (const { machine } of lanes) counts.set(machine, (counts.get(machine) ?? 0) + 1);
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 1);
}

const cableEdge = (pitch: number): number => (pitch >= 50 ? 4 : pitch >= 20 ? 3 : 2);

export const NAME_SIZE = 12.5;
const HEADER = 28; // the playhead's flag
const FOOT = 34; // from the last band to the axis: the legend
const UNDER = 28; // the axis and its labels
/** As high as the figure becomes by itself. */
const MOST_HEIGHT = 560;
const LEAST_HEIGHT = 200;
const MOST_PITCH = 118;
const NAMES_FROM = 12;
const LEAST_COLUMN = 104;
const MOST_COLUMN = 190;
const LANE_TITLES = 30;
const RIGHT_MARGIN = 12;

/** @param room the height to keep to, in pixels */
export function frameManyAcross(stage: Stage, width: number, room: number | undefined): ManyFrame {
  const height = Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, room ?? MOST_HEIGHT));
  const bands = bandsOf(
    stage,
    { from: HEADER, to: height - FOOT - UNDER, mostPitch: MOST_PITCH, shares: [0.26, 50], name: 18 },
    mostLanes(stage.plan),
  );
  const places = placesOf(stage.plan, bands);
  const names = places.apart ? stage.plan.lanes.map(({ name }) => name) : bands.rows.map(({ name }) => name);
  const widest = Math.max(...[...new Set(names)].map((name) => tableWidth(name, NAME_SIZE, !places.apart)));
  const start = Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, widest + (places.apart ? LANE_TITLES : NAMES_FROM) + 12));
  const axis = (bands.rows.at(-1)?.to ?? 0) + FOOT;
  return {
    down: false,
    width,
    height: axis + UNDER,
    start,
    length: Math.max(120, width - start - RIGHT_MARGIN),
    rows: bands.rows,
    ...places,
    pitch: bands.pitch,
    axis,
    cableEdge: cableEdge(bands.pitch),
  };
}

/** A figure that stands beside another on one axis: all of it but its rows is given. */
type PartOfFrame = Pick<ManyFrame, "down" | "width" | "height" | "start" | "length" | "axis">;

const PART_PITCH = 14;

/**
 * The rows of one of two runs, from `from` to `to` across, in pixels. Where there is no room for a row of 14 px a
 * machine, machines that follow one another share one.
 */
export function framePart(stage: Stage, part: PartOfFrame, { from, to }: Stretch): ManyFrame {
  const room: Room = {
    from,
    to,
    mostPitch: to - from,
    shares: [0.5, 50],
    name: part.down ? 17 : PART_PITCH,
    ...(part.down ? {} : { leastPitch: PART_PITCH }),
  };
  const bands = bandsOf(stage, room, 1);
  const edge = cableEdge(bands.pitch);
  return { ...part, rows: bands.rows, ...placesOf(stage.plan, bands), pitch: bands.pitch, cableEdge: edge };
}

const AXIS_COLUMN = 44;
const HEAD = 16;
const NAME_ROW = 22;
const SHORTEST = 460;
const LONGEST = 760;
const PER_MACHINE = 34;

/** Columns. The figure is as long as its machines are many, within limits. */
export function frameManyDown(stage: Stage, width: number): ManyFrame {
  const bands = bandsOf(
    stage,
    { from: AXIS_COLUMN + 2, to: width - 2, mostPitch: 104, shares: [0.2, 72], name: 17 },
    1,
  );
  const named = bands.rows.filter((row) => row.named);
  const widths = named.map(({ name }) => tableWidth(name, NAME_SIZE, true));
  const upright = namesUpright(bands.rows, bands.pitch);
  const start = HEAD + (upright ? Math.max(NAME_ROW, ...widths) : NAME_ROW) + 14;
  const length = Math.min(LONGEST, SHORTEST + PER_MACHINE * stage.plan.machines.length);
  return {
    down: true,
    width,
    height: start + length + 30,
    start,
    length,
    rows: bands.rows,
    ...placesOf(stage.plan, bands),
    pitch: bands.pitch,
    axis: AXIS_COLUMN,
    cableEdge: Math.min(3, cableEdge(bands.pitch)),
  };
}

/** Whether columns are too narrow for names above them as they are read. */
export const namesUpright = (rows: readonly Row[], pitch: number): boolean =>
  rows.some(({ name }) => tableWidth(name, NAME_SIZE, true) > pitch - 8);
