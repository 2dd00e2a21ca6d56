/** Names of packets and of bands of them, beside their lines. Packets that went wrong have theirs first. */
import { itemAt, lastItem, numberAt } from "../../engine/kernel/reads.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { countOf } from "./groups.ts";
import { MOST_SINGLE, OF_HELD } from "./ink.ts";
import type { Ends } from "./packet-shapes.ts";
import { packetWords } from "./packet-words.ts";
import type { PacketWords } from "./packet-words.ts";
import { piecesOf } from "./packets.ts";
import type { PlacedBand } from "./packets.ts";
import { columnSize, longestOf, NAME_LINE, NAME_SIZE } from "./placer.ts";
import type { Placement, Placer } from "./placer.ts";
import type { Owner } from "./space.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import type { Rails } from "./rails.ts";
import type { Row } from "./frame.ts";
import { isPlain, isQuiet } from "./traffic.ts";
import type { PacketStream } from "./traffic.ts";

/** So many are named at most. */
const MOST_NAMED = 70;
const MOST_TRIED = 160;
const MOST_QUIET = 6;

/** A band that asks for a name. */
interface Asked {
  readonly band: PlacedBand;
  /** Its number among all in view. */
  readonly place: number;
  readonly words: PacketWords;
}

/** Names bands of packets, the largest first. @param plain those that simply arrive, or the others */
export function placePackets(drawn: Drawn, placer: Placer, plain: boolean): void {
  const { rails } = drawn;
  const isWired = rails.frame.wire !== null;
  const asked = askedOf(drawn, plain)
    .slice(0, MOST_TRIED)
    .map((one): Asked => ({ ...one, words: packetWords(rails, one.band.group) }));
  const said = new Set<string>();
  let named = 0;
  for (const one of asked) {
    const { words, band } = one;
    if (isWired && isBundled(drawn, band)) continue;
    // Between two machines every packet that has room is named, among many each kind once for each link.
    const link = isWired ? "" : `${band.group.stream.source} ${band.group.stream.target} `;
    const bare = bareOf(rails, words).filter(
      (runs) => isWired || runs.length > 1 || !said.has(link + itemAt(runs, 0, "run").text),
    );
    const set = [...words.full, ...bare].find((runs) => placeOne(drawn, placer, one, runs));
    if (set === undefined) continue;
    said.add(isWired ? words.title : link + itemAt(set, 0, "run").text);
    if (++named === MOST_NAMED) return;
  }
  if (isWired) placeRest(drawn, placer, asked, said);
}

/** Equal packets without room for more are a row to the eye: one name, where there is room beside any of them. */
function placeRest(drawn: Drawn, placer: Placer, asked: readonly Asked[], said: Set<string>): void {
  for (const form of ["long", "short", "again", "kind"] as const) {
    for (const one of asked) {
      const { title, [form]: runs } = one.words;
      if (!said.has(title) && placeOne(drawn, placer, one, runs)) said.add(title);
    }
  }
}

/** With closer rows it could not be seen where a short name belongs. */
const SHORT_FROM = 34;
/** Among rows as close as these a name stands over several of them. Then only some are named, and by whole names. */
const FLOATING_BELOW = 16;
const SPARE = 14;

const bareOf = (
  { frame: { wire, pitch } }: Rails,
  { counted, long, short }: PacketWords,
): readonly (readonly TextRun[])[] =>
  wire !== null ? [long] : pitch < FLOATING_BELOW ? [] : pitch < SHORT_FROM ? [long] : [...counted, long, short];

function placeOne({ rails }: Drawn, placer: Placer, { band, place }: Asked, runs: readonly TextRun[]): boolean {
  const spare = rails.frame.pitch < FLOATING_BELOW ? SPARE : 0;
  const owner = new Set([place, OF_HELD]);
  return placer.place(spotsOf(rails, band, runs, placer, owner), { within: withinOf(rails), owner, spare });
}

