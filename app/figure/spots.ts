/** Places for the names of packets where time runs to the right: beside their lines, at heights between the rows. */
import { itemAt, lastItem, numberAt } from "../../engine/kernel/reads.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { runsWidth } from "../draw/text-width.ts";
import type { Ends } from "./packet-shapes.ts";
import { piecesOf } from "./packets.ts";
import type { PlacedBand } from "./packets.ts";
import type { Drawn } from "./drawn.ts";
import type { Rails } from "./rails.ts";
import type { Row } from "./rows.ts";
import type { PacketStream } from "./traffic.ts";

const SIZE = 12;

/** The bare stretches between bands next to where the packets arrive and where they leave, the middle of them first. */
export function gapsOf({ frame }: Rails, stream: PacketStream): readonly (readonly [number, number])[] {
  if (frame.wire !== null) return [[frame.wire.from, frame.wire.to]];
  const { source, target, manner } = stream;
  const { losses } = frame;
  if (manner === "lost" && losses !== null && (source === 0 || target === 0)) return [[losses.from, losses.to]];
  const [from, to] = [numberAt(frame.rowOf, source), numberAt(frame.rowOf, target)];
  const way = Math.sign(to - from);
  const row = (number: number): Row => itemAt(frame.rows, number, "row");
  const gap = (a: Row, b: Row): readonly [number, number] => (way > 0 ? [a.to, b.from] : [b.to, a.from]);
  const gaps = [gap(row(to - way), row(to))];
  if (to - from !== way) gaps.push(gap(row(from), row(from + way)));
  return gaps;
}

export const BESIDE = 8;
const BESIDE_CABLE = 16;
const CLOSE = 4; // beside a line that has others near by
const INSIDE = 7;
const ROOM_FOR_LINE = 14;
const HALF = 6; // of a line of type, down the page

export function* spotsAcross(
  { rails, measure }: Drawn,
  band: PlacedBand,
  runs: readonly TextRun[],
): Generator<readonly Label[]> {
  const width = runsWidth(runs, SIZE, measure);
  const set = (x: number, y: number): readonly Label[] => [label(x, y + 4, runs, { size: SIZE, halo: "paper" })];
  const [from, to] = elbowOf(rails, band);
  for (const y of gapsOf(rails, band.group.stream).flatMap(heightsOf)) {
    // A slanted line takes more along than it has at one height.
    const [above, below] = [edgesAt(band, y - HALF), edgesAt(band, y + HALF)];
    const [left, right] = [Math.min(above[0], below[0], from), Math.max(above[1], below[1], to)];
    const [low, high] = [Math.max(left, rails.start), Math.min(right, rails.start + rails.scale.length)];
    if (high - low >= width + 2 * INSIDE) yield set((low + high - width) / 2, y);
    for (const away of rails.frame.wire === null ? [BESIDE, BESIDE_CABLE] : [BESIDE, CLOSE, BESIDE_CABLE]) {
      const sides = [right + away, left - away - width];
      for (const x of band.group.stream.manner === "lost" ? sides.toReversed() : sides) yield set(x, y);
    }
  }
}

/**
 * The heights at which lines of type may stand in a gap. In a gap too low for a line it is the middle, and the line
 * covers its neighbours.
 */
function heightsOf([from, to]: readonly [number, number]): readonly number[] {
  const middle = (from + to) / 2;
  const rows = Math.floor((to - from) / 2 / ROOM_FOR_LINE - 0.5);
  const heights = [middle];
  for (let i = 1; i <= rows; i++) heights.push(middle - i * ROOM_FOR_LINE, middle + i * ROOM_FOR_LINE);
  return heights;
}

/** The stretch along of a packet that was held up, which is in its name's way at every height. */
function elbowOf(rails: Rails, band: PlacedBand): readonly [number, number] {
  const pieces = piecesOf(rails, band);
  return pieces.length === 1
    ? [Infinity, -Infinity]
    : [itemAt(pieces, 0, "piece")[0][2], lastItem(pieces, "piece")[0][0]];
}

/** The beginning and the end of a band along, at a place across. */
export function edgesAt({ first, last }: PlacedBand, across: number): readonly [number, number] {
  if (first[1] === first[3]) return [first[0], last[2]]; // there and back
  const share = (across - first[1]) / (first[3] - first[1] || 1);
  const at = ([from, , to]: Ends): number => from + (to - from) * share;
  return [at(first), at(last)];
}
