/** The names in the opening, set by the figures’ placer: packets beside their ways, bookings, machines, the timer. */
import { label } from "../../draw/scene.ts";
import type { Label } from "../../draw/scene.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { Placer } from "../../figure/placer.ts";
import { Space } from "../../figure/space.ts";
import { speedText } from "../../words/times.ts";
import { at, HALF, isUnderWay, onWay, placeAt, point } from "./scene-room.ts";
import type { SceneRoom } from "./scene-room.ts";
import type { Flight, Tale } from "./tale.ts";

/** Half of an envelope each way. */
export const ENVELOPE = { wide: 20, high: 14 } as const;

export const NAME_SIZE = 13;
const GAP = 16; // px between a line and its name
const WAY = 5; // px on each side of a packet’s way
const BOOKING_WIDE = 136; // px, of a booking’s name

const isFallen = (flight: Flight, now: number): boolean => flight.fate === "lost" && !isUnderWay(flight, now);

/** "Call, sent again, lost". */
function textOf(flight: Flight, now: number): string {
  const { name, fate, again, copy } = flight;
  const end = isFallen(flight, now) ? "lost" : fate === "ignored" ? fate : "";
  const remarks = [again ? "sent again" : "", copy ? "copy" : "", end].filter((word) => word !== "");
  return [name.replace(/ packet$/, ""), ...remarks].join(", ");
}

type Place = readonly [x: number, y: number, anchor: Label["anchor"]];

/** Where a name could stand, the best place first. */
function placesOf(room: SceneRoom, flight: Flight, now: number): readonly Place[] {
  if (isUnderWay(flight, now)) {
    const { x, y } = point(room, placeAt(room, flight, now));
    const away = ENVELOPE.wide + 10;
    const over: Place = [x, y - ENVELOPE.high - 8, "middle"];
    const sides: readonly Place[] = [
      [x + away, y + 4, "start"],
      [x - away, y + 4, "end"],
    ];
    return room.down ? [over, ...sides] : [...sides, over];
  }
  const isBack = flight.machine === "server";
  if (room.down) {
    const { x, y } = point(room, onWay(room, flight, HALF));
    const sides = isBack || isFallen(flight, now) || flight.copy ? [26, -14] : [-14, 26];
    return sides.map((by) => [x, y + by, "middle"]);
  }
  return (isBack ? [0.4, 0.6, 0.25] : [0.62, 0.4, 0.75]).flatMap((share): readonly Place[] => {
    const { x, y } = point(room, onWay(room, flight, share));
    return [
      [x + GAP, y + 4, "start"],
      [x - GAP, y + 4, "end"],
    ];
  });
}

/** The ways of packets, as far as they have gone: names keep off them. */
function inkOf(room: SceneRoom, flights: readonly Flight[], now: number): Space {
  const space = new Space(room.width, room.height, room.down);
  for (const flight of flights) {
    const gone = Math.min(flight.fate === "lost" ? HALF : 1, (now - flight.from) / (flight.to - flight.from));
    const [from, to] = [onWay(room, flight, 0), onWay(room, flight, gone)];
    const ends = [from.along, from.across, to.along, to.across] as const;
    space.takeBetween(ends, ends, WAY);
  }
  return space;
}

/** The bookings that have ended, beside the server; one that is too short for its name has none. */
function bookingNames(room: SceneRoom, { bookings }: Tale, now: number): readonly Label[] {
  const inner = room.lanes.server - room.band / 2 - 10;
  return bookings
    .filter(({ from, to }) => to <= now && (room.down || at(room, to) - at(room, from) > BOOKING_WIDE))
    .map(({ from, to }) => {
      const along = at(room, (from + to) / 2);
      const { x, y } = point(room, { along: room.down ? along + 4 : along, across: inner });
      const text = `books the seat, ${speedText(to - from)}`;
      return label(x, y, [{ text, ink: "ink-2" }], { size: NAME_SIZE, anchor: room.down ? "end" : "middle" });
    });
}

/** The names of bookings, then of packets in order of time. A packet’s that would meet another is left out. */
export function namesAt(room: SceneRoom, tale: Tale, now: number): readonly Label[] {
  const flights = tale.flights.filter(({ from }) => from <= now);
  const placer = new Placer(inkOf(room, flights, now), tableWidth);
  placer.stand(bookingNames(room, tale, now));
  const within = { x0: 0, y0: 0, x1: room.width, y1: room.height };
  for (const flight of flights) {
    const ink = isFallen(flight, now) ? "lost" : "ink";
    const runs = [{ text: textOf(flight, now), bold: true, ink }] as const;
    const labels = placesOf(room, flight, now).map(([x, y, anchor]) =>
      label(x, y, runs, { size: NAME_SIZE, anchor, halo: "paper", haloWidth: 4 }),
    );
    placer.placeOne(labels, { within });
  }
  return placer.names.labels;
}
