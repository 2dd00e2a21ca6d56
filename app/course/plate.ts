/** Where the shapes of a told call stand, in pixels: time runs to the right, or down on a narrow page. */
import { fromPlain, toPlain } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import type { CallTale } from "./story.ts";

interface PlateSize {
  readonly width: number;
  readonly height: number;
  readonly down: boolean;
}

export interface Plate extends PlateSize {
  /** Along: of a moment of the run. */
  readonly at: (time: number) => number;
  /** The moment at a place along. */
  readonly time: (at: number) => number;
  /** Across: the middle of a machine's lane. */
  readonly lane: (machine: "caller" | "server") => number;
  readonly bar: number; // thickness of a block
  readonly start: number;
  readonly length: number;
}

const ACROSS = { start: 84, end: 14, height: 276, caller: 46, server: 192, bar: 40 } as const;
const DOWN = { start: 28, end: 14, height: 620, bar: 34, side: 58 } as const;

/** @param until the moment (plain or folded) at which the axis ends */
export function layPlate(width: number, down: boolean, folds: readonly Stretch[], until: number): Plate {
  const height = down ? DOWN.height : ACROSS.height;
  const start = down ? DOWN.start : ACROSS.start;
  const length = (down ? height : width) - start - (down ? DOWN.end : ACROSS.end);
  const plainEnd = Math.max(1, toPlain(until, folds));
  const lanes = down
    ? { caller: DOWN.side, server: width - DOWN.side + 20 }
    : { caller: ACROSS.caller, server: ACROSS.server };
  return {
    width,
    height,
    down,
    start,
    length,
    bar: down ? DOWN.bar : ACROSS.bar,
    at: (time) => start + (toPlain(time, folds) / plainEnd) * length,
    time: (at) => fromPlain(((at - start) / length) * plainEnd, folds),
    lane: (machine) => lanes[machine],
  };
}

/** A point in pixels from along and across. */
export const point = (
  { down }: Pick<Plate, "down">,
  along: number,
  across: number,
): { readonly x: number; readonly y: number } => (down ? { x: across, y: along } : { x: along, y: across });

/** The line of the cable: along each block, across with each packet that came through. */
export function cablePath(tale: CallTale, plate: Plate): string {
  const edge = (machine: "caller" | "server"): number =>
    plate.lane(machine) + (machine === "caller" ? 1 : -1) * (plate.bar / 2);
  const pieces: string[] = [];
  for (const { from, to, machine, lost, onPath } of tale.flights) {
    if (lost || !onPath) continue;
    const other = machine === "caller" ? "server" : "caller";
    const a = point(plate, plate.at(from), edge(machine));
    const b = point(plate, plate.at(to), edge(other));
    pieces.push(`M${a.x} ${a.y}L${b.x} ${b.y}`);
  }
  return pieces.join("");
}
