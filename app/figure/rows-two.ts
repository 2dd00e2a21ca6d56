/** The rows of two machines: their lanes, and the medium between them. */
import type { Lane } from "../trace/lanes.ts";
import type { Stretch } from "../trace/folds.ts";
import type { Arrangement } from "./arrange.ts";
import type { Frame } from "./frame.ts";
import { endOfRows, placeRows } from "./rows.ts";
import type { RowRoom } from "./rows.ts";

interface LaneSizes {
  readonly bar: (lane: Lane, n: number) => number;
  /** Room before the nth lane's bar; `begins` where it is the first of its machine. */
  readonly before: (n: number, begins: boolean) => number;
  /** From a band's edge to its first and last bar. */
  readonly edge: number;
  readonly medium: number;
}

type RowsOfTwo = Omit<Frame, "down" | "width" | "height" | "start" | "length" | "axis" | "zones" | "cableEdge">;

/** @param to the end of the last row, where the medium is to have what lanes leave, but no less than its own size */
export function rowsOfTwo(
  arrangement: Arrangement,
  { from, to }: Partial<Stretch> & Pick<Stretch, "from">,
  sizes: LaneSizes,
): RowsOfTwo {
  const { plan, units } = arrangement;
  const rooms = units.map(({ title, machines }, n): RowRoom => {
    const own = [...plan.lanes.entries()].filter(([, { machine }]) => machine === plan.machines[n]);
    const lanes = own.map(([i, lane], k) => ({ before: sizes.before(i, k === 0), size: sizes.bar(lane, i) }));
    const room = { before: 0, edge: sizes.edge, strip: 0, after: n === 0 ? sizes.medium : 0 };
    return { name: title, story: "", machines, opens: null, flat: false, named: true, lanes, ...room };
  });
  const placed = placeRows(arrangement, from, rooms, true);
  const begins = placed.rows[0]?.to ?? from;
  const wire = { from: begins, to: begins + sizes.medium };
  const left = to === undefined ? 0 : to - endOfRows({ ...placed, wire });
  if (left > 0) return rowsOfTwo(arrangement, { from }, { ...sizes, medium: sizes.medium + left });
  return { ...placed, wire, losses: null, pitch: Math.max(0, ...placed.rows.map((row) => row.pitch)) };
}
