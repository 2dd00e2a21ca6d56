/**
 * Many machines as bands in the order of the plan: below one another where time runs to the right, beside one another
 * where it runs down.
 */
import { entryOf, itemAt, lastItem, numberAt } from "../../engine/kernel/reads.ts";
import type { Stretch } from "../trace/folds.ts";
import type { LanePlan } from "../trace/lanes.ts";
import type { ShownCall } from "./shown-call.ts";
import { tableWidth } from "../draw/text-width.ts";
import { everybody, isTold } from "./arrange.ts";
import { arrange } from "./arrange-many.ts";
import type { Arrangement } from "./arrange.ts";
import type { Frame, LanePlace, OnAxis } from "./frame.ts";
import { hasLosses } from "../trace/losses.ts";

import { uprightHeight } from "./titles-down.ts";
import { TITLE_SIZE, titleOf } from "./titles.ts";
import { repeatsRoom, withRepeats } from "./repeats.ts";
import { hasPhases } from "./phases.ts";
import { machinesARow, rowsOf } from "./rows.ts";
import type { Room, Row, Rows } from "./rows.ts";
import { tally } from "../../engine/kernel/tally.ts";

type Places = Pick<
  Frame,
  "arrangement" | "rows" | "pitch" | "losses" | "rowOf" | "lanes" | "apart" | "bands" | "wire" | "zones" | "titles"
>;

function placesOf(arrangement: Arrangement, { rows, parts, pitch, losses }: Rows): Places {
  const { plan, seatOf, unitOf } = arrangement;
  const rowOf = new Int32Array(unitOf.length + 1);
  rowOf[everybody(arrangement)] = rows.length - 1; // a broadcast passes all rows
  for (const [i, { machines }] of rows.entries()) {
    for (const machine of machines) {
      rowOf[machine] = i;
      rowOf[seatOf[machine] ?? machine] = i;
    }
  }
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const apart = parts.between > 0;
  let before = "";
  let own = 0;
  const lanes = plan.lanes.map(({ machine }): LanePlace => {
    own = machine === before ? own + 1 : 0;
    before = machine;
    const { at, size } = itemAt(rows, numberAt(rowOf, entryOf(numbers, machine, "machine")), "row");
    return { at: apart ? at + own * (parts.lane + parts.between) : at, size: apart ? parts.lane : size };
  });
  const bands = plan.machines.flatMap((machine, number) => {
    const { from, to } = itemAt(rows, numberAt(rowOf, number), "row");
    return isTold(arrangement, number) ? [{ machine, from, to }] : [];
  });
  return { arrangement, rows, pitch, losses, rowOf, lanes, apart, bands, wire: null, zones: [], titles: [] };
}

/** The most lanes that one machine has. */
function mostLanes({ lanes }: LanePlan): number {
  const counts = new Map<string, number>();
  for (const { machine } of lanes) tally(counts, machine);
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 1);
}

const cableEdge = (pitch: number): number => (pitch >= 50 ? 4 : pitch >= 20 ? 3 : 2);

const HEADER = 28; // the playhead's flag
const FOOT = 34; // from the last band to the axis: the legend
const UNDER = 28; // the axis and its labels
/** The greatest height that the figure takes by itself. */
const MOST_HEIGHT = 560;
/** The greatest that it takes of a room that it is given. */
const MOST_OF_ROOM = 900;
const LEAST_HEIGHT = 200;
const MOST_PITCH = 118;
const MOST_PITCH_OF_ROOM = 300;
const NAMES_FROM = 12;
const LEAST_COLUMN = 104;
const MOST_COLUMN = 236;
const STORY_COLUMN = 156;
const LANE_TITLES = 30;
const RIGHT_MARGIN = 12;
const FLAT = 30;
const LOSSES = 22;

const roomAcross = (losses: boolean, height: number, mostPitch = MOST_PITCH): Room => ({
  from: HEADER,
  to: height - FOOT - UNDER,
  mostPitch,
  shares: [0.26, 50],
  name: 18,
  flat: FLAT,
  losses: losses ? LOSSES : 0,
});

/** The number of machines that share a row where time runs to the right and nothing limits the figure's height. */
export const machinesARowAcross = (arrangement: Arrangement): number =>
  machinesARow(arrangement, roomAcross(hasLosses(arrangement.trace, arrangement.call), MOST_HEIGHT));

