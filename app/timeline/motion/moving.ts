/**
 * What moves while a call is played: the call itself (a disc in a machine, an envelope on the wire), other packets on
 * their way, and timers that run out. What is still to come is drawn faintly.
 */
import { itemAt, numberAt, timeAt } from "../../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { box, disc, line, sector } from "../../draw/scene.ts";
import type { AlphaOf } from "../../draw/canvas.ts";
import type { Shape } from "../../draw/scene.ts";
import type { PathSegment } from "../../../engine/kernel/critical-path.ts";
import { pathOf } from "../../trace/path.ts";
import { timersOfCall } from "../../trace/timers.ts";
import { indexTrace, rowsWithin } from "../../trace/trace-index.ts";
import type { Figure } from "../../figure/figure.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { turned } from "../../figure/turn.ts";
import { packetLine } from "../../figure/packet-shapes.ts";
import { LOST_AT } from "../../figure/packet-shapes.ts";
import type { Coordinates } from "../../figure/coordinates.ts";
import { shownPacket } from "../../trace/story.ts";
import { firstWhere } from "../../../engine/kernel/first-where.ts";

/** How much is seen of what is still to come. */
const TO_COME = 0.26;

/** Bars, packets and names of what is still to come are faint; machines and axis stay as they are. */
export const toCome: AlphaOf = ({ of }) => (of === undefined ? 1 : TO_COME);

type Point = readonly [along: number, across: number];

const [WIDE, HIGH] = [22, 15]; // of an envelope, px
const RADIUS = 7; // of the call in a machine
const SMALL = 3; // of another packet
/** More packets on their way at once are seen by their lines alone. */
const MOST_FLYING = 300;

/** An envelope lies the same way whichever way time runs. */
function envelope([along, across]: Point, down: boolean): readonly Shape[] {
  const [x, y] = down ? [across, along] : [along, across];
  const [left, top] = [x - WIDE / 2, y - HIGH / 2];
  const rim = { fill: "accent", stroke: "ink", lineWidth: 1.5 } as const;
  const flap = [left, top, x, y + 1, left + WIDE, top];
  return [box(left, top, WIDE, HIGH, rim), line(flap, { stroke: "ink", lineWidth: 1.2 })];
}

const placed = (shapes: readonly Shape[], down: boolean): readonly Shape[] => (down ? shapes.map(turned) : shapes);

/** Where a packet is on its line at a moment; null where it has none, or is lost before. */
function flightAt(
  { trace, plan }: ShownCall,
  figure: Figure,
  places: Coordinates,
  row: number,
  time: number,
): Point | null {
  const ends = places.packet(row);
  if (ends === null) return null;
  const packet = shownPacket(trace, plan, row, true);
  const points = packetLine(packet, ends, {
    scale: figure.scale,
    ...(places.turnsAt === null ? {} : { turnsAt: places.turnsAt }),
  });
  const along = places.along(time);
  if (packet.fate === "lost" && along > ends[0] + (ends[2] - ends[0]) * LOST_AT) return null;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(i, i + 4);
    if (along > x1 && i + 5 < points.length) continue;
    const share = x1 === x0 ? 1 : Math.min(1, Math.max(0, (along - x0) / (x1 - x0)));
    return [along, y0 + (y1 - y0) * share];
  }
  return null;
}

/** The part of the call's path at a moment; null before it begins and after it has ended. */
function segmentAt(path: readonly PathSegment[], time: number): PathSegment | null {
  const found = path[firstWhere(path.length, (at) => itemAt(path, at, "piece").to >= time)];
  return found !== undefined && found.from <= time ? found : null;
}

/** The call itself: on the way that it takes, in the machine at work or with the packet that carries it. */
function callShapes(shown: ShownCall, figure: Figure, places: Coordinates, time: number): readonly Shape[] {
  const segment = segmentAt(pathOf(shown.trace, shown.story.call), time);
  if (segment === null) return [];
  const row = refRow(segment.ref);
  if (refTable(segment.ref) === "packet" && segment.part === "work") {
    const at = flightAt(shown, figure, places, row, time);
    return at === null ? [] : envelope(at, figure.down);
  }
  const run = shown.story.cable.runs.find(({ from, to }) => from <= time && to >= time);
  const across = run === undefined ? null : places.lane(run.lane);
  if (across === null) return [];
  const at = places.along(time);
  return placed([disc(at, across, RADIUS, { fill: "accent", stroke: "ink", lineWidth: 1.5 })], figure.down);
}

/** Packets on their way beside the call: of two machines as envelopes, of many as dots. */
function flyingShapes(shown: ShownCall, figure: Figure, places: Coordinates, time: number): readonly Shape[] {
  const { trace } = shown;
  const { packets } = indexTrace(trace);
  const [low, high] = rowsWithin(packets, time, time);
  if (high - low > MOST_FLYING) return [];
  const shapes: Shape[] = [];
  for (let i = low; i < high; i++) {
    const row = numberAt(packets.rows, i);
    if (timeAt(packets.ends, i) < time) continue;
    const at = flightAt(shown, figure, places, row, time);
    if (at === null) continue;
    const mine = trace.packets.call[row] === shown.story.call;
    const look = mine ? ({ fill: "ink" } as const) : ({ fill: "edge" } as const);
    shapes.push(disc(at[0], at[1], SMALL, look));
  }
  return placed(shapes, figure.down);
}

const RING = 8; // px

/** A disc of which a share is left: it drains clockwise. */
function pie(x: number, y: number, left: number): readonly Shape[] {
  const rim = disc(x, y, RING, { fill: "paper", stroke: "ink", lineWidth: 1.5 });
  return [rim, sector(x, y, RING - 3, left, { fill: "ink" })];
}

/** The timers that run: each drains at the moment at which it goes off, on the lane of its machine. */
function timerShapes(shown: ShownCall, figure: Figure, places: Coordinates, time: number): readonly Shape[] {
  const { trace, plan, story } = shown;
  return timersOfCall(trace, story.call).flatMap(({ machine, from, due, left }): readonly Shape[] => {
    if (time <= from || time >= Math.min(due, left)) return [];
    const lane = plan.lanes.findIndex((one) => one.machine === machine);
    const [along, across] = [places.along(due), lane < 0 ? null : places.lane(lane)];
    if (across === null || along > figure.start + figure.scale.length) return [];
    const [x, y] = figure.down ? [across, along] : [along, across];
    return pie(x, y, (due - time) / (due - from));
  });
}

/**
 * All that moves, at a moment. Empty in a figure of two runs, which has no places.
 * @param ringed whether timers have rings already, as handles
 */
export function movingShapes(figure: Figure, time: number, ringed = false): readonly Shape[] {
  const { run, places } = figure;
  if (run === null || places === null) return [];
  return [
    ...(ringed ? [] : timerShapes(run, figure, places, time)),
    ...flyingShapes(run, figure, places, time),
    ...callShapes(run, figure, places, time),
  ];
}