/** The bands that have names where they have room: those of the shown call first, then those of most packets. */
function askedOf({ rails, bands }: Drawn, plain: boolean): readonly Omit<Asked, "words">[] {
  const isWired = rails.frame.wire !== null;
  const quiet = bands.filter(({ group }) => isQuiet(group.stream)).length;
  const singles = bands.filter(({ group }) => countOf(group) === 1).length;
  const asked = bands.flatMap((band, place): Omit<Asked, "words">[] => {
    const { group, first, last } = band;
    const { stream } = group;
    const away = last[2] < rails.start || first[0] > rails.start + rails.scale.length;
    if (away || stream.manner === "other" || isPlain(stream) !== plain) return [];
    if (isWired) return stream.mine || bands.length <= MOST_SINGLE ? [{ band, place }] : [];
    const many = isQuiet(stream) ? quiet > MOST_QUIET : countOf(group) === 1 && singles > MOST_SINGLE;
    return !stream.mine || (many && stream.manner === "plain") ? [] : [{ band, place }];
  });
  const rankOf = ({ band: { group } }: Omit<Asked, "words">): number => Number(group.stream.mine);
  return asked.sort(
    (a, b) => rankOf(b) - rankOf(a) || (isWired ? 0 : weightOf(b.band) - weightOf(a.band)) || a.place - b.place,
  );
}

const weightOf = ({ group, first, last }: PlacedBand): number =>
  (isQuiet(group.stream) ? 1e-6 : 1) * (last[0] - first[0] + 1) * countOf(group);

/** Lines of packets that come closer than this are one line to the eye: a probe and its answer, an hour on the axis. */
const ONE_LINE = 6;

/** Whether another packet goes where this one does. */
const isBundled = ({ bands }: Drawn, { first }: PlacedBand): boolean =>
  bands.some((other) => {
    const [from, , to] = other.first;
    if (other.first === first || other.group.stream.manner === "other") return false;
    return Math.abs((from + to) / 2 - (first[0] + first[2]) / 2) < ONE_LINE;
  });

