/**
 * The places of two runs across one time axis: the first run, what joins the two, the second run. With time to the
 * right the first is above; where the place is narrow time runs down, and the first is at left.
 */
import { present } from "../../engine/kernel/items.ts";
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Stretch } from "../trace/folds.ts";
import { acrossFrom, AXIS_COLUMN, downFrom } from "../figure/frame.ts";
import { framePart, rowsInPart } from "../figure/frame-many.ts";
import { uprightHeight } from "../figure/titles-down.ts";
import type { Frame, OnAxis } from "../figure/frame.ts";
import { endOfRows } from "../figure/rows.ts";
import { rowsOfTwo } from "../figure/rows-two.ts";
import type { Labels } from "./differences.ts";
import { SIDES } from "./pair.ts";
import type { Both, Pair, SideName } from "./pair.ts";

export interface TwinFrame extends OnAxis {
  /** The rows of each run. Their names keep to them. */
  readonly frames: Readonly<Record<SideName, Frame>>;
  /** From the first to the last row of each run, across. */
  readonly sides: Readonly<Record<SideName, Stretch>>;
  /** The strip between the runs, across. */
  readonly between: Stretch;
  /** The lines of the runs' names above their columns, where time runs down. */
  readonly heads: Readonly<Record<SideName, readonly string[]>>;
}

/** Whether rows of the two are partners by cause: threads join them then. */
export const isPair = (both: object): both is Pair => "partners" in both;

/** Narrower than this, time runs down. */
const TURN = 600;
const COLUMN = 116; // names of machines
const HEADER = 30; // the playhead's flag
const TITLE = 22;
export const FLAG = 22; // where the calls part

interface Sizes {
  readonly bar: number;
  readonly gap: number;
  readonly edge: number;
  readonly medium: number;
}

const WIDE: Sizes = { bar: 16, gap: 8, edge: 8, medium: 40 };
const CLOSE: Sizes = { bar: 14, gap: 5, edge: 6, medium: 32 };
const STRIP = 76;
const FOOT = 12;

const MANY_BETWEEN = 30; // the difference of their ends
const MANY_FOOT = 34; // the legend
const PITCH = 24;
const MOST_ROWS = 16;
const LEAST_PITCH = 14;
/** Of the rows of one run: as in a lesson, and alone. */
const MOST_CLOSE = 168;
const MOST_HIGH = 16 * 16;

/** @param close whether it stands among other figures and is to be no higher than it must */
export function frameTwin(both: Both, width: number, labels: Labels, close: boolean): TwinFrame {
  return width < TURN ? frameDown(both, width, labels) : frameAcross(both, width, close);
}

/** The rows of one run: lanes around a medium, or rows of many machines. @param sizes of the lanes */
function rowsOf(both: Both, side: SideName, place: OnAxis, stretch: Stretch, sizes: Sizes): Frame {
  const { from, to } = stretch;
  const own = place.down ? { ...place, axis: from - 4, width: to + 2 } : { ...place, axis: to + 10 };
  if (!isPair(both)) return framePart(both.shown[side], own, stretch);
  return { ...own, ...lanesIn(both, side, stretch, sizes), zones: [], cableEdge: place.down ? 2 : 3 };
}

const lanesIn = (both: Pair, side: SideName, at: Parameters<typeof rowsOfTwo>[1], { bar, gap, edge, medium }: Sizes) =>
  rowsOfTwo(both.arrangements[side], at, {
    ...{ bar: () => bar, before: (_: number, begins: boolean) => (begins ? 0 : gap), edge, medium },
  });

function frameAcross(both: Both, width: number, close: boolean): TwinFrame {
  const paired = isPair(both);
  const sizes = close ? CLOSE : WIDE;
  const head = TITLE + (paired && both.comparison.divergence !== null ? FLAG : 0);
  const sideFrom = (side: SideName, from: number): Stretch => {
    if (isPair(both)) return { from, to: endOfRows(lanesIn(both, side, { from }, sizes)) };
    const rows = Math.min(MOST_ROWS, rowsInPart(both.shown[side]));
    return { from, to: from + Math.max(rows * LEAST_PITCH, Math.min(close ? MOST_CLOSE : MOST_HIGH, rows * PITCH)) };
  };
  const a = sideFrom("a", HEADER + head);
  const between = { from: a.to, to: a.to + (paired ? STRIP : MANY_BETWEEN) };
  const b = sideFrom("b", between.to + head);
  const axis = b.to + (paired ? FOOT : MANY_FOOT);
  const place = acrossFrom(COLUMN, width, axis);
  const frames = { a: rowsOf(both, "a", place, a, sizes), b: rowsOf(both, "b", place, b, sizes) };
  return { ...place, frames, sides: { a, b }, between, heads: { a: [], b: [] } };
}

const GAP = 16; // between the runs, where nothing joins them
const NARROW_STRIP = 28;
const HEAD_LINE = 16;
const NARROW_GAP = 2;
const NARROW_EDGE = 4;
/** The share of a side's room that its lanes may take. The wire has the rest. */
const LANES_SHARE = 0.64;
const LEAST_BAR = 4;
const MOST_BAR = 14;
const PER_ROW = 16;
const LEAST_LENGTH = 420;
const MOST_LENGTH = 760;
const MANY_LENGTH = 560;
const MACHINES_LINE = 20;

function frameDown(both: Both, width: number, labels: Labels): TwinFrame {
  const paired = isPair(both);
  const strip = paired ? NARROW_STRIP : GAP;
  const room = Math.floor((width - AXIS_COLUMN - strip) / 2);
  const sides = {
    a: { from: AXIS_COLUMN, to: AXIS_COLUMN + room },
    b: { from: AXIS_COLUMN + room + strip, to: AXIS_COLUMN + 2 * room + strip },
  };
  const heads = { a: headLines(labels.a, room), b: headLines(labels.b, room) };
  const steps = paired ? both.comparison.segments.length * PER_ROW : MANY_LENGTH;
  const length = Math.min(MOST_LENGTH, Math.max(LEAST_LENGTH, steps));
  const lines = Math.max(heads.a.length, heads.b.length) + 1; // and what the call took
  const framed = (names: number): TwinFrame => {
    const start = lines * HEAD_LINE + names + 6;
    const part = downFrom(start, width, length);
    const rows = (side: SideName): Frame => rowsOf(both, side, part, sides[side], narrow(both, side, room));
    const between = { from: sides.a.to, to: sides.b.from };
    return { ...part, frames: { a: rows("a"), b: rows("b") }, sides, between, heads };
  };
  const first = framed(MACHINES_LINE);
  const upright = paired ? [] : present(SIDES, (side) => uprightHeight(first.frames[side]));
  return upright.length === 0 ? first : framed(12 + Math.max(...upright));
}

/** Sizes of lanes in a narrow room: the wire has what they leave, and a little at least. */
function narrow(both: Both, side: SideName, room: number): Sizes {
  const count = Math.max(1, both.shown[side].plan.lanes.length);
  const free = room * LANES_SHARE - 4 * NARROW_EDGE - NARROW_GAP * (count - 1);
  const bar = Math.min(MOST_BAR, Math.max(LEAST_BAR, Math.floor(free / count)));
  return { bar, gap: NARROW_GAP, edge: NARROW_EDGE, medium: 12 };
}

export const NAME_SIZE = 12.5;

/** A run's name on as many lines as it needs. */
const headLines = (name: string, room: number): readonly string[] =>
  wrapped(wordsOf(name), room, (text) => tableWidth(text, NAME_SIZE, true));
