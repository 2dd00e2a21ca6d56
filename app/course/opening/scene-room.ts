/** Places of the figure, in pixels: time runs to the right, or down on a narrow page. */
import type { Point } from "../../draw/point.ts";
import { makeScale } from "../../figure/scale.ts";
import type { TimeScale } from "../../figure/scale.ts";
import type { Flight, Machine } from "./tale.ts";

/** A place along time and across it. */
export interface ScenePlace {
  readonly along: number;
  readonly across: number;
}

export interface SceneRoom {
  readonly width: number;
  readonly height: number;
  readonly down: boolean;
  readonly scale: TimeScale;
  /** Where time begins, and how far it goes. */
  readonly start: number;
  readonly length: number;
  /** Across: the middle of each machine’s band, its thickness, and that of a bar. */
  readonly lanes: Readonly<Record<Machine, number>>;
  readonly band: number;
  readonly bar: number;
  /** Across: the caller’s timer, and the axis. */
  readonly timer: number;
  readonly axis: number;
}

const ACROSS = { start: 196, end: 24, timer: 20, top: 40, foot: 44, axis: 34 } as const;
const DOWN = { start: 52, end: 16, axis: 38, timer: 54, left: 66, right: 4, band: 46 } as const;
/** Of the height, each machine’s band. */
const BAND_SHARE = 0.17;

/** @param until the moment at which the axis ends, in nanoseconds */
export function roomOf(width: number, height: number, down: boolean, until: number): SceneRoom {
  const start = down ? DOWN.start : ACROSS.start;
  const length = Math.max(1, (down ? height : width) - start - (down ? DOWN.end : ACROSS.end));
  const band = down ? DOWN.band : Math.round(height * BAND_SHARE);
  const lanes = down
    ? { caller: DOWN.left + band / 2, server: width - DOWN.right - band / 2 }
    : { caller: ACROSS.top + band / 2, server: height - ACROSS.foot - band / 2 };
  return {
    width,
    height,
    down,
    scale: makeScale({ from: 0, to: until }, [], length),
    start,
    length,
    lanes,
    band,
    bar: Math.round(band * 0.46),
    timer: down ? DOWN.timer : ACROSS.timer,
    axis: down ? DOWN.axis : height - ACROSS.axis,
  };
}

export const at = ({ start, scale }: SceneRoom, time: number): number => start + scale.at(time);

export const point = ({ down }: Pick<SceneRoom, "down">, { along, across }: ScenePlace): Point =>
  down ? { x: across, y: along } : { x: along, y: across };

/** Across: the edge of a machine’s bars that its packets leave and reach. */
const edge = ({ lanes, bar: thick }: SceneRoom, machine: Machine): number =>
  lanes[machine] + ((machine === "caller" ? 1 : -1) * thick) / 2;

/** Across, from a share of the wire: 0 at the caller, 1 at the server. */
export const wireAt = (room: SceneRoom, share: number): number =>
  edge(room, "caller") + (edge(room, "server") - edge(room, "caller")) * share;

/** Of a place across, the share of the wire. */
export const shareOf = (room: SceneRoom, across: number): number =>
  (across - edge(room, "caller")) / (edge(room, "server") - edge(room, "caller"));

/** Shares of the wire: over the lift line a packet is copied, on the ground it is lost. */
export const LIFT = 0.2;
export const GROUND = 0.8;

/** How far on its way a packet is at a moment: 0 as it leaves, 1 as it arrives. */
const progress = ({ from, to }: Flight, now: number): number => (now - from) / (to - from);

export const HALF = 0.5; // a lost packet goes so far, and falls

/** A packet’s place after a share of its way, as if nothing happened to it. */
export function onWay(room: SceneRoom, flight: Flight, share: number): ScenePlace {
  const across = wireAt(room, flight.machine === "caller" ? share : 1 - share);
  return { along: at(room, flight.from + (flight.to - flight.from) * share), across };
}

export const halfWay = (room: SceneRoom, flight: Flight): ScenePlace => onWay(room, flight, HALF);

/** Where a lost packet lies. */
export const fallen = (room: SceneRoom, flight: Flight): ScenePlace => ({
  along: halfWay(room, flight).along,
  across: wireAt(room, GROUND),
});

export const isUnderWay = ({ from, to }: Flight, now: number): boolean => from <= now && now < to;

/** A packet that is under way at a moment; a lost one falls in the second half of its time. */
export function placeAt(room: SceneRoom, flight: Flight, now: number): ScenePlace {
  const share = progress(flight, now);
  if (flight.fate !== "lost" || share <= HALF) return onWay(room, flight, share);
  const [half, ground] = [halfWay(room, flight), fallen(room, flight)];
  const fall = (share - HALF) / HALF;
  return { along: half.along, across: half.across + (ground.across - half.across) * fall * fall };
}

/** Where a reader takes hold of a packet: where it is, where it lies, or the middle of its way. */
export function gripOf(room: SceneRoom, flight: Flight, now: number): ScenePlace {
  if (isUnderWay(flight, now)) return placeAt(room, flight, now);
  return flight.fate === "lost" ? fallen(room, flight) : halfWay(room, flight);
}
