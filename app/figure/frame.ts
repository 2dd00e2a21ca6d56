/** The places of all parts of a timeline across, whatever its machines and the direction of its time. */
import type { Stretch } from "../trace/folds.ts";
import type { Arrangement } from "./arrange.ts";
import type { BytesOnWire } from "./bytes-on-wire.ts";
import type { Row } from "./rows.ts";

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
  /** The bands of the machines that are told of. */
  readonly bands: readonly Band[];
  /** Of each lane; none where steps are named in their bars alone, or in the wire. */
  readonly zones: readonly Zone[];
  /** Titles of columns with their middles across; none where rows have names. */
  readonly titles: readonly ColumnTitle[];
  /** The line of the axis, across; where time runs down, the column of its labels. */
  readonly axis: number;
  /** The middle of the row of marks of packets that come again, across; left out where none does. */
  readonly repeats?: number;
  /** Lanes that open out of another and have no title yet; left out where all have theirs. */
  readonly untitled?: ReadonlySet<number>;
  /** Whether steps and packets have no names, because their rows move. */
  readonly unnamed?: boolean;
  /** The bytes of a packet in the wire, and how far they are open, from 0 to 1. */
  readonly bytes?: BytesOnWire & { readonly share: number };
  /** The cable reaches so far beyond the row or lane that it holds. */
  readonly cableEdge: number;
}

/** What rows on one axis share. */
export type OnAxis = Pick<Frame, "down" | "width" | "height" | "start" | "length" | "axis">;

export interface ColumnTitle {
  readonly text: string;
  readonly middle: number;
}

/** The strip of the medium between two machines. Throws for many, which have none. */
export function wireOf({ wire }: Pick<Frame, "wire">): Stretch {
  if (wire === null) throw new Error("figure: the packets of many machines go from row to row, not through one medium");
  return wire;
}
