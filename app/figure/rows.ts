/** The rows of a figure as data: who stands in each, and its room across. Two machines and thousands have the same. */
import { entryOf, itemAt, lastItem, numberAt } from "../../engine/kernel/reads.ts";
import { everybody, isTold } from "./arrange.ts";
import type { Arrangement } from "./arrange.ts";
import type { Band, Frame, LanePlace, Row } from "./frame.ts";

/** The room of a row before it has a place, in pixels across. A row without lanes has no band. */
export interface RowRoom extends Pick<Row, "name" | "story" | "machines" | "opens" | "flat" | "named"> {
  /** From the end of the row before to the band. */
  readonly before: number;
  /** From each edge of the band to its lanes. */
  readonly edge: number;
  /** Its lanes in order, each with the room before it. One lane is shared by all lanes of its machines. */
  readonly lanes: readonly { readonly before: number; readonly size: number }[];
  readonly strip: number;
  /** From it to the next row; left out where the next one begins at the end of its band. */
  readonly pitch?: number;
  /** The room of what lies between it and the next row: the medium, or the lane of lost packets. */
  readonly after: number;
}

/** From the lanes of a row to the strip of its phases. */
export const STRIP_GAP = 2;

type PlacedRows = Pick<Frame, "arrangement" | "rows" | "rowOf" | "lanes" | "apart" | "titles">;

/** Sets rows one after the other. @param apart whether each lane of a machine has a place of its own */
export function placeRows(
  arrangement: Arrangement,
  start: number,
  rooms: readonly RowRoom[],
  apart: boolean,
): PlacedRows {
  const { plan, seatOf, unitOf } = arrangement;
  const rowOf = new Int32Array(unitOf.length + 1);
  rowOf[everybody(arrangement)] = rooms.length - 1; // a broadcast passes all rows
  const lanesOf: (readonly LanePlace[])[] = [];
  let begins = start;
  const rows = rooms.map(({ before, edge, lanes, strip: stripSize, after, ...room }, number): Row => {
    for (const machine of room.machines) {
      rowOf[machine] = number;
      rowOf[seatOf[machine] ?? machine] = number;
    }
    const from = begins + before;
    const margin = lanes.length === 0 ? 0 : edge;
    let end = from + margin;
    const places = lanes.map((lane): LanePlace => {
      const at = end + lane.before;
      end = at + lane.size;
      return { at, size: lane.size };
    });
    lanesOf.push(places);
    const at = places[0]?.at ?? end;
    const strip = end + STRIP_GAP;
    const to = (stripSize === 0 ? end : strip + stripSize) + margin;
    begins = (room.pitch === undefined ? to : begins + room.pitch) + after;
    return { pitch: to - from, ...room, from, to, at, size: end - at, strip, stripSize };
  });
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  let own = 0;
  const lanes = plan.lanes.map(({ machine }, i): LanePlace => {
    own = machine === plan.lanes[i - 1]?.machine ? own + 1 : 0;
    const places = itemAt(lanesOf, numberAt(rowOf, entryOf(numbers, machine, "machine")), "row");
    return itemAt(places, apart ? own : 0, "lane");
  });
  const titles = apart ? plan.lanes.map(({ name }, i) => ({ text: name, lanes: [i] })) : [];
  return { arrangement, rows, rowOf, lanes, apart, titles };
}

/** The end of the last row across, or of a medium behind which nobody stands. */
export const endOfRows = ({ rows, wire }: Pick<Frame, "rows" | "wire">): number =>
  Math.max(lastItem(rows, "row").to, wire?.to ?? -Infinity);

/** The bands of the machines that are told of. */
export const bandsOf = ({ arrangement, rows, rowOf }: Pick<Frame, "arrangement" | "rows" | "rowOf">): readonly Band[] =>
  arrangement.plan.machines.flatMap((machine, number) => {
    const { from, to } = itemAt(rows, numberAt(rowOf, number), "row");
    return to > from && isTold(arrangement, number) ? [{ machine, from, to }] : [];
  });