/** A text as a block of lines. */
interface Block {
  readonly lines: readonly (readonly TextRun[])[];
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

const blockOf = (lines: Block["lines"], size: number, placer: Placer): Block => ({
  ...{ lines, size, height: lines.length * NAME_LINE },
  width: Math.max(...lines.map((runs) => placer.widthOf(runs, size))),
});

/** Where time runs down among many machines a text is broken at its commas. */
function blockFor({ frame }: Rails, runs: readonly TextRun[], placer: Placer): Block {
  if (!frame.down) return blockOf([runs], NAME_SIZE, placer);
  if (frame.wire !== null) return blockOf([runs], columnSize(frame), placer);
  const parts = runs.flatMap(({ text, ...look }) => text.split(", ").map((part) => [{ text: part, ...look }]));
  return blockOf(parts, NAME_SIZE, placer);
}

/** A block at a place: `x` by its anchor, `y` its middle. */
const set = ({ lines, size, height }: Block, x: number, y: number, anchor: Label["anchor"]): Placement => [
  {
    lines: lines.map((runs, i) =>
      label(x, y - height / 2 + (i + 1) * NAME_LINE - 2.75, runs, { size, anchor, halo: "paper" }),
    ),
  },
];

/** From a line to the name beside it, along; less, but in a wire alone, where others have no room. */
const BESIDE = 8;
const CLOSE = 4;
const BESIDE_CABLE = 16;
const INSIDE = 7;
const AWAYS_DOWN = [CLOSE, 6, 1];

/** Places in each gap that packets cross: within a band that is wide enough, after the line, before it. */
function* spotsOf(
  rails: Rails,
  band: PlacedBand,
  runs: readonly TextRun[],
  placer: Placer,
  owner: Owner,
): Generator<Placement> {
  const { down, wire } = rails.frame;
  const block = blockFor(rails, runs, placer);
  const [long, wide] = down ? [block.height, block.width] : [block.width, block.height];
  const aways = down ? AWAYS_DOWN : wire === null ? [BESIDE, BESIDE_CABLE] : [BESIDE, CLOSE, BESIDE_CABLE];
  const inside = down ? 2 : INSIDE;
  const [elbowFrom, elbowTo] = elbowOf(rails, band);
  for (const [i, gap] of gapsOf(rails, band.group.stream).entries()) {
    for (const { across, anchor } of placesAcross(rails, band, gap)) {
      const at = (begins: number): Placement =>
        down ? set(block, across, begins + long / 2, anchor) : set(block, begins, across, anchor);
      // A slanted line takes more along than it has at one place across.
      const [low, high] = down ? spanAcross(across, anchor, wide) : [across - HALF_LINE, across + HALF_LINE];
      const [one, other] = [edgesAt(band, low), edgesAt(band, high)];
      const [first, last] = [Math.min(one[0], other[0], elbowFrom), Math.max(one[1], other[1], elbowTo)];
      // Down the page a name stands within a band, but never on a line.
      const from = Math.max(down ? Math.max(one[0], other[0]) : first, rails.start);
      const to = Math.min(down ? Math.min(one[1], other[1]) : last, rails.start + rails.scale.length);
      const centre = (from + to - long) / 2;
      const isWide = to - from >= long + 2 * inside && (!down || gap.to - gap.from >= wide + 4);
      if (isWide) yield at(centre);
      if (isWide && !down) {
        const free = longestOf(placer.freeAlong({ x0: from, x1: to, y0: low, y1: high }, owner));
        yield at((free.from + free.to - long) / 2);
      }
      if (i === 0 && down && wire === null) yield set(block, beyond(rails, gap, anchor), centre + long / 2, anchor);
      for (const away of aways) {
        const sides = [last + away, first - away - long];
        for (const begins of band.group.stream.manner === "lost" ? sides.toReversed() : sides) yield at(begins);
      }
    }
  }
}

/** Lines take space in pieces, which reach so far beyond the type. */
const PIECES = 12;

const spanAcross = (at: number, anchor: Label["anchor"], size: number): readonly [number, number] =>
  anchor === "start" ? [at - PIECES, at + size + PIECES] : [at - size - PIECES, at + PIECES];

const HALF_LINE = 6; // of a line of type, down the page
const LINES_APART = 14;

/** A place for a name across, by its anchor. */
interface PlaceAcross {
  readonly across: number;
  readonly anchor: Label["anchor"];
}

/**
 * Where time runs to the right, the heights at which lines of type may stand in a gap, its middle first. In a gap too
 * low for a line the line covers its neighbours. Where time runs down, the side that the packet leaves.
 */
function placesAcross({ frame }: Rails, { first }: PlacedBand, { from, to }: Stretch): readonly PlaceAcross[] {
  const middle = (from + to) / 2;
  if (!frame.down) {
    const rows = Math.max(0, Math.floor((to - from) / 2 / LINES_APART - 0.5));
    const steps = Array.from({ length: rows }, (_, i) => [-(i + 1) * LINES_APART, (i + 1) * LINES_APART]).flat();
    return [0, ...steps].map((by) => ({ across: middle + by, anchor: "start" }));
  }
  const inset = frame.wire === null ? 3 : WIRE_INSET;
  const isRightward = first[1] === first[3] ? first[1] <= middle : first[1] < first[3];
  return [isRightward ? { across: from + inset, anchor: "start" } : { across: to - inset, anchor: "end" }];
}

const WIRE_INSET = 14;

/** Among columns a name may stand beyond that to which its packets go, where none of them passes. */
function beyond({ frame }: Rails, { from, to }: Stretch, anchor: Label["anchor"]): number {
  const [edge, way] = anchor === "start" ? [to, 1] : [from, -1];
  const row = frame.rows.find((one) => one.from === edge || one.to === edge);
  return edge + way * (BESIDE - 2 + (row === undefined ? 0 : row.to - row.from));
}

/** The bare stretches between bands next to where the packets arrive and where they leave, the middle of them first. */
function gapsOf({ frame }: Rails, stream: PacketStream): readonly Stretch[] {
  if (frame.wire !== null) return [frame.wire];
  const { source, target, manner } = stream;
  const { losses } = frame;
  if (manner === "lost" && losses !== null && (source === 0 || target === 0)) return [losses];
  const [from, to] = [numberAt(frame.rowOf, source), numberAt(frame.rowOf, target)];
  const way = Math.sign(to - from);
  const row = (number: number): Row => itemAt(frame.rows, number, "row");
  const gap = (a: Row, b: Row): Stretch => (way > 0 ? { from: a.to, to: b.from } : { from: b.to, to: a.from });
  const gaps = [gap(row(to - way), row(to))];
  if (to - from !== way) gaps.push(gap(row(from), row(from + way)));
  return gaps;
}

/** The stretch along of a packet that was held up, which is in its name's way at every place across. */
function elbowOf(rails: Rails, band: PlacedBand): readonly [number, number] {
  const pieces = piecesOf(rails, band);
  return pieces.length === 1
    ? [Infinity, -Infinity]
    : [itemAt(pieces, 0, "piece")[0][2], lastItem(pieces, "piece")[0][0]];
}

/** The beginning and the end of a band along, at a place across. */
function edgesAt({ first, last }: PlacedBand, across: number): readonly [number, number] {
  if (first[1] === first[3]) return [first[0], last[2]]; // there and back
  const share = (across - first[1]) / (first[3] - first[1] || 1);
  const at = ([from, , to]: Ends): number => from + (to - from) * share;
  return [at(first), at(last)];
}
