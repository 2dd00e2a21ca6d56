/**
 * The opening under a hand. A packet on the ground is lost, over the lift line copied, along time delayed; the end of
 * the booking says how long the procedure takes.
 */
import type { PacketFault, PacketName } from "../../../engine/faults/fault.ts";
import { formatFault, formatPacket } from "../../../engine/faults/text.ts";
import { slackOf } from "../../hand/hand.ts";
import type { Point } from "../../draw/point.ts";
import type { HandEffect, HandKey, Press, Surface } from "../../hand/hand.ts";
import { BOOKING_MS, keyOf } from "./call.ts";
import type { Change } from "./call.ts";
import { GROUND, LIFT, shareOf } from "./scene-room.ts";
import type { SceneRoom } from "./scene-room.ts";

type DropZone = "ground" | "middle" | "lift";

export const zoneOf = (share: number): DropZone =>
  share > GROUND - 0.04 ? "ground" : share < LIFT ? "lift" : "middle";

/** What a drop now would change. */
export interface OpeningDrop {
  readonly change: Change;
  /** The line of the fault script or the parameter, or what is taken back. */
  readonly line: string;
  /** Why the place means nothing else; null where it is plain. */
  readonly refused: string | null;
}

const MS = 1e6; // nanoseconds
const GRAIN = 0.1 * MS;
const LEAST = 0.25 * MS; // below, a hand has trembled

const isSame = (a: PacketName, b: PacketName): boolean => formatPacket(a) === formatPacket(b);

const isFirst = ({ kind, send }: PacketName): boolean => kind === "call" && send === 1;

function faultAt(packet: PacketName, zone: DropZone, late: number): PacketFault | null {
  const byNs = late < LEAST ? 0 : late;
  if (zone === "ground") return { what: "drop", packet };
  if (zone === "lift") return { what: "duplicate", packet, afterNs: byNs };
  return byNs === 0 ? null : { what: "delay", packet, byNs };
}

/** The fault of a packet in a change; null where none is. */
export const faultOn = ({ faults }: Pick<Change, "faults">, packet: PacketName): PacketFault | null =>
  faults.find((fault) => isSame(fault.packet, packet)) ?? null;

const delayOf = (fault: PacketFault | null): number => (fault?.what === "delay" ? fault.byNs : 0);

/**
 * Faults of other packets stay. Where the first call changes, the packets after it are others, and are left alone.
 * @param by how far along time the packet is from its place, in nanoseconds
 */
export function packetDrop(now: Change, packet: PacketName, zone: DropZone, by: number): OpeningDrop {
  const fault = faultAt(packet, zone, Math.max(0, Math.round(by / GRAIN) * GRAIN));
  const others = isFirst(packet) ? [] : now.faults.filter((one) => !isSame(one.packet, packet));
  return {
    change: { ...now, faults: fault === null ? others : [...others, fault] },
    line: fault === null ? `no fault of ${formatPacket(packet)}` : formatFault(fault),
    refused: zone === "middle" && by < -LEAST ? "A packet cannot arrive earlier." : null,
  };
}

export const BOOKING = { least: 1, most: 40 } as const; // ms; the experiment allows more, the figure has no room

export function bookingDrop(now: Change, ms: number): OpeningDrop {
  const bookingMs = Math.min(BOOKING.most, Math.max(BOOKING.least, Math.round(ms)));
  return { change: { ...now, bookingMs }, line: `booking ${BOOKING_MS} → ${bookingMs} ms`, refused: null };
}

/** What can be taken hold of: a packet, or the end of the booking; in the room and with the change of then. */
export type GripTarget = (
  { readonly tag: "packet"; readonly packet: PacketName } | { readonly tag: "booking"; readonly ms: number }
) & { readonly room: SceneRoom; readonly change: Change };

function dropAt({ target, point }: Press<GripTarget>, at: Point): OpeningDrop {
  const { room, change } = target;
  const [along, across] = room.down ? [at.y, at.x] : [at.x, at.y];
  const momentOf = (pixel: number): number => room.scale.time(pixel - room.start);
  const by = momentOf(along) - momentOf(room.down ? point.y : point.x);
  if (target.tag === "booking") return bookingDrop(change, target.ms + by / MS);
  const { packet } = target;
  return packetDrop(change, packet, zoneOf(shareOf(room, across)), by + delayOf(faultOn(change, packet)));
}

/** A choice of the list beside a packet: what a drag could do, without one. */
export const choicesOf = (
  change: Change,
  packet: PacketName,
): readonly (readonly [words: string, drop: OpeningDrop])[] => [
  ["Lose it", packetDrop(change, packet, "ground", 0)],
  ["Delay it by 5 ms", packetDrop(change, packet, "middle", 5 * MS)],
  ["Copy it", packetDrop(change, packet, "lift", 0)],
  ["Leave it alone", packetDrop(change, packet, "middle", 0)],
];

/** The keys of a packet, by the way that time runs. */
const KEYS: Readonly<Record<"across" | "down", Readonly<Record<string, "ground" | "lift" | "later" | "sooner">>>> = {
  across: { ArrowDown: "ground", ArrowUp: "lift", ArrowRight: "later", ArrowLeft: "sooner" },
  down: { ArrowRight: "ground", ArrowLeft: "lift", ArrowDown: "later", ArrowUp: "sooner" },
};
const BOOKING_KEYS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
  ...{ Home: -BOOKING.most, End: BOOKING.most },
};

/** What a key means; null for a key that means nothing. */
function dropBy(target: GripTarget, { key, shift }: HandKey): OpeningDrop | null {
  const { change, room } = target;
  if (target.tag === "booking") {
    const by = BOOKING_KEYS[key];
    return by === undefined ? null : bookingDrop(change, change.bookingMs + by);
  }
  const { packet } = target;
  if (key === "Delete" || key === "Backspace") return packetDrop(change, packet, "middle", 0);
  const way = KEYS[room.down ? "down" : "across"][key];
  if (way === undefined) return null;
  if (way === "ground" || way === "lift") return packetDrop(change, packet, way, 0);
  const step = (shift ? 0.3 : 1) * MS * (way === "later" ? 1 : -1);
  return packetDrop(change, packet, "middle", Math.max(0, delayOf(faultOn(change, packet)) + step));
}

export const openingSurface: Surface<GripTarget, OpeningDrop> = {
  slack: slackOf,
  meaningAt: dropAt,
  isChange: ({ change }, target) => keyOf(change) !== keyOf(target.change),
  keyed: (target, key): readonly HandEffect<GripTarget, OpeningDrop>[] | null => {
    const meaning = dropBy(target, key);
    return meaning === null ? null : [{ tag: "change", meaning, target, keys: key.key }];
  },
};
