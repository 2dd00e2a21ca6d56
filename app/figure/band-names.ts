/** The names of bands of packets and of single packets, and their places beside or in them. */
import { IPV4_AT, PROTOCOL_TCP } from "../../engine/wire/ipv4.ts";
import { ETHERNET_BYTES } from "../../engine/wire/ethernet.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { durationText } from "../words/times.ts";
import { grouped } from "../words/numbers.ts";
import { runsWidth } from "../draw/text-width.ts";
import { packetRemark } from "../trace/row-names.ts";
import { capital } from "../words/sentences.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import type { Row } from "./rows.ts";
import { seatName } from "./arrange-many.ts";
import { countOf } from "./groups.ts";
import type { Group } from "./groups.ts";
import type { PlacedBand } from "./packets.ts";
import type { Rails } from "./rails.ts";
import type { Space } from "./space.ts";
import { BESIDE, edgesAt, gapsOf, spotsAcross } from "./spots.ts";
import { isQuiet } from "./traffic.ts";
import type { Manner, PacketStream } from "./traffic.ts";
import { numberAt, sumAt, timeAt } from "../../engine/kernel/reads.ts";

const SIZE = 12;
const LINE = 13.5;
/** So many are named at most; beyond this many in view single packets that arrive as they should are not. */
const MOST_NAMED = 70;
const MOST_TRIED = 160;
const MOST_SINGLE = 14;
const MOST_QUIET = 6;

const REMARKS: Readonly<Record<Manner, string>> = {
  plain: "",
  lost: packetRemark("lost", "first", 0),
  ignored: packetRemark("ignored", "first", 0),
  again: packetRemark("delivered", "retransmission", 0),
  copied: packetRemark("delivered", "duplicate", 0),
  late: "delayed",
  other: "",
};

/** TCP's packets are segments. */
function unitOf({ trace }: Rails, { stream, first }: Group<PacketStream>): string {
  const { packets, frames } = trace;
  const row = numberAt(stream.rows, first);
  const protocol = frames[numberAt(packets.frameAt, row) + ETHERNET_BYTES + IPV4_AT.protocol];
  return numberAt(packets.frameLength, row) > 0 && protocol === PROTOCOL_TCP ? "segment" : "packet";
}

/**
 * The names of a group from the fullest to the shortest, each in parts that may stand on lines of their own. `wanted`
 * asks for any of them, only for those with a target, or only for those with target and number.
 */
function wordsOf(
  rails: Rails,
  group: Group<PacketStream>,
  wanted: "full" | "long" | "any",
): readonly (readonly TextRun[])[] {
  const { stream, first, last } = group;
  const count = countOf(group);
  const held = count === 1 ? timeAt(rails.trace.packets.delayed, numberAt(stream.rows, first)) : 0;
  const remark = held > 0 ? packetRemark("delivered", "first", held) : REMARKS[stream.manner];
  const target = seatName(rails.frame.arrangement, stream.target);
  const ink = stream.manner === "lost" ? ({ ink: "lost" } as const) : {};
  const name = (text: string): TextRun => ({ text: remark === "" ? text : `${text}, ${remark}`, bold: true, ...ink });
  const [long, short] = [name(`${capital(stream.kind)} to ${target}`), name(capital(stream.kind))];
  const bytes = sumAt(stream.bytes, last + 1) - sumAt(stream.bytes, first);
  const size: TextRun = { text: `${grouped(bytes, 0)} bytes`, ink: "ink-2" };
  if (count === 1) {
    const wire = durationText(timeAt(stream.ends, first) - timeAt(stream.starts, first) - held);
    const full = [
      [long, { ...size, text: `${size.text}, ${wire}` }],
      [long, size],
    ];
    return wanted === "full" ? full : wanted === "long" ? [...full, [long]] : [...full, [long], [short]];
  }
  const many: TextRun = { text: `${grouped(count, 0)} ${unitOf(rails, group)}s`, ink: "ink-2" };
  const full = [
    [long, { ...many, text: `${many.text}, ${size.text}` }],
    [long, many],
  ];
  return wanted === "full" ? full : wanted === "long" ? [...full, [long]] : [...full, [short, many], [long], [short]];
}

