/**
 * Many machines as bands in the order of the plan: below one another where time runs to the right, beside one another
 * where it runs down.
 */
import type { Stretch } from "../trace/folds.ts";
import type { ShownCall } from "./shown-call.ts";
import { tableWidth } from "../draw/text-width.ts";
import { arrange } from "./arrange-many.ts";
import type { Arrangement } from "./arrange.ts";
import { acrossFrom, AXIS_COLUMN, downFrom, UNDER } from "./frame.ts";
import { runsDown } from "./description.ts";
import type { FramePlace } from "./description.ts";
import type { Frame, OnAxis, Row } from "./frame.ts";
import { uprightHeight } from "./titles-down.ts";
import { titleOf } from "./row-titles.ts";
import { TITLE_SIZE } from "./titles.ts";
import { repeatsRoom, withRepeats } from "./repeats.ts";
import { endOfRows } from "./rows.ts";
import { machinesARow, rowsOfMany } from "./rows-many.ts";
import type { Room, RowSizes } from "./rows-many.ts";

/** Across, of columns in which nothing is to be seen. */
const NARROW = 18;
const PART_PITCH = 14;

const ACROSS: RowSizes = { shares: [0.26, 50], name: 18, flat: 30, losses: 22, apart: true };
const DOWN: RowSizes = { shares: [0.2, 72], name: 17, flat: NARROW, losses: NARROW, apart: false };
/** Of one of two runs. Where there is no room for a row of this pitch a machine, some share one. */
const PART_ACROSS: RowSizes = {
  ...{ shares: [0.5, 50], name: PART_PITCH, flat: PART_PITCH, losses: PART_PITCH, apart: false },
  leastPitch: PART_PITCH,
};
const PART_DOWN: RowSizes = { ...DOWN, shares: [0.5, 50], losses: PART_PITCH };

const HEADER = 28; // the playhead's flag
const FOOT = 34; // from the last band to the axis: the legend
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

const roomAcross = (height: number, mostPitch: number): Room => ({
  ...{ from: HEADER, to: height - FOOT - UNDER, mostPitch, sizes: ACROSS },
});

/** The number of machines that share a row where time runs to the right and nothing limits the figure's height. */
export const machinesARowAcross = (arrangement: Arrangement): number =>
  machinesARow(arrangement, roomAcross(MOST_HEIGHT, MOST_PITCH));

export function frameMany(shown: ShownCall, { width, room, open }: FramePlace): Frame {
  const arrangement = arrange(shown.trace, shown.story.call, open);
  return runsDown(width, room) ? frameDown(shown, arrangement, width) : frameAcross(shown, arrangement, width, room);
}

/** @param room the height to keep to, in pixels */
function frameAcross(shown: ShownCall, arrangement: Arrangement, width: number, room: number | undefined): Frame {
  const given = room === undefined ? MOST_HEIGHT : Math.min(MOST_OF_ROOM, room);
  const height = Math.max(LEAST_HEIGHT, given - repeatsRoom(shown));
  const placed =
    room === undefined
      ? rowsOfMany(shown, arrangement, roomAcross(height, MOST_PITCH))
      : rowsThatFill(shown, arrangement, roomAcross(height, MOST_PITCH_OF_ROOM));
  const { rows, titles } = placed;
  const names = titles.length > 0 ? titles.map(({ text }) => text) : rows.map(({ name }) => name);
  const widest = Math.max(
    ...[...new Set(names)].map((name) => tableWidth(name, TITLE_SIZE, !placed.apart)),
    ...rows.map((row) => (row.opens === null && row.story === "" ? 0 : row.flat ? lineWidth(row) : STORY_COLUMN)),
  );
  const start = Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, widest + (placed.apart ? LANE_TITLES : NAMES_FROM) + 12));
  const axis = endOfRows(placed) + FOOT;
  return { ...placed, ...acrossFrom(start, width, axis), ...withRepeats(shown, axis + UNDER) };
}

/** Nothing stands below the last band: the room there is given to all rows, where they still end above the axis. */
function rowsThatFill(shown: ShownCall, arrangement: Arrangement, room: Room): ReturnType<typeof rowsOfMany> {
  const placed = rowsOfMany(shown, arrangement, room);
  const wider = rowsOfMany(shown, arrangement, { ...room, to: 2 * room.to - endOfRows(placed) });
  return endOfRows(wider) <= room.to ? wider : placed;
}

/** The rows of one of two runs, from `from` to `to` across, in pixels. */
export function framePart(shown: ShownCall, part: OnAxis, stretch: Stretch): Frame {
  const room = { ...stretch, mostPitch: stretch.to - stretch.from, sizes: part.down ? PART_DOWN : PART_ACROSS };
  return { ...part, ...rowsOfMany(shown, arrange(shown.trace, shown.story.call), room) };
}

/** The most rows that one of two runs can have. */
export const rowsInPart = (shown: ShownCall): number => arrange(shown.trace, shown.story.call).units.length;

const HEAD = 16;
const NAME_ROW = 22;
const SHORTEST = 460;
const LONGEST = 760;
const PER_MACHINE = 34;

/** Columns. The figure is as long as its machines are many, within limits. */
function frameDown(shown: ShownCall, arrangement: Arrangement, width: number): Frame {
  const room = { from: AXIS_COLUMN + 2, to: width - 2, mostPitch: 104, sizes: DOWN };
  const placed = rowsOfMany(shown, arrangement, room);
  const start = HEAD + Math.max(NAME_ROW, uprightHeight(placed) ?? 0) + 14;
  const length = Math.min(LONGEST, SHORTEST + PER_MACHINE * shown.plan.machines.length);
  return { ...placed, ...downFrom(start, width, length), cableEdge: Math.min(3, placed.cableEdge) };
}

/** Of a flat row: its name, and what is said of it beside that. */
const lineWidth = (row: Row): number =>
  tableWidth(`${titleOf(row)} `, TITLE_SIZE, true) + tableWidth(row.story, TITLE_SIZE, false);
