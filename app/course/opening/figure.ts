/**
 * The call at a moment, as shapes: what has been, of a simulated run; what is to come is not drawn. All stands along
 * time and across the machines, and is turned as any figure is where time runs down.
 */
import { box, disc, label, line, sector } from "../../draw/scene.ts";
import type { Box, Label, Line, Shape } from "../../draw/scene.ts";
import { axisShapes } from "../../figure/axis.ts";
import { inDirection } from "../../figure/turn.ts";
import { speedText } from "../../words/times.ts";
import { ENVELOPE, namesAt, NAME_SIZE } from "./names.ts";
import { at, fallen, HALF, halfWay, isUnderWay, onWay, placeAt, point, wireAt } from "./scene-room.ts";
import type { ScenePlace, SceneRoom } from "./scene-room.ts";
import { seatsAt } from "./tale.ts";
import type { Flight, Machine, Tale } from "./tale.ts";

export interface OpeningMoment {
  readonly room: SceneRoom;
  readonly tale: Tale;
  readonly now: number;
  /** The run before, while something is held. */
  readonly ghost?: Tale | undefined;
  /** Whether a packet is held. */
  readonly zones?: boolean;
}

const CABLE = 8; // px, of the yellow way of the call
const RING = 9; // px: what lies, runs out or is at work now
const MACHINES = ["caller", "server"] as const;

const between = (from: ScenePlace, to: ScenePlace, style: Omit<Line, "shape" | "points">): Line =>
  line([from.along, from.across, to.along, to.across], style);

/** A bar about the middle of a machine’s lane. */
const bar = (room: SceneRoom, from: number, to: number, machine: Machine, thick: number, style: Partial<Box>): Box => {
  const [a, b] = [at(room, from), at(room, to)];
  return box(a, room.lanes[machine] - thick / 2, Math.max(0, b - a), thick, style);
};

function bandShapes({ lanes, band, start, length, width, down }: SceneRoom): readonly Shape[] {
  const [from, to] = down ? [start - 6, start + length + 6] : [0, width];
  return MACHINES.flatMap((machine) => {
    const middle = lanes[machine];
    return [
      box(from, middle - band / 2, to - from, band, { fill: "band" }),
      line([start, middle, start + length, middle], { stroke: "edge", dash: [2, 4] }),
    ];
  });
}

/** While a packet is held: the ground, on which it is lost, and the line over which it is copied. */
function zoneShapes(room: SceneRoom): readonly Shape[] {
  const { start, length } = room;
  const [ground, lift, floor] = [wireAt(room, 0.8), wireAt(room, 0.2), wireAt(room, 1)];
  const level = (across: number, style: Omit<Line, "shape" | "points">): Line =>
    line([start, across, start + length, across], { dash: [6, 3], ...style });
  return [
    box(start, Math.min(ground, floor), length, Math.abs(floor - ground), { hatch: "wide" }),
    level(ground, { stroke: "lost", lineWidth: 2 }),
    level(lift, { stroke: "edge" }),
  ];
}

function zoneNames(room: SceneRoom): readonly Label[] {
  const { down, start, length } = room;
  const words = (text: string, share: number, ink: "lost" | "ink-2"): Label => {
    const { x, y } = point(room, { along: start + length - 8, across: wireAt(room, share) - 8 });
    return label(x, y, [{ text, ink, bold: ink === "lost" }], { size: NAME_SIZE, anchor: "end", halo: "paper" });
  };
  const ground = words(down ? "ground" : "ground: the packet is lost", 0.8, "lost");
  return down ? [ground] : [ground, words("lift: a copy", 0.2, "ink-2")];
}

/** The run before a drag, behind the one that it would give. */
function ghostShapes(room: SceneRoom, { blocks, flights }: Tale): readonly Shape[] {
  const style = { stroke: "ink-3", dash: [3, 2] } as const;
  return [
    // A box has no dashes: its outline does.
    ...blocks.map(({ machine, from, to }): Shape => {
      const { x, y, width, height } = bar(room, from, to, machine, room.bar, {});
      return line([x, y, x + width, y, x + width, y + height, x, y + height], { ...style, closed: true });
    }),
    ...flights.map((flight) =>
      between(onWay(room, flight, 0), flight.fate === "lost" ? halfWay(room, flight) : onWay(room, flight, 1), style),
    ),
  ];
}

function wayInk({ fate, onPath }: Flight): NonNullable<Line["stroke"]> {
  if (fate === "lost") return "lost";
  return fate === "ignored" ? "ink-3" : onPath ? "on-accent" : "ink";
}

