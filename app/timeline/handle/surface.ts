/** The figure of a run under a hand: what is hit, what a place means, and what keys do. All of it is pure. */
import { slackOf } from "../../hand/hand.ts";
import type { Point } from "../../draw/point.ts";
import type { HandEffect, HandKey, Press, Surface } from "../../hand/hand.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { smallTick } from "../../figure/ticks.ts";
import type { Fineness, Handle, Held, Meaning, Stroke, DropZone } from "./handle.ts";
import type { Hands } from "./hands.ts";
import { nearest } from "./hit.ts";
import { acrossOf } from "./placed.ts";
import type { Placed } from "./placed.ts";

/** The handles of a figure at their places, and the run that it shows. */
export interface Handled {
  readonly figure: HandleFigure;
  readonly all: readonly Placed[];
  readonly shown: ShownCall;
}

/** A handle that a hand is over or has, and the figure in which it was taken. */
export interface SurfaceTarget extends Handled {
  readonly placed: Placed;
}

/** Where a dragged handle stands along and across, and what a drop there means. */
export interface Drop {
  readonly along: number;
  readonly across: number;
  readonly zone: DropZone;
  readonly meaning: Meaning;
}

type Effect = HandEffect<SurfaceTarget, Drop>;

interface Given {
  readonly hands: Pick<Hands, "meaningOf" | "stepped">;
  /** The handle that the keys are in, where the figure is one Tab stop; else null. */
  readonly entered: string | null;
}

/** Beyond so many handles the figure is one Tab stop: arrows go from one to the next. */
const MOST_STOPS = 40;
export const isOneStop = (all: readonly Placed[]): boolean => all.length > MOST_STOPS;

/** An edge is pulled so far inwards before it is a crash; a crash so far outwards before it is none. */
const PULLED_IN = 6;
const PULLED_OUT = 40;
/** A snap takes a thing that is so near. */
const SNAP_PIXELS = 8;
const GRAINS_A_TICK = 10;
/** The ground begins a little before its line, and the lift a little behind it. */
const EARLIER = 2;
const LATER = 4;

/** Along and across. */
type Place = readonly [along: number, across: number];

const placeIn = ({ down }: Pick<HandleFigure, "down">, { x, y }: Point): Place => (down ? [y, x] : [x, y]);

/** The handle under a pointer; an edge at the moment under the pointer. */
export function targetAt(handled: Handled, at: Point, touch: boolean): SurfaceTarget | null {
  const { figure, all } = handled;
  const { start, scale } = figure;
  const place = placeIn(figure, at);
  const one = nearest(all, place, touch, { from: start, to: start + scale.length });
  if (one === null) return null;
  const [along] = place;
  const isEdge = one.handle.kind === "edge";
  return { ...handled, placed: isEdge ? { ...one, along, at: scale.time(along - start) } : one };
}

/** @param at the moment of the thing that is moved */
function finenessIn({ scale }: Pick<HandleFigure, "scale">, at: number, snaps = true): Fineness {
  return {
    grain: smallTick(scale, at) / GRAINS_A_TICK,
    reach: snaps ? SNAP_PIXELS / scale.perNano(at) : 0,
    end: scale.to,
  };
}

/** The zone of a handle that was brought to a place across. */
function zoneAt({ handle, zones, inward, across: edge }: Placed, across: number): DropZone {
  if (zones !== null) {
    return across >= zones.ground - EARLIER ? "ground" : across <= zones.lift + LATER ? "lift" : "middle";
  }
  const pulled = (across - edge) * inward;
  if (handle.kind === "edge") return pulled < PULLED_IN ? "out" : "middle";
  return handle.kind === "crash" && pulled < -PULLED_OUT ? "out" : "middle";
}

/** The moment of a handle that was brought to a place along. */
function momentAt({ placed: { at: now, along }, figure }: SurfaceTarget, at: number): number {
  const { scale, start, places } = figure;
  return at === along ? now : scale.time(places.along(now) + at - along - start);
}

/** Its place along at a moment; the reverse of the former. */
const placeAt = ({ placed: { at, along }, figure }: SurfaceTarget, time: number): number =>
  along + figure.places.along(time) - figure.places.along(at);

