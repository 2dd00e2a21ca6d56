/** Packets: those that go close together as one band, every other as a line. */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { packetRef } from "../../engine/kernel/trace-data.ts";
import { disc, line } from "../draw/scene.ts";
import type { Shape, Target } from "../draw/scene.ts";
import { sendingOrder } from "../trace/packet-order.ts";
import { arrowHead, packetLine, packetShapes } from "./packet-shapes.ts";
import type { Ends } from "./packet-shapes.ts";
import { shownPacket } from "../trace/story.ts";
import type { Ink } from "../draw/palette.ts";
import { countOf } from "./groups.ts";
import type { Group } from "./groups.ts";
import { acrossOf, alongOf, endsOf, FAR, groundOf, isToAll, lostWay } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { isQuiet } from "./traffic.ts";
import type { PacketStream } from "./traffic.ts";

/** A group with its place: the ends of its first packet and of its last. */
export interface PlacedBand {
  readonly group: Group<PacketStream>;
  readonly first: Ends;
  readonly last: Ends;
}

export function placedBands(rails: Rails, groups: readonly Group<PacketStream>[]): readonly PlacedBand[] {
  return groups.flatMap((group): PlacedBand[] => {
    const { stream, first, last } = group;
    const across = acrossOf(rails, stream);
    if (across === null) return [];
    const ends = (i: number): Ends => {
      const whole: Ends = [
        alongOf(rails, timeAt(stream.starts, i)),
        across[0],
        alongOf(rails, timeAt(stream.ends, i)),
        across[1],
      ];
      return stream.manner === "lost" ? lostWay(rails, whole, stream) : whole;
    };
    return [{ group, first: nearer(rails, ends(first)), last: nearer(rails, ends(last)) }];
  });
}

/** A line that lies far outside of the view, moved along to where it just cannot be seen. */
function nearer(rails: Rails, [x0, y0, x1, y1]: Ends): Ends {
  const left = rails.start - FAR - Math.max(x0, x1);
  const right = rails.start + rails.scale.length + FAR - Math.min(x0, x1);
  const by = left > 0 ? left : right < 0 ? right : 0;
  return [x0 + by, y0, x1 + by, y1];
}

/** A band in straight pieces: one, but three of a packet that was held up on its way. */
export function piecesOf(rails: Rails, { group, first, last }: PlacedBand): readonly (readonly [Ends, Ends])[] {
  const { turnsAt } = rails;
  if (first[1] === first[3] && turnsAt !== undefined) {
    const there: Ends = [first[0], first[1], first[0], turnsAt];
    return [[there, [last[2], first[1], last[2], turnsAt]]];
  }
  const row = numberAt(group.stream.rows, group.first);
  // One that was ignored in the end may have been held up before.
  const isLate = group.stream.manner !== "lost" && timeAt(rails.trace.packets.delayed, row) > 0;
  if (!isLate || countOf(group) > 1) return [[first, last]];
  const points = packetLine(shownPacket(rails.trace, rails.shown.plan, row, true), first, rails);
  return Array.from({ length: points.length / 2 - 1 }, (_, i) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * i, 2 * i + 4);
    // A line along time takes as much room as a line across.
    return y0 === y1
      ? [
          [x0, y0 - 3, x0, y0 + 3],
          [x1, y0 - 3, x1, y0 + 3],
        ]
      : [
          [x0, y0, x1, y1],
          [x0, y0, x1, y1],
        ];
  });
}

/** Less than this across, and there is no room for an arrowhead or a cross. */
const ROOM_FOR_HEAD = 17;
const HEADS_APART = 11;

/** @param fine whether the packets of a band are to be seen one by one in it */
export function bandShapes(rails: Rails, band: PlacedBand, fine: boolean): readonly Shape[] {
  const { group, first, last } = band;
  if (countOf(group) === 1) return singleShapes(rails, group, first);
  const { stream } = group;
  const quiet = isQuiet(stream);
  const opacity = stream.mine ? 1 : 0.4;
  if (stream.manner === "lost") return lostBand(first, last, opacity);
  const ink: Ink = quiet || stream.manner === "other" ? "edge" : "ink";
  const outline = [first[0], first[1], last[0], last[1], last[2], last[3], first[2], first[3]];
  const fill = line(outline, { fill: ink, closed: true, opacity: (quiet ? 0.09 : 0.15) * opacity });
  // Between two machines the traffic of others is a ground, not a thing.
  if (stream.manner === "other" && rails.frame.wire !== null) return [fill];
  // Of a narrow band its two sides would be most.
  if (!isWide(band)) return [fill, ...sideShapes(stream, last, opacity * (quiet ? 0.5 : 0.7))];
  const sides = [first, last].flatMap((side) => sideShapes(stream, side, opacity));
  return quiet || !fine ? [fill, ...sides] : [fill, ...innerShapes(rails, band, opacity), ...sides];
}