function flightShapes(room: SceneRoom, flight: Flight, now: number): readonly Shape[] {
  const isLost = flight.fate === "lost";
  const gone = Math.min(isLost ? HALF : 1, (now - flight.from) / (flight.to - flight.from));
  const [start, end] = [onWay(room, flight, 0), onWay(room, flight, gone)];
  const isOver = now >= flight.to;
  const fall = isOver ? fallen(room, flight) : placeAt(room, flight, now);
  const [x, y] = [fall.along, fall.across];
  const dash = flight.again || flight.copy ? { dash: [6, 3] } : {};
  return [
    ...(flight.onPath ? [between(start, end, { stroke: "accent", lineWidth: CABLE })] : []),
    between(start, end, { stroke: wayInk(flight), lineWidth: 2, ...dash }),
    ...(isLost && gone === HALF ? [between(end, fall, { stroke: "lost", lineWidth: 2, dash: [2, 4] })] : []),
    ...(isLost && isOver
      ? [
          disc(x, y, RING, { fill: "paper", stroke: "lost", lineWidth: 2 }),
          line([x - 4, y - 4, x + 4, y + 4], { stroke: "lost", lineWidth: 2.5 }),
          line([x + 4, y - 4, x - 4, y + 4], { stroke: "lost", lineWidth: 2.5 }),
        ]
      : []),
  ];
}

/** What the call has had of processors and wire until now. */
function pastShapes(room: SceneRoom, tale: Tale, now: number): readonly Shape[] {
  const had = <One extends { readonly from: number; readonly to: number }>(all: readonly One[]): readonly One[] =>
    all.filter(({ from }) => from < now).map((one) => ({ ...one, to: Math.min(one.to, now) }));
  const work = (from: number, to: number, machine: Machine, fill: "span-rpc" | "span-sys"): readonly Shape[] => [
    bar(room, from, to, machine, room.bar, { stroke: "accent", lineWidth: 4 }),
    bar(room, from, to, machine, room.bar, { fill }),
  ];
  return [
    ...had(tale.path).flatMap(({ from, to, machine }) =>
      machine === null ? [] : [bar(room, from, to, machine, CABLE, { fill: "accent" })],
    ),
    ...tale.flights.filter(({ from }) => from <= now).flatMap((flight) => flightShapes(room, flight, now)),
    ...had(tale.blocks).flatMap(({ from, to, machine }) => work(from, to, machine, "span-rpc")),
    ...had(tale.bookings).flatMap(({ from, to }) => work(from, to, "server", "span-sys")),
  ];
}

/**
 * The caller’s timer: a line from its start, and a ring that drains where it would run out. The ring of one lies over
 * the line of the next. A slice is drawn upright whichever way time runs.
 */
function timerShapes(room: SceneRoom, tale: Tale, now: number): readonly Shape[] {
  const turn = inDirection(room.down);
  const last = room.start + room.length;
  const place = (time: number): ScenePlace => ({ along: Math.min(last, at(room, time)), across: room.timer });
  return tale.timers
    .filter(({ from }) => from <= now)
    .toReversed()
    .flatMap(({ from, due, to, ranOut }): readonly Shape[] => {
      const until = Math.min(now, to);
      const isRunning = now < to;
      const runs = between(place(from), place(until), { stroke: "ink", lineWidth: 1.5 });
      const left = between(place(until), place(due), { stroke: "edge", dash: [2, 3] });
      const lines = turn(isRunning ? [runs, left] : [runs]);
      if (at(room, due) > last || !(isRunning || ranOut)) return lines;
      const { x, y } = point(room, place(due));
      const share = Math.max(0.0001, Math.min(0.9999, (due - until) / (due - from)));
      return [
        ...lines,
        disc(x, y, RING, { fill: "paper", stroke: "ink", lineWidth: 2 }),
        isRunning ? sector(x, y, RING - 3, share, { fill: "ink" }) : disc(x, y, RING / 2, { fill: "lost" }),
      ];
    });
}

function timerName(room: SceneRoom, { timers }: Tale, now: number): readonly Label[] {
  const begun = timers.filter(({ from }) => from <= now);
  const timer = begun.find(({ ranOut }) => ranOut) ?? begun.at(-1);
  if (timer === undefined || room.down) return [];
  const text = `timer, ${speedText(timer.due - timer.from)}`;
  return [label(at(room, timer.from), room.timer - 8, [{ text, ink: "ink-2" }], { size: NAME_SIZE })];
}