/** @param room the height to keep to, in pixels */
export function frameManyAcross(
  shown: ShownCall,
  width: number,
  room: number | undefined,
  open?: ReadonlySet<string>,
): Frame {
  const given = room === undefined ? MOST_HEIGHT : Math.min(MOST_OF_ROOM, room);
  const height = Math.max(LEAST_HEIGHT, given - repeatsRoom(shown));
  const arrangement = arrange(shown.trace, shown.story.call, open);
  const mostPitch = room === undefined ? MOST_PITCH : MOST_PITCH_OF_ROOM;
  const across = roomAcross(hasLosses(shown.trace, shown.story.call), height, mostPitch);
  const places = room === undefined ? placesIn(shown, arrangement, across) : placesThatFill(shown, arrangement, across);
  const { rows } = places;
  const names = places.apart ? shown.plan.lanes.map(({ name }) => name) : rows.map(({ name }) => name);
  const widest = Math.max(
    ...[...new Set(names)].map((name) => tableWidth(name, TITLE_SIZE, !places.apart)),
    ...rows.map((row) => (row.opens === null && row.story === "" ? 0 : row.flat ? lineWidth(row) : STORY_COLUMN)),
  );
  const start = Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, widest + (places.apart ? LANE_TITLES : NAMES_FROM) + 12));
  const axis = lastItem(rows, "row").to + FOOT;
  return {
    ...places,
    down: false,
    width,
    ...withRepeats(shown, axis + UNDER),
    start,
    length: Math.max(120, width - start - RIGHT_MARGIN),
    axis,
    cableEdge: cableEdge(places.pitch),
  };
}

const placesIn = (shown: ShownCall, arrangement: Arrangement, room: Room, lanes = mostLanes(shown.plan)): Places =>
  placesOf(arrangement, rowsOf({ arrangement, room, lanes, phases: hasPhases(shown) }));

/** Nothing stands below the last band: the room there is given to all rows, where they still end above the axis. */
function placesThatFill(shown: ShownCall, arrangement: Arrangement, room: Room): Places {
  const places = placesIn(shown, arrangement, room);
  const endOf = ({ rows }: Places): number => lastItem(rows, "row").to;
  const wider = placesIn(shown, arrangement, { ...room, to: 2 * room.to - endOf(places) });
  return endOf(wider) <= room.to ? wider : places;
}

const PART_PITCH = 14;

/**
 * The rows of one of two runs, from `from` to `to` across, in pixels. Where there is no room for a row of 14 px a
 * machine, machines that follow one another share one.
 */
export function framePart(shown: ShownCall, part: OnAxis, { from, to }: Stretch): Frame {
  const room: Room = {
    from,
    to,
    mostPitch: to - from,
    shares: [0.5, 50],
    name: part.down ? 17 : PART_PITCH,
    flat: part.down ? NARROW : PART_PITCH,
    losses: hasLosses(shown.trace, shown.story.call) ? PART_PITCH : 0,
    ...(part.down ? {} : { leastPitch: PART_PITCH }),
  };
  const places = placesIn(shown, arrange(shown.trace, shown.story.call), room, 1);
  return { ...part, ...places, cableEdge: cableEdge(places.pitch) };
}

/** The most rows that one of two runs can have. */
export const rowsInPart = (shown: ShownCall): number => arrange(shown.trace, shown.story.call).units.length;

const AXIS_COLUMN = 44;
const HEAD = 16;
const NAME_ROW = 22;
const SHORTEST = 460;
const LONGEST = 760;
const PER_MACHINE = 34;

/** Across, of columns in which nothing is to be seen. */
const NARROW = 18;

/** Columns. The figure is as long as its machines are many, within limits. */
export function frameManyDown(shown: ShownCall, width: number, open?: ReadonlySet<string>): Frame {
  const arrangement = arrange(shown.trace, shown.story.call, open);
  const losses = hasLosses(shown.trace, shown.story.call) ? NARROW : 0;
  const room: Room = {
    from: AXIS_COLUMN + 2,
    to: width - 2,
    mostPitch: 104,
    shares: [0.2, 72],
    name: 17,
    flat: NARROW,
    losses,
  };
  const places = placesIn(shown, arrangement, room, 1);
  const start = HEAD + Math.max(NAME_ROW, uprightHeight(places) ?? 0) + 14;
  const length = Math.min(LONGEST, SHORTEST + PER_MACHINE * shown.plan.machines.length);
  return {
    ...places,
    down: true,
    width,
    height: start + length + 30,
    start,
    length,
    axis: AXIS_COLUMN,
    cableEdge: Math.min(3, cableEdge(places.pitch)),
  };
}

/** Of a flat row: its name, and what is said of it beside that. */
const lineWidth = (row: Row): number =>
  tableWidth(`${titleOf(row)} `, TITLE_SIZE, true) + tableWidth(row.story, TITLE_SIZE, false);