/** Closer than this, the packets of a band are no more than its fill. */
const SEEN_APART = 3;

/** The packets of a band as hairlines, where they are far enough apart to show how they follow on one another. */
function innerShapes(rails: Rails, { group, first, last }: PlacedBand, opacity: number): readonly Shape[] {
  const count = countOf(group);
  if ((last[0] - first[0]) / count < SEEN_APART) return [];
  const rows = group.stream.rows.subarray(group.first + 1, group.last);
  return Array.from(rows).flatMap((row): Shape[] => {
    const ends = endsOf(rails, row);
    return ends === null || isBeyond(rails, ends)
      ? []
      : [line(ends, { stroke: "ink", lineWidth: 0.7, opacity: 0.45 * opacity })];
  });
}

const isBeyond = ({ start, scale }: Rails, [x0, , x1]: Ends): boolean =>
  Math.max(x0, x1) < start || Math.min(x0, x1) > start + scale.length;

const isWide = ({ first, last }: PlacedBand): boolean => last[2] - first[2] >= HEADS_APART;

/** The first or last packet of a band, as its edge. */
function sideShapes(stream: PacketStream, side: Ends, opacity: number): readonly Shape[] {
  const [x0, y0, x1, y1] = side;
  const quiet = isQuiet(stream) || stream.manner === "other";
  const ink: Ink = quiet ? "edge" : "ink";
  const dash = stream.manner === "again" ? { dash: [7, 3] } : {};
  const rest = { stroke: ink, lineWidth: quiet ? 0.8 : 1.3, opacity, ...dash };
  const offsets = stream.manner === "copied" ? [-1.8, 1.8] : [0];
  const lines = offsets.map((by) => line([x0 + by, y0, x1 + by, y1], rest));
  if (quiet || Math.abs(y1 - y0) < ROOM_FOR_HEAD) return lines;
  if (stream.manner !== "ignored") return [...lines, arrowHead(x0, y0, x1, y1, ink, opacity)];
  return [...lines, disc(x1, y1 - Math.sign(y1 - y0) * 4, 3.6, { fill: "paper", stroke: "ink", lineWidth: 1.6 })];
}

/** A band of lost packets, up to the place where each was last seen. Their crosses stand over the whole band. */
function lostBand(first: Ends, last: Ends, opacity: number): readonly Shape[] {
  const outline = [first[0], first[1], last[0], last[1], last[2], last[3], first[2], first[3]];
  return [
    line(outline, { fill: "lost", closed: true, opacity: 0.2 * opacity }),
    ...[first, last].map((side) => line(side, { stroke: "lost", lineWidth: 1.6, opacity })),
  ];
}

/** The way that a lost packet did not go, to the machine that it was for. */
function ghost(rails: Rails, stream: PacketStream, [, , x, y]: Ends, arrives: number): readonly Shape[] {
  const across = acrossOf(rails, stream);
  const end = alongOf(rails, arrives);
  return across === null
    ? []
    : [line([x, y, end, across[1]], { stroke: "edge", lineWidth: 1, dash: [2, 4], opacity: 0.8 })];
}

/** From where it was last seen a lost packet falls to the ground between two machines. */
function fallShapes(rails: Rails, stream: PacketStream, [, , x, y]: Ends, opacity: number): readonly Shape[] {
  const ground = groundOf(rails, stream);
  return ground === null ? [] : [line([x, y, x, ground], { stroke: "lost", lineWidth: 2, dash: [3, 3], opacity })];
}

function singleShapes(rails: Rails, { stream, first }: Group<PacketStream>, ends: Ends): readonly Shape[] {
  const row = numberAt(stream.rows, first);
  const packet = shownPacket(rails.trace, rails.shown.plan, row, stream.mine);
  if (stream.manner === "lost") {
    const opacity = stream.mine ? 1 : 0.4;
    const seen = line(ends, { stroke: "lost", lineWidth: 2, opacity });
    const fall = fallShapes(rails, stream, ends, opacity);
    return stream.mine ? [...ghost(rails, stream, ends, packet.arrives), seen, ...fall] : [seen, ...fall];
  }
  const isWired = rails.frame.wire !== null; // then there are few packets, and each is one
  if (isQuiet(stream) && stream.manner === "plain" && !isWired) return quietShapes(ends, packet.mine ? 1 : 0.4);
  if (isWired || Math.abs(ends[3] - ends[1]) >= ROOM_FOR_HEAD)
    return [...packetShapes(packet, ends, false, rails), ...headsOnTheWay(rails, row, ends, packet.mine ? 1 : 0.4)];
  const opacity = packet.mine ? 1 : 0.4;
  const dash = stream.manner === "again" ? { dash: [3, 2] } : {};
  return [line(ends, { stroke: stream.manner === "other" ? "edge" : "ink", lineWidth: 1.2, opacity, ...dash })];
}

