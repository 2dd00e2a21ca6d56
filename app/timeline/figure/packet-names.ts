/** The names of packets where time runs to the right: beside the line of each, and at least one for equal packets. */
import type { AcrossFrame } from "./across-frame.ts";
import { firstFree, labelArea, meets } from "../../draw/place-label.ts";
import type { Area, Candidate } from "../../draw/place-label.ts";
import { label } from "../../draw/scene.ts";
import type { Label, TextRun } from "../../draw/scene.ts";
import { runsWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { packetRuns, packetTitle } from "../../trace/row-names.ts";
import { capital } from "../../words/sentences.ts";
import type { Picture, ShownPacket } from "../../trace/story.ts";
import { alongOf, packetEnds } from "./body.ts";
import type { Rails } from "./body.ts";
import type { Taken } from "./names.ts";
import type { Ends } from "./packet-shapes.ts";
import type { ShownCall } from "./shown-call.ts";

/** Beyond this many packets in view only those of the shown call are named. */
const NAMED_PACKETS = 14;
const SIZE = 12;
/** Lines of packets that come closer than this are one line to the eye: a probe and its answer, an hour on the axis. */
const ONE_LINE = 6;
/** From one height to the next at which a name is tried that found no room at the usual ones. */
const STEP = 9;
/** Space around such a name. */
const CLEAR = 3;

/** "Call packet 74 bytes, 60 µs" beside the line, shorter where that does not fit, else nothing. */
export function namePackets(
  shown: ShownCall,
  frame: AcrossFrame,
  rails: Rails,
  picture: Picture,
  measure: MeasureText,
): Label[] {
  const lines = picture.packets.map((packet) => ({ packet, ends: packetEnds(rails, packet) }));
  const end = alongOf(rails, shown.call.to);
  const columns = [
    ...rails.scale.folds.map(({ at, size }) => ({ from: rails.start + at, to: rails.start + at + size })),
    { from: end - 1, to: end + 1 },
  ].map(columnOf);
  const labels: Label[] = [];
  const middle = (frame.mediumFrom + frame.mediumTo) / 2 + 4;
  const heights = frame.mediumTo - frame.mediumFrom > 60 ? [middle, middle - 17, middle + 19] : [middle];
  const few = picture.packets.length <= NAMED_PACKETS;
  const bounds: Area = { x0: frame.start - 8, x1: frame.start + frame.length + 14, y0: -Infinity, y1: Infinity };
  // Packets that went wrong are named first: the figure is about them.
  const order = lines.filter(({ packet }) => packet.origin !== "other traffic" && (packet.mine || few));
  order.sort((a, b) => Number(b.packet.fate !== "delivered") - Number(a.packet.fate !== "delivered"));
  const place = (candidates: readonly Candidate<Label>[]): boolean => {
    const free = firstFree(candidates, columns, bounds);
    if (free === null) return false;
    labels.push(free.value);
    columns.push(free.area);
    return true;
  };
  const named = new Set<string>();
  for (const own of order) {
    const candidates = packetNames(own, heights, measure).filter(
      ({ area }) => !lines.some((one) => one !== own && meets(area, columnOf(lineAt(one, area.y0, area.y1)))),
    );
    if (place(candidates)) named.add(packetTitle(own.packet));
  }
  // Equal packets without room at all are a row to the eye: one name, where there is room beside any of them.
  const inside = heightsWithin(frame, middle);
  for (const runsOf of [nameOf, shortOf, kindOf]) {
    for (const own of order) {
      const title = packetTitle(own.packet);
      if (named.has(title)) continue;
      if (place(closeNames(own, runsOf(own), lines, inside, measure))) named.add(title);
    }
  }
  return labels;
}

/** Its name alone; its kind, with whether it was sent again; its kind in one word. */
const nameOf = ({ packet }: PacketLine): readonly TextRun[] => packetRuns(packet).slice(-1).flat();
const shortOf = ({ packet: { kind, origin } }: PacketLine): readonly TextRun[] => [
  { text: `${capital(kind)}${origin === "retransmission" ? ", sent again" : ""}`, bold: true },
];
const kindOf = ({ packet }: PacketLine): readonly TextRun[] => [{ text: capital(packet.kind), bold: true }];

/** Heights of a name in the medium, from its middle outwards. */
function heightsWithin({ mediumFrom, mediumTo }: AcrossFrame, middle: number): readonly number[] {
  const heights: number[] = [];
  for (let y = mediumFrom + SIZE + CLEAR; y <= mediumTo - 4 - CLEAR; y += STEP) heights.push(y);
  return heights.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

interface PacketLine {
  readonly packet: ShownPacket;
  readonly ends: Ends;
}

/**
 * The stretch along that the line of a packet takes between two heights, with a little space. A line with an elbow
 * takes its whole length.
 */
function lineAt({ packet, ends: [x0, y0, x1, y1] }: PacketLine, top: number, bottom: number): Taken {
  const at = (y: number): number => x0 + ((x1 - x0) * (y - y0)) / (y1 - y0);
  const ends = packet.delayed > 0 || y0 === y1 ? [x0, x1] : [at(top), at(bottom)];
  return { from: Math.min(...ends) - 8, to: Math.max(...ends) + 8 };
}

/**
 * The column that names of packets keep clear of at any height. It is a little narrower than the stretch, because the
 * breathing space of a label is wide.
 */
const columnOf = ({ from, to }: Taken): Area => ({ x0: from + 2, x1: to - 2, y0: -Infinity, y1: Infinity });

/** The longest name of a packet first, at each height on either side of its line. */
function packetNames(own: PacketLine, heights: readonly number[], measure: MeasureText): readonly Candidate<Label>[] {
  const size = SIZE;
  return packetRuns(own.packet).flatMap((runs) =>
    heights.flatMap((y) => {
      const { from, to } = lineAt(own, y - size, y + 4);
      const sides = [to + 4, from - 4 - runsWidth(runs, size, measure)];
      return (own.packet.fate === "lost" ? sides.toReversed() : sides).map((x) => {
        const value = label(x, y, runs, { size, halo: "paper" });
        return { area: labelArea(value, measure), value };
      });
    }),
  );
}

/** A name close beside the line of a packet, or beside the lines that are one with it. */
function closeNames(
  own: PacketLine,
  runs: readonly TextRun[],
  lines: readonly PacketLine[],
  heights: readonly number[],
  measure: MeasureText,
): readonly Candidate<Label>[] {
  const width = runsWidth(runs, SIZE, measure);
  return heights.flatMap((y) => {
    const mine = lineAt(own, y - SIZE, y + 4);
    const isOne = ({ from, to }: Taken): boolean =>
      Math.abs(from - mine.from) < ONE_LINE && Math.abs(to - mine.to) < ONE_LINE;
    const stretches = lines.map((one) => lineAt(one, y - SIZE, y + 4));
    const bundle = stretches.filter(isOne);
    const others = stretches.filter((one) => !isOne(one)).map(columnOf);
    const [from, to] = [Math.min(...bundle.map((one) => one.from)), Math.max(...bundle.map((one) => one.to))];
    return [to, from - width].flatMap((x) => {
      const area = { x0: x - CLEAR, x1: x + width + CLEAR, y0: y - SIZE, y1: y + 4 };
      if (others.some((one) => meets(area, one))) return [];
      return [{ area, value: label(x, y, runs, { size: SIZE, halo: "paper" }) }];
    });
  });
}
