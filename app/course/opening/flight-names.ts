/** Names of packets beside their lines, and of bookings, in pixels. A packet’s that would meet another is left out. */
import { firstFree } from "../../draw/place-label.ts";
import type { Area } from "../../draw/place-label.ts";
import { speedText } from "../../words/times.ts";
import { at, isUnderWay, HALF, onWay, placeAt, point } from "./room.ts";
import type { SceneRoom } from "./room.ts";
import type { Flight, Tale } from "./tale.ts";

/** Half of an envelope each way. */
export const ENVELOPE = { wide: 20, high: 14 } as const;

const CHARACTER = 6.6; // px that one of a name takes, generously
const GAP = 16; // px between a line and its name

const BOOKING_WIDE = 136; // px, of a booking’s name

/** A name at its place. */
interface Named {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

interface FlightName extends Named {
  readonly isLost: boolean;
}

const isFallen = (flight: Flight, now: number): boolean => flight.fate === "lost" && !isUnderWay(flight, now);

/** "Call, sent again, lost". */
function textOf(flight: Flight, now: number): string {
  const { name, fate, again, copy } = flight;
  const end = isFallen(flight, now) ? "lost" : fate === "ignored" ? fate : "";
  const remarks = [again ? "sent again" : "", copy ? "copy" : "", end].filter((word) => word !== "");
  return [name.replace(/ packet$/, ""), ...remarks].join(", ");
}

/** Where a name could stand, the best place first. */
function placesOf(room: SceneRoom, flight: Flight, now: number): readonly Pick<FlightName, "x" | "y" | "anchor">[] {
  if (isUnderWay(flight, now)) {
    const { x, y } = point(room, placeAt(room, flight, now));
    const away = ENVELOPE.wide + 10;
    const over = { x, y: y - ENVELOPE.high - 8, anchor: "middle" as const };
    const right = { x: x + away, y: y + 4, anchor: "start" as const };
    const left = { x: x - away, y: y + 4, anchor: "end" as const };
    return room.down ? [over, right, left] : [right, left, over];
  }
  const isBack = flight.machine === "server";
  if (room.down) {
    const { x, y } = point(room, onWay(room, flight, HALF));
    const sides = isBack || isFallen(flight, now) || flight.copy ? [26, -14] : [-14, 26];
    return sides.map((by) => ({ x, y: y + by, anchor: "middle" as const }));
  }
  return (isBack ? [0.4, 0.6, 0.25] : [0.62, 0.4, 0.75]).flatMap((share) => {
    const { x, y } = point(room, onWay(room, flight, share));
    return [
      { x: x + GAP, y: y + 4, anchor: "start" as const },
      { x: x - GAP, y: y + 4, anchor: "end" as const },
    ];
  });
}

function areaOf({ x, y, anchor }: Pick<FlightName, "x" | "y" | "anchor">, text: string): Area {
  const wide = text.length * CHARACTER;
  const x0 = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return { x0, x1: x0 + wide, y0: y - 11, y1: y + 3 };
}

/** Small areas along a packet’s way, as far as it has gone. */
function wayOf(room: SceneRoom, flight: Flight, now: number): readonly Area[] {
  const end = Math.min(1, (now - flight.from) / (flight.to - flight.from));
  const gone = flight.fate === "lost" ? Math.min(HALF, end) : end;
  return Array.from({ length: 25 }, (_, i) => {
    const { x, y } = point(room, onWay(room, flight, (gone * i) / 24));
    return { x0: x - 5, x1: x + 5, y0: y - 5, y1: y + 5 };
  });
}

/** The bookings that have ended, beside the server; one that is too short for its name has none. */
export function bookingNames(room: SceneRoom, { bookings }: Tale, now: number): readonly Named[] {
  const inner = room.lanes.server - room.band / 2 - 10;
  return bookings
    .filter(({ from, to }) => to <= now && (room.down || at(room, to) - at(room, from) > BOOKING_WIDE))
    .map(({ from, to }) => {
      const along = at(room, (from + to) / 2);
      const { x, y } = point(room, { along: room.down ? along + 4 : along, across: inner });
      const text = `books the seat, ${speedText(to - from)}`;
      return { key: String(from), text, x, y, anchor: room.down ? "end" : "middle" };
    });
}

/**
 * @param flights that have left by now, in order of time
 * @param others names that stand already
 */
export function flightNames(
  room: SceneRoom,
  flights: readonly Flight[],
  now: number,
  others: readonly Named[],
): readonly FlightName[] {
  const obstacles = flights.flatMap((flight) => wayOf(room, flight, now));
  obstacles.push(...others.map((other) => areaOf(other, other.text)));
  const bounds = { x0: 0, y0: 0, x1: room.width, y1: room.height };
  return flights.flatMap((flight) => {
    const text = textOf(flight, now);
    const candidates = placesOf(room, flight, now).map((value) => ({ value, area: areaOf(value, text) }));
    const free = firstFree(candidates, obstacles, bounds);
    if (free === null) return [];
    obstacles.push(free.area);
    return [{ key: `${flight.line} ${flight.from}`, text, isLost: isFallen(flight, now), ...free.value }];
  });
}
