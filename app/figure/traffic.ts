/**
 * The streams of a call, found once: packets of one kind from one machine to another, work of one kind on one track,
 * each in order of time. So at any scale a figure looks only at rows that a reader can tell apart.
 */
import { refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Layer, TraceData } from "../../engine/kernel/trace-data.ts";
import { roleOfKind } from "../trace/row-names.ts";
import { pathOf } from "../trace/path.ts";
import { analysis } from "../trace/analysis.ts";
import { isMany, machineNumbers } from "../trace/lanes.ts";
import { rungOf } from "../trace/told-rung.ts";
import { indexTrace } from "../trace/trace-index.ts";
import { everybody, isTold } from "./arrange.ts";
import type { Arrangement } from "./arrange.ts";
import { Gaps } from "./gaps.ts";
import { codeAt, entryOf, itemAt, numberAt, sumAt, timeAt } from "../../engine/kernel/reads.ts";

/** Rows in order of time; what follows on another without a gap is told apart by `gaps`. */
export interface Stream {
  readonly rows: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** latest[i] = the greatest end among the first i + 1. */
  readonly latest: Float64Array;
  readonly gaps: Gaps;
  /** When the first begins and the last has ended. */
  readonly from: number;
  readonly to: number;
  /** Whether the shown call is served. */
  readonly mine: boolean;
}

/** Packets that simply arrive are plain; the others differ from them in one of these ways. */
const MANNERS = ["plain", "lost", "ignored", "again", "copied", "late", "other"] as const;
type Manner = (typeof MANNERS)[number];

export interface PacketStream extends Stream {
  /** Seats of the arrangement. */
  readonly source: number;
  readonly target: number;
  /** The lanes of the controllers that its first packet goes between; -1 for none. */
  readonly fromLane: number;
  readonly toLane: number;
  readonly kind: string;
  readonly manner: Manner;
  /** bytes[i] = sum of the first i. */
  readonly bytes: Float64Array;
}

export interface WorkStream extends Stream {
  readonly lane: number;
  readonly layer: Layer;
}

export interface Traffic {
  /** Packets that simply arrive, and all others. What recedes stands before what is drawn over it. */
  readonly plain: readonly PacketStream[];
  readonly fated: readonly PacketStream[];
  readonly work: readonly WorkStream[];
  /** Rows of the packets on the critical path, in order of time. */
  readonly onPath: Int32Array;
  /** Machine of each track; -1 for a medium. */
  readonly machineOf: Int32Array;
  /** The seat to which each track's packets go; -1 for none. A packet to the medium itself goes to everybody. */
  readonly seatTo: Int32Array;
  /** Machine of each lane. */
  readonly machineOfLane: Int32Array;
}

/** Acknowledgements carry nothing: they recede, and are named last. */
export const isQuiet = ({ kind }: PacketStream): boolean => roleOfKind(kind) === "acknowledgement";

export const isPlain = ({ manner }: PacketStream): boolean => manner === "plain" || manner === "other";

const rankOf = (stream: PacketStream): number => (stream.mine ? 2 : 0) + (isQuiet(stream) ? 0 : 1);
const byRank = (a: PacketStream, b: PacketStream): number => rankOf(a) - rankOf(b);

/** The order in which work is drawn: the later over the earlier. */
const LAYERS: readonly Layer[] = ["other", "wire", "hardware", "kernel", "rpc"];
const orderOf = ({ mine, layer }: WorkStream): number => (mine ? LAYERS.length : 0) + LAYERS.indexOf(layer);
const byLayer = (a: WorkStream, b: WorkStream): number => orderOf(a) - orderOf(b);

/**
 * The streams of a call: packets between the seats of an arrangement, and work of the machines whose story a row tells.
 */
export const trafficOf = analysis((arrangement: Arrangement): Traffic => {
  const { trace, call, plan } = arrangement;
  const path = pathOf(trace, call);
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const machineOf = machineNumbers(trace, plan.machines);
  const seatTo = machineOf.map((machine) =>
    machine < 0 ? everybody(arrangement) : numberAt(arrangement.seatOf, machine),
  );
  const packets = packetStreams(arrangement, machineOf, seatTo);
  const work = workStreams(arrangement, machineOf);
  return {
    plain: packets.filter(isPlain),
    fated: packets.filter((stream) => !isPlain(stream)),
    work: work.toSorted(byLayer),
    onPath: Int32Array.from(
      path.filter(({ ref, part }) => part === "work" && refTable(ref) === "packet"),
      ({ ref }) => refRow(ref),
    ),
    machineOf,
    seatTo,
    machineOfLane: Int32Array.from(plan.lanes, ({ machine }) => entryOf(numbers, machine, "machine")),
  };
});

