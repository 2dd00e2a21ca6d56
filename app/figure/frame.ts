/** The places of all parts of a timeline across, whatever its machines and the direction of its time. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Stretch } from "../trace/folds.ts";
import type { Arrangement } from "./arrange.ts";
import type { BytesOnWire } from "./bytes-on-wire.ts";

/** The place of a lane's bar across, in pixels. */
export interface LanePlace {
  readonly at: number;
  readonly size: number;
}

/** The beginning and the end of a machine's band across. */
export interface Band {
  readonly machine: string;
  readonly from: number;
  readonly to: number;
}

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
  /** From it to the next row; of one of two machines its band alone. */
  readonly pitch: number;
  /** Whether nothing is to be seen in it: what is said of it then stands beside its name. */
  readonly flat: boolean;
  /** Whether there is room for its name: that of every k-th row, where they are close. */
  readonly named: boolean;
}

/** The room for the names of a lane's steps where time runs to the right. */
export interface Zone {
  /** Rows of flags, and whether they rise or hang. */
  readonly rows: number;
  readonly up: boolean;
  /** Whether it is outside of the machine's band, on bare paper. */
  readonly outside: boolean;
}

export interface Frame {
  /** Whether time runs down. */
  readonly down: boolean;
  readonly width: number;
  readonly height: number;
  /** Along: where the scale begins and how long it is. */
  readonly start: number;
  readonly length: number;
  readonly arrangement: Arrangement;
  readonly rows: readonly Row[];
  /** The row of each seat, and the place of each lane: lanes of one machine share theirs where there is no room. */
  readonly rowOf: Int32Array;
  readonly lanes: readonly LanePlace[];
  /** Whether each lane has a place of its own. */
  readonly apart: boolean;
  /** From row to row. */
  readonly pitch: number;
  /**
   * The strip of the one medium between two machines, across: packets go from lane to lane through it. Null among many
   * machines, whose packets go from row to row.
   */
  readonly wire: Stretch | null;
  /** The lane of packets that were lost on the way from or to the caller, across; null where none was. */
  readonly losses: Stretch | null;
  /** Of each lane; none where steps are named in their bars alone, or in the wire. */
  readonly zones: readonly Zone[];
  /** Titles of lanes that have a place of their own. */
  readonly titles: readonly LaneTitle[];
  /** The line of the axis, across; where time runs down, the column of its labels. */
  readonly axis: number;
  /** The middle of the row of marks of packets that come again, across; left out where none does. */
  readonly repeats?: number;
  /** Whether steps and packets have no names, because their rows move. */
  readonly unnamed?: boolean;
  /** The bytes of a packet in the wire, and how far they are open, from 0 to 1. */
  readonly bytes?: BytesOnWire & { readonly share: number };
  /** The cable reaches so far beyond the row or lane that it holds. */
  readonly cableEdge: number;
}

/** What rows on one axis share. */
export type OnAxis = Pick<Frame, "down" | "width" | "height" | "start" | "length" | "axis">;

/** A title of one lane, or of some that stand together. */
export interface LaneTitle {
  readonly text: string;
  readonly lanes: readonly number[];
}

/** The middle of a title’s lanes, across. */
export function middleOf({ lanes }: LaneTitle, places: Frame["lanes"]): number {
  const own = lanes.map((lane) => itemAt(places, lane, "lane"));
  return (Math.min(...own.map(({ at }) => at)) + Math.max(...own.map(({ at, size }) => at + size))) / 2;
}

/** The column of the axis, at the left, where time runs down. */
export const AXIS_COLUMN = 44;
/** The axis with its labels, where time runs to the right. */
export const UNDER = 28;
const RIGHT_MARGIN = 12;

/** Time to the right of a column of names, with the axis below the rows. @param under from the axis to the end */
export const acrossFrom = (start: number, width: number, axis: number, under = UNDER): OnAxis => ({
  ...{ down: false, width, height: axis + under, start, length: Math.max(120, width - start - RIGHT_MARGIN), axis },
});

/** Time down from a row of names, with the axis at the left. */
export const downFrom = (start: number, width: number, length: number): OnAxis => ({
  ...{ down: true, width, height: start + length + 30, start, length, axis: AXIS_COLUMN },
});

/** The strip of the medium between two machines. Throws for many, which have none. */
export function wireOf({ wire }: Pick<Frame, "wire">): Stretch {
  if (wire === null) throw new Error("figure: the packets of many machines go from row to row, not through one medium");
  return wire;
}
