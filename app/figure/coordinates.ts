/** Where the things of a run stand in a figure, for hands that take hold of them: pixels along time and across it. */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { Stretch } from "../trace/folds.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Ends } from "./packet-shapes.ts";
import { alongOf, wholeWay } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { bandsOf } from "./rows.ts";

export interface Coordinates {
  readonly along: (time: number) => number;
  /** The ends of a packet’s line, of its whole way; null where it has none. */
  readonly packet: (row: number) => Ends | null;
  /** Where a packet of a machine to itself turns, across; null where none is drawn. */
  readonly turnsAt: number | null;
  /** The bar of a span: along, across, along, across; null where its machine is not drawn. */
  readonly span: (row: number) => Ends | null;
  /** The middle of a lane across; null where its machine is not drawn. */
  readonly lane: (number: number) => number | null;
  /** A machine’s band across; null for a machine without one, and for one that shares it. */
  readonly machine: (name: string) => Stretch | null;
  /** Those of another run in this very figure; null where machines work in it that the figure does not have. */
  readonly of: (other: ShownCall) => Coordinates | null;
}

export function coordinatesOn(rails: Rails, of: Coordinates["of"]): Coordinates {
  const { trace, shown, frame } = rails;
  // A machine that shares its row has no band of its own.
  const alone = new Set(frame.rows.flatMap(({ machines }) => (machines.length === 1 ? machines : [])));
  const own = bandsOf(frame).filter(({ machine }) => alone.has(frame.arrangement.plan.machines.indexOf(machine)));
  return {
    along: (time) => alongOf(rails, time),
    packet: (row) => wholeWay(rails, row),
    turnsAt: rails.turnsAt ?? null,
    span: (row) => {
      const lane = numberAt(shown.plan.laneOf, numberAt(trace.spans.track, row));
      const place = frame.lanes[lane];
      if (place === undefined) return null;
      const [from, to] = [timeAt(trace.spans.start, row), timeAt(trace.spans.end, row)];
      return [alongOf(rails, from), place.at, alongOf(rails, to), place.at + place.size];
    },
    lane: (number) => {
      const place = frame.lanes[number];
      return place === undefined || place.size === 0 ? null : place.at + place.size / 2;
    },
    machine: (name) => own.find(({ machine }) => machine === name) ?? null,
    of,
  };
}