/** The two names, and how many seats the server has booked for Omar. */
function machineNames(room: SceneRoom, seats: number): readonly Label[] {
  const booked = seats === 0 ? "Omar: no seat" : seats === 1 ? "Omar: 1 seat" : `Omar: ${seats} seats`;
  return MACHINES.flatMap((machine) => {
    const isServer = machine === "server";
    const x = !room.down
      ? room.width > 1180
        ? 48
        : 32
      : isServer
        ? room.width - 2
        : room.lanes.caller - room.band / 2;
    const y = room.down ? 14 : room.lanes[machine] - 4;
    const anchor = room.down && isServer ? "end" : "start";
    const isBooked = isServer && seats > 0;
    const under = {
      text: isServer ? booked : "Mina’s machine",
      bold: isBooked,
      ink: isBooked ? "ink" : "ink-2",
    } as const;
    return [
      label(x, y, [{ text: isServer ? "Server" : "Caller", bold: true }], { size: 15, anchor }),
      label(x, y + 18, [under], { size: NAME_SIZE, anchor }),
    ];
  });
}

const RETURNS_WIDE = 140; // px, of the words and a timer’s ring

/** When the call returns: at its place on the axis, or beyond the axis’ end while one drags. */
function returnsName(room: SceneRoom, tale: Tale, now: number): readonly Label[] {
  const place = at(room, tale.end);
  const isBeyond = place > room.start + room.length + 1;
  if (room.down || (!isBeyond && now < tale.end)) return [];
  const x = isBeyond ? room.start + room.length : place;
  const ring = Math.max(0, ...tale.timers.filter(({ ranOut }) => ranOut).map(({ due }) => at(room, due)));
  const isNear = x - ring < RETURNS_WIDE && ring < x;
  const text = `returns at ${speedText(tale.end)} ${isBeyond ? "→" : "▼"}`;
  const style = { size: NAME_SIZE, anchor: "end" } as const;
  return [label(x, room.timer - (isNear ? 18 : 8), [{ text, bold: true, ink: "simulated" }], style)];
}

/** The packets on their way, each as an envelope that lies the same way whichever way time runs. */
export function envelopes({ room, tale, now }: OpeningMoment): readonly (readonly Shape[])[] {
  return tale.flights
    .filter((flight) => isUnderWay(flight, now))
    .map((flight) => {
      const place = placeAt(room, flight, now);
      const exact = point(room, place);
      const [x, y] = [Math.round(exact.x), Math.round(exact.y)]; // its edges are sharp
      const { wide, high } = ENVELOPE;
      const isLost = flight.fate === "lost" && place.along === halfWay(room, flight).along;
      const rim = { stroke: isLost ? "lost" : "on-accent", lineWidth: 2 } as const;
      return [
        box(x - wide, y - high, 2 * wide, 2 * high, { fill: isLost ? "paper" : "accent", ...rim }),
        line([x - wide, y - high, x, y + 2, x + wide, y - high], rim),
      ];
    });
}

/** The call on the machine that has it. */
function presentShapes(room: SceneRoom, { path: pieces }: Tale, now: number): readonly Shape[] {
  const here = pieces.find(({ from, to, machine }) => machine !== null && from <= now && now <= to)?.machine ?? null;
  if (here === null) return [];
  return [disc(at(room, now), room.lanes[here], RING, { fill: "accent", stroke: "on-accent", lineWidth: 2 })];
}

/** From the ground up; envelopes stand over all of it. */
export function openingShapes({ room, tale, now, ghost, zones = false }: OpeningMoment): readonly Shape[] {
  const turn = inDirection(room.down);
  const { ruler } = axisShapes(0, room, room.scale, [room.axis, room.axis]);
  return [
    ...turn(bandShapes(room)),
    ...(zones ? [...turn(zoneShapes(room)), ...zoneNames(room)] : []),
    ...ruler,
    ...(ghost === undefined ? [] : turn(ghostShapes(room, ghost))),
    ...turn(pastShapes(room, tale, now)),
    ...timerShapes(room, tale, now),
    ...timerName(room, tale, now),
    ...namesAt(room, tale, now),
    ...machineNames(room, seatsAt(tale, now)),
    ...turn(presentShapes(room, tale, now)),
    ...(ghost !== undefined || now >= tale.end ? returnsName(room, tale, now) : []),
  ];
}