/** @param gap the time before a row by which it is told apart from the one before it */
function streamOf(
  rows: Int32Array,
  starts: Float64Array,
  ends: Float64Array,
  mine: boolean,
  gap: (start: number, startBefore: number, latest: number) => number,
): Stream {
  const count = rows.length;
  const [from, to, latest] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const gaps = new Float64Array(count);
  let far = -Infinity;
  for (let i = 0; i < count; i++) {
    const row = numberAt(rows, i);
    const start = (from[i] = timeAt(starts, row));
    const end = (to[i] = timeAt(ends, row));
    gaps[i] = i === 0 ? Infinity : gap(start, timeAt(from, i - 1), far);
    latest[i] = far = Math.max(far, end);
  }
  return { rows, starts: from, ends: to, latest, gaps: new Gaps(gaps), from: timeAt(from, 0), to: far, mine };
}

/** Puts a row to those of its number, which stay in the order in which they were put there. */
function put(lists: Map<number, number[]>, number: number, row: number): void {
  const list = lists.get(number);
  if (list === undefined) lists.set(number, [row]);
  else list.push(row);
}

function packetStreams(arrangement: Arrangement, machineOf: Int32Array, seatTo: Int32Array): readonly PacketStream[] {
  const { trace, call, plan, seatOf } = arrangement;
  const { packets, packetKinds } = trace;
  // Around one medium the packets of other hosts are seen, too: they have the seat after everybody's.
  const elsewhere = isMany(plan) ? -1 : everybody(arrangement) + 1;
  const seats = everybody(arrangement) + 2;
  const seatAt = (track: number): number => seatOf[numberAt(machineOf, track)] ?? elsewhere;
  const laneAt = (track: number): number => numberAt(plan.laneOf, track);
  const kinds = packetKinds.length;
  const lists = new Map<number, number[]>();
  for (const row of indexTrace(trace).packets.rows) {
    const source = seatAt(numberAt(packets.from, row));
    const target = seatTo[numberAt(packets.to, row)] ?? elsewhere;
    if (source < 0 || target < 0) continue;
    const link = source * seats + target;
    const mine = packets.call[row] === call ? 1 : 0;
    put(lists, ((link * kinds + numberAt(packets.kind, row)) * MANNERS.length + mannerOf(trace, row)) * 2 + mine, row);
  }
  const streams: PacketStream[] = [];
  for (const [key, list] of lists) {
    const rows = Int32Array.from(list);
    const first = numberAt(rows, 0);
    const bytes = new Float64Array(rows.length + 1);
    for (const [i, row] of rows.entries()) bytes[i + 1] = sumAt(bytes, i) + numberAt(packets.bytes, row);
    const stream = streamOf(rows, packets.departs, packets.arrives, key % 2 === 1, (start, before) => start - before);
    streams.push({
      ...stream,
      bytes,
      source: seatAt(numberAt(packets.from, first)),
      target: seatTo[numberAt(packets.to, first)] ?? elsewhere,
      fromLane: laneAt(numberAt(packets.from, first)),
      toLane: laneAt(numberAt(packets.to, first)),
      kind: itemAt(packetKinds, numberAt(packets.kind, first), "packet kind"),
      manner: MANNERS[mannerOf(trace, first)] ?? "plain",
    });
  }
  return streams.sort(byRank);
}

const OTHER_TRAFFIC = 3; // in ORIGINS

/** Where in MANNERS a packet belongs: what became of it counts before how it was sent. */
function mannerOf({ packets }: TraceData, row: number): number {
  const origin = codeAt(packets.origin, row);
  if (origin === OTHER_TRAFFIC) return 6;
  const fate = codeAt(packets.fate, row);
  if (fate !== 0) return fate;
  if (origin !== 0) return origin + 2;
  return timeAt(packets.delayed, row) > 0 ? 5 : 0;
}

function workStreams(arrangement: Arrangement, machineOf: Int32Array): readonly WorkStream[] {
  const { trace, call, plan } = arrangement;
  const { spans, steps } = trace;
  const layers = steps.map(({ layer }) => LAYERS.indexOf(layer));
  // Two machines have room for each step of theirs. Of many, and in a row of the ladder, steps without a pause between
  // them are one bar.
  const gap =
    isMany(plan) || rungOf(trace) !== null
      ? (start: number, _: number, latest: number): number => start - latest
      : (start: number, before: number): number => start - before;
  const streams: WorkStream[] = [];
  for (const [track, { rows }] of indexTrace(trace).tracks.entries()) {
    const lane = numberAt(plan.laneOf, track);
    if (lane < 0 || !isTold(arrangement, numberAt(machineOf, track))) continue;
    const lists = new Map<number, number[]>();
    for (const row of rows)
      put(lists, itemAt(layers, numberAt(spans.step, row), "layer") * 2 + (spans.call[row] === call ? 1 : 0), row);
    for (const [key, list] of lists) {
      const mine = key % 2 === 1;
      const own = streamOf(Int32Array.from(list), spans.start, spans.end, mine, gap);
      streams.push({ ...own, lane, layer: LAYERS[key >> 1] ?? "other" });
    }
  }
  return streams;
}