/** A broadcast has a head at every row that it passes, where there is room. */
function headsOnTheWay(rails: Rails, row: number, [x0, y0, x1, y1]: Ends, opacity: number): readonly Shape[] {
  if (!isToAll(rails, row) || rails.frame.pitch < ROOM_FOR_HEAD) return [];
  const down = y1 > y0;
  const edges = rails.frame.rows.map(({ from, to }) => (down ? from : to));
  return edges
    .filter((y) => (down ? y > y0 + 1 && y < y1 - 1 : y < y0 - 1 && y > y1 + 1))
    .map((y) => arrowHead(x0, y0, x0 + ((x1 - x0) * (y - y0)) / (y1 - y0), y, "ink", opacity));
}

const QUIET_HEAD = 3.5; // px, of each side

function quietShapes(ends: Ends, opacity: number): readonly Shape[] {
  const [x0, y0, x1, y1] = ends;
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const side = (turn: number): readonly [number, number] => [
    x1 + Math.cos(angle + turn) * QUIET_HEAD,
    y1 + Math.sin(angle + turn) * QUIET_HEAD,
  ];
  const rest = { stroke: "edge", lineWidth: 0.9, opacity: 0.8 * opacity } as const;
  if (Math.abs(y1 - y0) < ROOM_FOR_HEAD) return [line(ends, rest)];
  return [line(ends, rest), line([...side(2.6), x1, y1, ...side(-2.6)], rest)];
}

/** From one packet that can be chosen to the next, along. */
const CHOICE_PIXELS = 9;

/** The targets of packets: each packet, or some of them where they are too close. */
export function bandTargets(rails: Rails, { group, first, last }: PlacedBand): readonly Target[] {
  const { stream } = group;
  const count = countOf(group);
  const steps = Math.min(count - 1, Math.floor((last[0] - first[0]) / CHOICE_PIXELS));
  return Array.from({ length: steps + 1 }, (_, i): number =>
    Math.round(group.first + (steps === 0 ? 0 : (i * (count - 1)) / steps)),
  ).flatMap((place): Target[] => {
    const row = numberAt(stream.rows, place);
    const ends = endsOf(rails, row);
    if (ends === null || ends[2] < rails.start - CHOICE_PIXELS) return [];
    if (ends[0] > rails.start + rails.scale.length + CHOICE_PIXELS) return [];
    if (ends[1] === ends[3] && rails.turnsAt !== undefined) {
      const middle = (ends[0] + ends[2]) / 2;
      return [{ ref: packetRef(row), x0: middle, y0: ends[1], x1: middle, y1: rails.turnsAt, slanted: true }];
    }
    return [{ ref: packetRef(row), x0: ends[0], y0: ends[1], x1: ends[2], y1: ends[3], slanted: true }];
  });
}

interface Numeral {
  readonly along: number;
  readonly across: number;
  readonly text: string;
}

const MOST_NUMBERED = 200;
const NUMERAL_ASIDE = 8; // px along, from the line
const NUMERAL_INSET = 9; // px across, from the band
const ROOM_FOR_NUMERALS = 40;

/** The place in the order of sending, at either end of single packets that cross. */
export function numeralsOf(rails: Rails, bands: readonly PlacedBand[]): readonly Numeral[] {
  const isWired = rails.frame.wire !== null;
  const single = bands.filter(({ group }) => countOf(group) === 1 && (isWired || !isQuiet(group.stream)));
  if (single.length > MOST_NUMBERED) return [];
  const rows = single.map(({ group }) => numberAt(group.stream.rows, group.first));
  const order = sendingOrder(rows.map((row) => shownPacket(rails.trace, rails.shown.plan, row, true)));
  return single.flatMap(({ first: [x0, y0, x1, y1] }, i): Numeral[] => {
    const text = order.get(packetRef(itemAt(rows, i, "row")))?.toString();
    if (text === undefined || (!isWired && Math.abs(y1 - y0) < ROOM_FOR_NUMERALS)) return [];
    const inset = Math.sign(y1 - y0) * NUMERAL_INSET;
    return [
      { along: x0 - NUMERAL_ASIDE, across: y0 + inset, text },
      { along: x1 + NUMERAL_ASIDE, across: y1 - inset, text },
    ];
  });
}
