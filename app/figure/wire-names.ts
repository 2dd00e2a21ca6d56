/** Names of packets between two machines: of each where it has room, and at least one for equal packets. */
import { numberAt, sumAt } from "../../engine/kernel/reads.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { packetRuns, packetTitle } from "../trace/row-names.ts";
import { shownPacket } from "../trace/story.ts";
import type { ShownPacket } from "../trace/story.ts";
import { counted, grouped } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";
import { countOf } from "./groups.ts";
import { MOST_SINGLE, takePackets } from "./names.ts";
import type { PlacedBand } from "./packets.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import type { Space } from "./space.ts";
import { isPlain } from "./traffic.ts";

interface Asked {
  readonly band: PlacedBand;
  /** Its number among all in view. */
  readonly place: number;
  readonly packet: ShownPacket;
}

/** The places of a name beside its packet, the best first. */
type SpotsOf = (drawn: Drawn, band: PlacedBand, runs: readonly TextRun[]) => Iterable<readonly Label[]>;

/** Packets that went wrong first. */
export function wireNames(drawn: Drawn, space: Space, spotsOf: SpotsOf): readonly Label[] {
  takePackets(drawn, space, true);
  const fated = namesOfSome(drawn, space, spotsOf, (band) => !isPlain(band.group.stream));
  if (!drawn.fine) return fated;
  return [...fated, ...namesOfSome(drawn, space, spotsOf, (band) => isPlain(band.group.stream))];
}

/** @param isAsked which of those in view */
function namesOfSome(
  drawn: Drawn,
  space: Space,
  spotsOf: SpotsOf,
  isAsked: (band: PlacedBand) => boolean,
): readonly Label[] {
  const { rails, bands, measure } = drawn;
  const few = bands.length <= MOST_SINGLE;
  const asked = bands.flatMap((band, place): Asked[] => {
    const { stream, first } = band.group;
    const away = band.last[2] < rails.start || band.first[0] > rails.start + rails.scale.length;
    if (away || stream.manner === "other" || !(stream.mine || few) || !isAsked(band)) return [];
    return [
      { band, place, packet: shownPacket(rails.trace, rails.shown.plan, numberAt(stream.rows, first), stream.mine) },
    ];
  });
  asked.sort((a, b) => Number(b.packet.mine) - Number(a.packet.mine) || a.place - b.place);
  const names: Label[] = [];
  const said = new Set<string>();
  const set = ({ band, place, packet }: Asked, runs: readonly TextRun[]): boolean => {
    for (const lines of spotsOf(drawn, band, runs)) {
      if (!space.set(lines, withinOf(rails), measure, place)) continue;
      names.push(...lines);
      said.add(packetTitle(packet));
      return true;
    }
    return false;
  };
  for (const one of asked) {
    const { group } = one.band;
    const words = countOf(group) > 1 ? wordsOfBand(one.band, one.packet) : packetRuns(one.packet);
    if (!isBundled(drawn, one.band)) words.some((runs) => set(one, runs));
  }
  // Equal packets without room for more are a row to the eye: one name, where there is room beside any of them.
  for (const runsOf of [nameOf, shortOf, kindOf]) {
    for (const one of asked) if (!said.has(packetTitle(one.packet))) set(one, runsOf(one.packet));
  }
  return names;
}

/** "Call packet 12 packets, 900 bytes" of packets that go so close together that they are one band. */
function wordsOfBand(
  { group: { stream, first, last } }: PlacedBand,
  packet: ShownPacket,
): readonly (readonly TextRun[])[] {
  const name = nameOf(packet);
  const many = counted(last - first + 1, "packet");
  const bytes = grouped(sumAt(stream.bytes, last + 1) - sumAt(stream.bytes, first), 0);
  return [[...name, { text: `${many}, ${bytes} bytes`, ink: "ink-2" }], [...name, { text: many, ink: "ink-2" }], name];
}

/** Its name alone; its kind, with whether it was sent again; its kind in one word. */
const nameOf = (packet: ShownPacket): readonly TextRun[] => packetRuns(packet).slice(-1).flat();
const shortOf = ({ kind, origin }: ShownPacket): readonly TextRun[] => [
  { text: `${capital(kind)}${origin === "retransmission" ? ", sent again" : ""}`, bold: true },
];
const kindOf = ({ kind }: ShownPacket): readonly TextRun[] => [{ text: capital(kind), bold: true }];

/** Lines of packets that come closer than this are one line to the eye: a probe and its answer, an hour on the axis. */
const ONE_LINE = 6;

/** Whether another packet goes where this one does. */
const isBundled = ({ bands }: Drawn, { first }: PlacedBand): boolean =>
  bands.some((other) => {
    const [from, , to] = other.first;
    if (other.first === first || other.group.stream.manner === "other") return false;
    return Math.abs((from + to) / 2 - (first[0] + first[2]) / 2) < ONE_LINE;
  });
