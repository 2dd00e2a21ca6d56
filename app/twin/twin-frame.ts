/**
 * The places of all parts across the time axis: the first run, a strip that joins the two, the second run. With time to
 * the right the first is above; where the place is narrow all of it is turned, and the first is at left.
 */
import { stackLanes } from "../timeline/figure/stack-lanes.ts";
import type { Band, LanePlace } from "../timeline/figure/stack-lanes.ts";
import { wrapped } from "../draw/place-label.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Labels } from "./differences.ts";
import type { Pair, Side } from "./pair.ts";

export interface SideFrame {
  readonly lanes: readonly LanePlace[];
  readonly bands: readonly Band[];
  readonly mediumFrom: number;
  readonly mediumTo: number;
  /** Bands and medium together. */
  readonly from: number;
  readonly to: number;
  /** Baseline of the run's name, and of its flag. Only where time runs to the right. */
  readonly title: number;
  readonly flag: number;
}

export interface TwinFrame {
  readonly down: boolean;
  readonly width: number;
  readonly height: number;
  /** Along: where the scale begins and how long it is. */
  readonly start: number;
  readonly length: number;
  readonly a: SideFrame;
  readonly b: SideFrame;
  readonly strip: { readonly from: number; readonly to: number };
  /** The line of the axis, across. */
  readonly axis: number;
  readonly cableEdge: number;
  /** The lines of the runs' names above their columns, where time runs down. */
  readonly heads: { readonly a: readonly string[]; readonly b: readonly string[] };
}

/** Narrower than this, time runs down. */
const TWIN_TURN = 600;

export const LABEL_COLUMN = 112;
const RIGHT_MARGIN = 12;
const HEADER = 30;
const TITLE = 20;
const FLAG = 22;
const FOOT = 12;
const AXIS_FOOT = 28;
const STRIP = 76;

interface Sizes {
  readonly bar: number;
  readonly gap: number;
  readonly edge: number;
  readonly medium: number;
}

const WIDE: Sizes = { bar: 16, gap: 8, edge: 8, medium: 40 };
const CLOSE: Sizes = { bar: 14, gap: 5, edge: 6, medium: 32 };

/** @param close whether it stands among other figures and is to be no higher than it must */
export function frameTwin(pair: Pair, width: number, labels: Labels, close = false): TwinFrame {
  return width < TWIN_TURN ? frameNarrow(pair, width, labels) : frameWide(pair, width, close ? CLOSE : WIDE);
}

function frameWide(pair: Pair, width: number, sizes: Sizes): TwinFrame {
  const flag = pair.comparison.divergence === null ? 0 : FLAG;
  const a = frameSide(pair.a, HEADER + TITLE + flag, sizes, flag);
  const strip = { from: a.to, to: a.to + STRIP };
  const b = frameSide(pair.b, strip.to + TITLE + flag, sizes, flag);
  const axis = b.to + FOOT;
  return {
    down: false,
    width,
    height: axis + AXIS_FOOT,
    start: LABEL_COLUMN,
    length: Math.max(120, width - LABEL_COLUMN - RIGHT_MARGIN),
    a,
    b,
    strip,
    axis,
    cableEdge: 3,
    heads: { a: [], b: [] },
  };
}

export const AXIS_COLUMN = 40;
const NARROW_STRIP = 28;
const NARROW_GAP = 2;
const NARROW_EDGE = 4;
/** The share of a side's room that its lanes may take. The wire has the rest. */
const LANES_SHARE = 0.64;
const LEAST_BAR = 4;
const MOST_BAR = 14;
const HEAD_LINE = 15;
const MACHINES_LINE = 20;
const PER_ROW = 16;
const LEAST_LENGTH = 420;
const MOST_LENGTH = 760;

function frameNarrow(pair: Pair, width: number, labels: Labels): TwinFrame {
  const room = Math.floor((width - AXIS_COLUMN - NARROW_STRIP) / 2);
  const heads = { a: headLines(labels.a, room), b: headLines(labels.b, room) };
  const lines = Math.max(heads.a.length, heads.b.length);
  const start = lines * HEAD_LINE + HEAD_LINE + MACHINES_LINE + 6;
  const length = Math.min(MOST_LENGTH, Math.max(LEAST_LENGTH, pair.comparison.segments.length * PER_ROW));
  const sizes = (side: Side): Sizes => {
    const count = Math.max(1, side.plan.lanes.length);
    const free = room * LANES_SHARE - 4 * NARROW_EDGE - NARROW_GAP * (count - 1);
    const bar = Math.min(MOST_BAR, Math.max(LEAST_BAR, Math.floor(free / count)));
    const lanes = bar * count + NARROW_GAP * Math.max(0, count - 2) + 4 * NARROW_EDGE;
    return { bar, gap: NARROW_GAP, edge: NARROW_EDGE, medium: Math.max(12, room - lanes) };
  };
  const a = frameSide(pair.a, AXIS_COLUMN, sizes(pair.a), 0);
  const strip = { from: a.to, to: a.to + NARROW_STRIP };
  const b = frameSide(pair.b, strip.to, sizes(pair.b), 0);
  return {
    down: true,
    width,
    height: start + length + 24,
    start,
    length,
    a,
    b,
    strip,
    axis: AXIS_COLUMN - 4,
    cableEdge: 2,
    heads,
  };
}

function frameSide(side: Side, from: number, { bar, gap, edge, medium }: Sizes, flagRoom: number): SideFrame {
  const before = (_: number, begins: boolean): number => (begins ? 0 : gap);
  const stacked = stackLanes(side.plan, from, { bar: () => bar, before, edge, medium });
  return { ...stacked, from, title: from - flagRoom - 7, flag: from - 7 };
}

export const NAME_SIZE = 12;

/** A run's name on as many lines as it needs. */
const headLines = (name: string, room: number): readonly string[] =>
  wrapped(name.split(" "), room, (text) => tableWidth(text, NAME_SIZE, true));