/** Names those bands that are asked for, the largest first. */
export function bandNames(drawn: Drawn, space: Space, isAsked: (band: PlacedBand) => boolean): readonly Label[] {
  const { rails, bands } = drawn;
  const quiet = bands.filter(({ group }) => isQuiet(group.stream));
  const singles = bands.filter(({ group }) => countOf(group) === 1).length;
  const asked = bands.flatMap((band, place) => {
    const { stream } = band.group;
    const many = isQuiet(stream) ? quiet.length > MOST_QUIET : countOf(band.group) === 1 && singles > MOST_SINGLE;
    const away = band.last[2] < rails.start || band.first[0] > rails.start + rails.scale.length;
    return !stream.mine || (many && stream.manner === "plain") || away || !isAsked(band) ? [] : [{ band, place }];
  });
  asked.sort((a, b) => weightOf(b.band) - weightOf(a.band) || a.place - b.place);
  const names: Label[] = [];
  let named = 0;
  const said = new Set<string>();
  for (const { band, place } of asked.slice(0, MOST_TRIED)) {
    const set = placed(drawn, space, band, place, said);
    names.push(...set);
    if (set.length > 0 && ++named === MOST_NAMED) break;
  }
  return names;
}

const weightOf = ({ group, first, last }: PlacedBand): number =>
  (isQuiet(group.stream) ? 1e-6 : 1) * (last[0] - first[0] + 1) * countOf(group);

/** @param said names without a number that stand already: once for each two machines is enough */
function placed(drawn: Drawn, space: Space, band: PlacedBand, place: number, said: Set<string>): readonly Label[] {
  const { rails, measure } = drawn;
  const { source, target } = band.group.stream;
  const keyOf = ([name]: readonly TextRun[]): string => `${source} ${target} ${name?.text}`;
  const within = withinOf(rails);
  // Among close rows a name stands over several rows. Then only some bands are named, and by whole names.
  const { pitch } = rails.frame;
  const close = pitch < FLOATING_BELOW;
  for (const runs of wordsOf(rails, band.group, close ? "full" : pitch < SHORT_FROM ? "long" : "any")) {
    if (runs.length === 1 && said.has(keyOf(runs))) continue;
    const spots = rails.frame.down ? spotsDown(drawn, band, runs) : spotsAcross(drawn, band, runs);
    for (const lines of spots) {
      if (!space.set(lines, within, measure, place, close ? SPARE : 0)) continue;
      said.add(keyOf(runs));
      return lines;
    }
  }
  return [];
}

const FLOATING_BELOW = 16;
/** With closer rows it could not be seen where a short name belongs. */
const SHORT_FROM = 34;
const SPARE = 14;

function* spotsDown(
  { rails, measure }: Drawn,
  band: PlacedBand,
  runs: readonly TextRun[],
): Generator<readonly Label[]> {
  const { frame } = rails;
  const { source, target } = band.group.stream;
  const parts = runs.flatMap(({ text, ...rest }) => text.split(", ").map((part): TextRun => ({ text: part, ...rest })));
  const width = Math.max(...parts.map((part) => runsWidth([part], SIZE, measure)));
  const height = parts.length * LINE;
  const set = (x: number, middle: number, anchor: Label["anchor"]): readonly Label[] =>
    parts.map((part, i) => {
      const y = middle - height / 2 + (i + 1) * LINE - 3.5;
      return label(x, y, [part], { size: SIZE, anchor, halo: "paper" });
    });
  const rowOf = (seat: number): number => frame.rowOf[seat] ?? 0; // packets of other hosts have no row
  const rightward = rowOf(target) > rowOf(source);
  const anchor = rightward ? "start" : "end";
  const beside = rightward ? BESIDE - 2 : 2 - BESIDE;
  for (const [from, to] of gapsOf(rails, band.group.stream)) {
    const [top, bottom] = edgesAt(band, (from + to) / 2);
    const [low, high] = [Math.max(top, rails.start), Math.min(bottom, rails.start + rails.scale.length)];
    const middle = (low + high) / 2;
    if (to - from >= width + 4 && high - low >= height + 4) yield set((from + to) / 2, middle, "middle");
    yield set(
      (rightward ? to : from) + beside + (rightward ? rowSize(frame.rows, to) : -rowSize(frame.rows, from)),
      middle,
      anchor,
    );
    const start = rightward ? from + 3 : to - 3;
    yield set(start, Math.max(bottom, edgesAt(band, rightward ? to : from)[1]) + 4 + height / 2, anchor);
    yield set(start, Math.min(top, edgesAt(band, rightward ? to : from)[0]) - 4 - height / 2, anchor);
  }
}

/** The size of the row that begins or ends at a place across; 0 where none does. */
const rowSize = (rows: readonly Row[], edge: number): number => {
  const row = rows.find(({ from, to }) => from === edge || to === edge);
  return row === undefined ? 0 : row.to - row.from;
};