/** The handle follows the pointer along; across it stands in the middle of its zone. */
function dropAt(
  { target, point }: Press<SurfaceTarget>,
  at: Point,
  free: boolean,
  meaningOf: Hands["meaningOf"],
): Drop {
  const { placed, figure } = target;
  const { handle, zones } = placed;
  const [[along, across], from] = [placeIn(figure, at), placeIn(figure, point)];
  const wanted = placed.along + along - from[0];
  const zone = zoneAt(placed, placed.across + across - from[1]);
  const held: Held = { at: momentAt(target, wanted), zone };
  const meaning = meaningOf(handle, held, finenessIn(figure, held.at, !free));
  const isDown = zone === "ground" && zones !== null;
  return {
    along: isDown ? groundAlong(placed) : meaning.snap === null ? wanted : placeAt(target, meaning.snap.at),
    across: zones === null ? placed.across : acrossOf(zones, zone),
    zone,
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
export function snapsNear(target: SurfaceTarget, { along }: Pick<Drop, "along">) {
  const { scale, start } = target.figure;
  return target.placed.handle.snaps
    .map((snap) => ({ snap, along: placeAt(target, snap.at) }))
    .filter((one) => one.along >= start && one.along <= start + scale.length)
    .toSorted((a, b) => Math.abs(a.along - along) - Math.abs(b.along - along))
    .slice(0, MOST_SNAPS);
}

type Arrow = "earlier" | "later" | "inward" | "outward";

/** Arrows as they lie in the figure: along time and across it, towards the server and away from it. */
const ARROWS: Readonly<Record<"across" | "down", Readonly<Record<string, Arrow>>>> = {
  across: { ArrowLeft: "earlier", ArrowRight: "later", ArrowDown: "outward", ArrowUp: "inward" },
  down: { ArrowUp: "earlier", ArrowDown: "later", ArrowRight: "outward", ArrowLeft: "inward" },
};

/** The effect of a key on a packet or a value; undefined for a key without one. */
function strokeOf({ key, letter, shift }: HandKey, { kind }: Handle, arrow: Arrow | undefined): Stroke | undefined {
  const isPacket = kind === "packet";
  if (arrow === "earlier" || arrow === "later")
    return { do: "move", by: shift ? "fine" : "step", later: arrow === "later" };
  if (key === "PageUp" || key === "PageDown") return { do: "snap", later: key === "PageDown" };
  if (key === "Delete" || key === "Backspace") return { do: "reset" };
  if (isPacket && arrow === "outward") return { do: "lose" };
  return isPacket && (arrow === "inward" || letter === "d") ? { do: "copy" } : undefined;
}

/** A key that means a change: it is made and told, or why it cannot be is said. */
function changed(target: SurfaceTarget, meaning: Meaning, kind: Stroke["do"]): readonly Effect[] {
  const { handle, along, across } = target.placed;
  const { line, refused, snap } = meaning;
  const told: Effect = { tag: "tell", target, words: refused ?? snap?.words ?? "" };
  if (line === "") return [told, { tag: "say", words: refused ?? "" }];
  const drop: Drop = { along, across, zone: handle.rest, meaning };
  return [told, { tag: "change", meaning: drop, target, keys: `${kind} ${handle.key}` }];
}

/** The mark on an edge goes along it; null for a key that does not move it. */
function marked(target: SurfaceTarget, { key, shift }: HandKey, arrow: Arrow | undefined): readonly Effect[] | null {
  const { placed, figure } = target;
  const { at: now, handle } = placed;
  const { grain, end } = finenessIn(figure, now);
  const to = (at: number, words: string): readonly Effect[] => {
    const there = { ...target, placed: { ...placed, at } };
    return [
      { tag: "mark", target: there },
      { tag: "tell", target: there, words },
    ];
  };
  if (arrow === "earlier" || arrow === "later") {
    const by = (shift ? 1 : 10) * grain * (arrow === "later" ? 1 : -1);
    return to(Math.min(end, Math.max(figure.scale.from, now + by)), "");
  }
  if (key !== "PageUp" && key !== "PageDown") return null;
  const snaps = handle.snaps.toSorted((a, b) => a.at - b.at);
  const next =
    key === "PageDown"
      ? snaps.find(({ at }) => at > now + grain / 2)
      : snaps.findLast(({ at }) => at < now - grain / 2);
  return next === undefined ? [] : to(next.at, next.words);
}

/** What a key does to the handle with the focus: the same as a drag to its place. */
function keyed(given: Given, target: SurfaceTarget, pressed: HandKey): readonly Effect[] | null {
  const { hands, entered } = given;
  const { figure, all } = target;
  const { handle, at } = target.placed;
  const { key } = pressed;
  const arrow = ARROWS[figure.down ? "down" : "across"][key];
  if (isOneStop(all)) {
    if (key === "Escape") return entered === handle.key ? [{ tag: "exit", target }] : null;
    if (entered !== handle.key) {
      if (key === "Enter") return [{ tag: "enter", target }];
      return arrow === undefined ? null : wentOn(target, arrow);
    }
  }
  if (handle.kind === "edge") {
    const moved = marked(target, pressed, arrow);
    if (moved !== null || (key !== "Enter" && key !== " ")) return moved;
    return changed(target, hands.meaningOf(handle, { at, zone: "middle" }, finenessIn(figure, at, false)), "crash");
  }
  if (key === "Enter" || (key === " " && handle.value === null)) return [{ tag: "list", target, focus: true }];
  const stroke = strokeOf(pressed, handle, arrow);
  if (stroke === undefined) return null;
  const meaning = hands.stepped(handle, stroke, finenessIn(figure, at));
  if (meaning === null) return stroke.do === "move" ? [] : null; // an arrow never scrolls from under a handle
  return changed(target, meaning, stroke.do);
}

function wentOn(target: SurfaceTarget, arrow: Arrow): readonly Effect[] {
  const next = nextTo(target.all, target.placed, arrow);
  return next === null ? [] : [{ tag: "focus", target: { ...target, placed: next } }];
}

/** The next handle in time, or on the next machine: there the nearest in time. */
function nextTo(placed: readonly Placed[], from: Placed, arrow: Arrow): Placed | null {
  if (arrow === "earlier" || arrow === "later") {
    const i = placed.findIndex(({ handle }) => handle.key === from.handle.key);
    return placed[i + (arrow === "later" ? 1 : -1)] ?? null;
  }
  const way = arrow === "outward" ? 1 : -1;
  const beyond = placed.filter(({ across }) => (across - from.across) * way > 1);
  const away = ({ along, across }: Placed): number => Math.abs(along - from.along) + 4 * Math.abs(across - from.across);
  return beyond.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

export const surfaceOf = (given: Given): Surface<SurfaceTarget, Drop> => ({
  slack: slackOf,
  meaningAt: (press, at, free) => dropAt(press, at, free, given.hands.meaningOf),
  isChange: ({ meaning }) => meaning.line !== "",
  keyed: (target, key) => keyed(given, target, key),
});
