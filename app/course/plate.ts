/** The places of the shapes of a told call, in pixels: time runs to the right, or down on a narrow page. */
import { makeScale, ticksOf } from "../timeline/figure/scale.ts";
import type { TimeScale } from "../timeline/figure/scale.ts";
import { toPlain } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import type { CallTale, Flight, Machine } from "./story.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Plate {
  readonly width: number;
  readonly height: number;
  readonly down: boolean;
  readonly scale: TimeScale;
  /** Along: of a moment of the run. */
  readonly at: (time: number) => number;
  /** Across: the middle of a machine's lane. */
  readonly lane: (machine: Machine) => number;
  readonly bar: number; // thickness of a block on the path
  readonly beside: number; // thickness of one beside it, as a share of that
  readonly start: number;
  readonly length: number;
}

const ACROSS = { start: 84, end: 14, height: 322, caller: 66, server: 226, bar: 40, band: 78 } as const;
const DOWN = { start: 28, end: 18, height: 640, bar: 34, caller: 70, server: 38, band: 68 } as const;

/** Thickness of work beside the critical path, as a share of that on it. */
const BESIDE = 0.5;

/** Thickness of a machine's band. */
export const bandOf = ({ down }: Pick<Plate, "down">): number => (down ? DOWN.band : ACROSS.band);

/** @param until the moment at which the axis ends */
export function layPlate(width: number, down: boolean, folds: readonly Stretch[], until: number): Plate {
  const height = down ? DOWN.height : ACROSS.height;
  const start = down ? DOWN.start : ACROSS.start;
  const length = (down ? height : width) - start - (down ? DOWN.end : ACROSS.end);
  const scale = makeScale({ from: 0, to: Math.max(1, toPlain(until, folds)) }, folds, length);
  const lanes = down ? { caller: DOWN.caller, server: width - DOWN.server } : ACROSS;
  return {
    width,
    height,
    down,
    scale,
    start,
    length,
    bar: down ? DOWN.bar : ACROSS.bar,
    beside: BESIDE,
    at: (time) => start + scale.at(time),
    lane: (machine) => lanes[machine],
  };
}

export const plateTicks = ({ scale, down }: Plate) => ticksOf(scale, 0, down ? 60 : 90);

/** A point in pixels from along and across. */
export const point = ({ down }: Pick<Plate, "down">, along: number, across: number): Point =>
  down ? { x: across, y: along } : { x: along, y: across };

/** A bar along a lane. */
export const box = (plate: Plate, from: number, to: number, middle: number, thick: number) =>
  plate.down
    ? { x: middle - thick / 2, y: from, width: thick, height: Math.max(0, to - from) }
    : { x: from, y: middle - thick / 2, width: Math.max(0, to - from), height: thick };

/** The inner edge of a machine's blocks: there its packets leave and arrive. */
const edge = (plate: Plate, machine: Machine): number =>
  plate.lane(machine) + ((machine === "caller" ? 1 : -1) * plate.bar) / 2;

/** Ends of a packet's line and its middle; a lost one stops there. */
export function endsOf({ machine, from, to, fate }: Flight, plate: Plate) {
  const a = point(plate, plate.at(from), edge(plate, machine));
  const whole = point(plate, plate.at(to), edge(plate, machine === "caller" ? "server" : "caller"));
  const half = { x: (a.x + whole.x) / 2, y: (a.y + whole.y) / 2 };
  return { a, b: fate === "lost" ? half : whole, half };
}

/** The line of the cable across the wire, with each packet of the path. */
export function cablePath({ flights }: CallTale, plate: Plate): string {
  const pieces = flights.flatMap((flight) => {
    if (flight.fate === "lost" || !flight.onPath) return [];
    const { a, b } = endsOf(flight, plate);
    return [`M${a.x} ${a.y}L${b.x} ${b.y}`];
  });
  return pieces.join("");
}

/** The place of the call at a moment: on a machine, or under way. */
export function nowAt(tale: CallTale, plate: Plate, now: number): Point {
  const flight = tale.flights.find(({ from, to, onPath }) => onPath && now >= from && now < to);
  if (flight !== undefined) {
    const { a, b } = endsOf(flight, plate);
    const share = (now - flight.from) / (flight.to - flight.from);
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  }
  const block = tale.blocks.findLast(({ from, onPath }) => onPath && from <= now);
  return point(plate, plate.at(now), plate.lane(block?.machine ?? "caller"));
}
