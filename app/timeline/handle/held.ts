/** Where a thing is while a hand has it, and what that means. */
import type { HandleFigure } from "../../figure/figure.ts";
import { smallTick } from "../../figure/ticks.ts";
import type { Fineness, Handle, Held, Meaning, Zone } from "./handle.ts";
import type { Hands } from "./hands.ts";
import { acrossOf } from "./placed.ts";
import type { Placed } from "./placed.ts";

/** A thing that a hand took, where it took it: all that a drag is measured by. */
export interface Grab {
  readonly placed: Placed;
  readonly figure: HandleFigure;
  readonly touch: boolean;
  /** The pointer’s place at the press: along and across. */
  readonly along: number;
  readonly across: number;
}

export interface HeldNow {
  readonly grab: Grab;
  /** The handle’s place. */
  readonly along: number;
  readonly across: number;
  readonly zone: Zone;
  /** The pointer’s place, in pixels of the figure. */
  readonly x: number;
  readonly y: number;
  readonly meaning: Meaning;
}

/** An edge is pulled so far inwards before it is a crash; a crash so far outwards before it is none. */
const PULLED_IN = 6;
const PULLED_OUT = 40;
/** A snap takes a thing that is so near. */
const SNAP_PIXELS = 8;
const GRAINS_A_TICK = 10;
/** The ground begins a little before its line, and the lift a little behind it. */
const EARLIER = 2;
const LATER = 4;

/** @param at the moment of the thing that is moved */
export function finenessIn({ scale }: Pick<HandleFigure, "scale">, at: number, snaps = true): Fineness {
  return {
    grain: smallTick(scale, at) / GRAINS_A_TICK,
    reach: snaps ? SNAP_PIXELS / scale.perNano(at) : 0,
    end: scale.to,
  };
}

/** The zone of a thing that a hand would have at a place across. */
function zoneAt({ placed: { handle, zones, inward, across: edge } }: Grab, across: number): Zone {
  if (zones !== null) {
    return across >= zones.ground - EARLIER ? "ground" : across <= zones.lift + LATER ? "lift" : "middle";
  }
  const pulled = (across - edge) * inward;
  if (handle.kind === "edge") return pulled < PULLED_IN ? "out" : "middle";
  return handle.kind === "crash" && pulled < -PULLED_OUT ? "out" : "middle";
}

/** The moment of a thing that stands at a place along. */
function momentAt({ placed: { at: now, along }, figure }: Pick<Grab, "placed" | "figure">, at: number): number {
  const { scale, start, places } = figure;
  return at === along ? now : scale.time(places.along(now) + at - along - start);
}

/** Its place along at a moment; the reverse of the former. */
const placeAt = ({ placed: { at, along }, figure }: Pick<Grab, "placed" | "figure">, time: number): number =>
  along + figure.places.along(time) - figure.places.along(at);

interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly altKey: boolean;
}

/** The pointer stands so: the handle follows it along; across it stands in the middle of its zone. */
export function heldAt(grab: Grab, { x, y, altKey }: Pointer, meaningOf: Hands["meaningOf"]): HeldNow {
  const { placed, figure } = grab;
  const [along, across] = figure.down ? [y, x] : [x, y];
  const wanted = placed.along + along - grab.along;
  const zone = zoneAt(grab, placed.across + across - grab.across);
  const held: Held = { at: momentAt(grab, wanted), zone };
  const meaning = meaningOf(placed.handle, held, finenessIn(figure, held.at, !altKey));
  const isDown = zone === "ground" && placed.zones !== null;
  return {
    grab,
    along: isDown ? groundAlong(placed) : meaning.snap === null ? wanted : placeAt(grab, meaning.snap.at),
    across: placed.zones === null ? placed.across : acrossOf(placed.zones, zone),
    zone,
    x,
    y,
    meaning,
  };
}

/** A packet falls to the ground where it is half its way. */
function groundAlong({ way, along, handle }: Placed): number {
  if (handle.rest === "ground") return along;
  const [from = along, , to = along] = [way[0], way[1], way.at(-2)];
  return way.length > 4 ? (way[2] ?? along) : (from + to) / 2;
}

/** Most marks of snaps that are drawn at once. */
const MOST_SNAPS = 5;

/** Marks of the snaps in view, the nearest first. */
export function snapsNear({ grab, along }: Pick<HeldNow, "grab" | "along">, snaps: Handle["snaps"]) {
  const { scale, start } = grab.figure;
  return snaps
    .map((snap) => ({ snap, along: placeAt(grab, snap.at) }))
    .filter((one) => one.along >= start && one.along <= start + scale.length)
    .toSorted((a, b) => Math.abs(a.along - along) - Math.abs(b.along - along))
    .slice(0, MOST_SNAPS);
}
