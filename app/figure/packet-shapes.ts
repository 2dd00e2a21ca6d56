/** A packet on the wire, drawn by what became of it: arrow, cross, ring, dashes, double line, elbow. */
import { cross, disc, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { ShownPacket } from "../trace/story.ts";
import type { TimeScale } from "./scale.ts";
import type { Ink } from "../draw/palette.ts";

/** Ends of the line: along and across of the first bit, along and across of the last. */
export type Ends = readonly [number, number, number, number];

const HEAD = 9;
const HEAD_ANGLE = 2.72; // of the sides of an arrowhead, from its direction

interface Wire {
  readonly scale: TimeScale;
  /** The place across at which a packet of a machine to itself turns; left out for other packets. */
  readonly turnsAt?: number;
}

/** The line of a packet: straight, with an elbow for the time that a fault added, or there and back on one machine. */
export function packetLine(packet: ShownPacket, ends: Ends, { scale, turnsAt }: Wire): readonly number[] {
  const [, from, , to] = ends;
  if (from === to && turnsAt !== undefined) return elbow(packet, ends, scale, turnsAt);
  return packet.delayed > 0 ? elbow(packet, ends, scale, (from + to) / 2) : ends;
}

/** A packet on its way: half of it, the time that a fault added, the other half. */
type Flight = Pick<ShownPacket, "departs" | "arrives" | "delayed">;

/** The two halves of a packet's way along, in pixels: before and after the time that a fault added. */
export function halvesOf({ departs, arrives, delayed }: Flight, { at }: TimeScale): readonly [number, number] {
  const half = Math.max(0, arrives - departs - delayed) / 2;
  return [at(departs + half) - at(departs), at(arrives) - at(arrives - half)];
}

export function packetShapes(packet: ShownPacket, ends: Ends, onPath: boolean, at: Wire): Shape[] {
  if (packet.origin === "other traffic") return [line(ends, { stroke: "edge", lineWidth: 1, opacity: 0.7 })];
  const opacity = packet.mine ? 1 : 0.4;
  if (packet.fate === "lost") return lostShapes(ends, opacity, at.turnsAt);
  const ink: Ink = onPath ? "on-accent" : "ink";
  const dash = packet.origin === "retransmission" ? { dash: [7, 3] } : {};
  const points = packetLine(packet, ends, at);
  const shapes: Shape[] = [];
  const body = shortened(points, packet.fate === "ignored" ? 9 : 8);
  if (packet.origin === "duplicate") {
    for (const offset of [-1.8, 1.8]) {
      shapes.push(
        line(
          body.map((value, i) => value + (i % 2 === 0 ? offset : 0)),
          { stroke: ink, lineWidth: 1.3, opacity },
        ),
      );
    }
  } else shapes.push(line(body, { stroke: ink, lineWidth: 2, opacity, ...dash }));
  const [x1, y1, x2, y2] = lastPiece(points);
  if (packet.fate === "ignored") {
    const away = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [x, y] = [x2 - ((x2 - x1) / away) * 5, y2 - ((y2 - y1) / away) * 5];
    shapes.push(disc(x, y, 4, { fill: "paper", stroke: "ink", lineWidth: 1.6 }));
  } else shapes.push(arrowHead(x1, y1, x2, y2, ink, opacity));
  return shapes;
}

/** A lost packet is last seen at this share of its way. */
export const LOST_AT = 0.5;
/** The ground between two machines, on which it then lies: as a share of the way from the first to the second. */
export const GROUND_AT = 0.8;

function lostShapes([x1, y1, x2, y2]: Ends, opacity: number, turnsAt = y1): Shape[] {
  const [x, y] = [x1 + (x2 - x1) * LOST_AT, y1 === y2 ? turnsAt : y1 + (y2 - y1) * LOST_AT];
  return [
    line([x, y, x2, y2], { stroke: "edge", lineWidth: 1.2, dash: [2, 4], opacity }),
    line([x1, y1, x, y], { stroke: "lost", lineWidth: 2.2, opacity }),
    ...cross(x, y, 6, { stroke: "lost", lineWidth: 3, opacity }),
  ];
}

/** Half the way as if nothing were wrong, the added time along the lanes, then the rest of the way. */
function elbow(packet: Flight, [x1, y1, x2, y2]: Ends, scale: TimeScale, middle: number): readonly number[] {
  const [before, after] = halvesOf(packet, scale);
  return [x1, y1, x1 + before, middle, x2 - after, middle, x2, y2];
}

function lastPiece(points: readonly number[]): Ends {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(-4);
  return [x1, y1, x2, y2];
}

/** The line without its last few pixels, which the head takes. */
function shortened(points: readonly number[], by: number): readonly number[] {
  const [x1, y1, x2, y2] = lastPiece(points);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const keep = Math.max(0, length - by) / length;
  return [...points.slice(0, -2), x1 + (x2 - x1) * keep, y1 + (y2 - y1) * keep];
}

export function arrowHead(x1: number, y1: number, x2: number, y2: number, fill: Ink, opacity: number): Shape {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const [x, y] = [x2 - Math.cos(angle) * 3, y2 - Math.sin(angle) * 3];
  const side = (turn: number): readonly number[] => [
    x + Math.cos(angle + turn) * HEAD,
    y + Math.sin(angle + turn) * HEAD,
  ];
  return line([x, y, ...side(HEAD_ANGLE), ...side(-HEAD_ANGLE)], { fill, closed: true, opacity });
}
