/**
 * The way of every packet through the machines, as the trace has it: from the queue before a controller, over bus,
 * controller and network, into the receiver’s memory, and to the thread that takes it.
 *
 * A machine moves a packet over its bus before the packet leaves, and again when it has come. So a packet lies in
 * memory until the span on the bus, and in the controller from then on. Where a machine has no bus, it lies in memory
 * until a span of its controller begins, or until it leaves.
 */
import { fateOf, itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "../trace/analysis.ts";
import { firstOver } from "../trace/trace-index.ts";

/**
 * "queue": before the controller that sends it. "received": in memory, until an interrupt takes it. "interrupt": an
 * interrupt works on it. "ready": a thread has it and waits for a processor.
 */
type StayKind = "queue" | "bus" | "controller" | "wire" | "received" | "interrupt" | "ready";

export interface Stay {
  readonly kind: StayKind;
  readonly way: "out" | "in";
  readonly track: number; // of bus, controller or processor, else of the controller next to it; -1 on the wire
  readonly from: number; // ns of the run
  readonly to: number;
}

export interface Journey {
  readonly packet: number; // row
  readonly call: number;
  readonly stays: readonly Stay[];
  readonly from: number;
  readonly to: number;
  /** Whether it is lost where its last stay ends. */
  readonly isLost: boolean;
}

interface Journeys {
  readonly all: readonly Journey[]; // by row of the packet
  /** Journeys that are under way at a moment, in the order in which they began. */
  readonly at: (time: number) => readonly Journey[];
}

const INTERRUPT = -1;
const NOBODY = -1;

export const journeysOf = analysis((trace: TraceData): Journeys => {
  const { packets } = trace;
  const taken = takenIn(trace);
  const all: Journey[] = [];
  for (let packet = 0; packet < packets.count; packet++) {
    all.push(journeyOf(trace, packet, taken[packet] ?? { rows: [], taker: NOBODY }));
  }
  return { all, at: finder(all) };
});

interface TakenIn {
  readonly rows: number[]; // spans of hardware and interrupts, in order of time
  taker: number; // the first span of the thread that takes it
}

/** Of each packet the spans that it causes at its receiver, up to the first of a thread. */
function takenIn(trace: TraceData): readonly TakenIn[] {
  const { spans, packets, tracks } = trace;
  const machineOf = (track: number): string => itemAt(tracks, track, "track").machine;
  const ofPacket = new Int32Array(spans.count).fill(NOBODY);
  const taken: TakenIn[] = Array.from({ length: packets.count }, () => ({ rows: [], taker: NOBODY }));
  for (let row = 0; row < spans.count; row++) {
    const cause = numberAt(spans.cause, row);
    if (cause === NO_REF || refTable(cause) === "mark") continue;
    const packet = refTable(cause) === "packet" ? refRow(cause) : numberAt(ofPacket, refRow(cause));
    const own = taken[packet];
    const track = numberAt(spans.track, row);
    if (own === undefined || tracks[track]?.kind === "medium") continue;
    const to = numberAt(packets.to, packet);
    if (machineOf(track) !== machineOf(to)) continue;
    if (tracks[track]?.kind === "controller" && track !== to) continue; // an answer goes out
    if (spans.owner[row] === INTERRUPT) {
      ofPacket[row] = packet;
      own.rows.push(row);
    } else if (own.taker === NOBODY) own.taker = row;
  }
  for (const { rows } of taken) rows.sort((a, b) => timeAt(spans.start, a) - timeAt(spans.start, b));
  return taken;
}

type Piece = readonly [kind: StayKind, track: number, from: number, to: number];

function journeyOf(trace: TraceData, packet: number, taken: TakenIn): Journey {
  const { packets } = trace;
  const [departs, arrives] = [timeAt(packets.departs, packet), timeAt(packets.arrives, packet)];
  const stays: Stay[] = [];
  const add = (way: "out" | "in", pieces: readonly Piece[]): void => {
    for (const [kind, track, from, to] of pieces) if (to > from) stays.push({ kind, way, track, from, to });
  };
  add("out", wayOut(trace, packet));
  add("out", [["wire", -1, departs, arrives]]);
  const comes = taken.rows.length > 0 || taken.taker !== NOBODY;
  if (comes) add("in", wayIn(trace, packet, taken));
  return {
    packet,
    call: numberAt(packets.call, packet),
    stays,
    from: stays[0]?.from ?? departs,
    to: stays.at(-1)?.to ?? arrives,
    isLost: fateOf(trace, packet) === "lost",
  };
}

/** From the queue to the wire. */
function wayOut(trace: TraceData, packet: number): readonly Piece[] {
  const { packets, spans } = trace;
  const departs = timeAt(packets.departs, packet);
  const queued = timeAt(packets.queued, packet);
  const controller = numberAt(packets.from, packet);
  const hardware = sendingSpans(trace, packet);
  const bus = hardware.findLast((row) => kindOf(trace, row) === "bus");
  const first = hardware[0];
  const handed = bus ?? first;
  const leavesQueue = handed === undefined ? departs : timeAt(spans.start, handed);
  const inController = bus === undefined ? leavesQueue : timeAt(spans.end, bus);
  return [
    ["queue", controller, queued < 0 ? leavesQueue : queued, leavesQueue],
    ["bus", bus === undefined ? -1 : numberAt(spans.track, bus), leavesQueue, inController],
    ["controller", controller, inController, departs],
  ];
}

/** The spans of bus and controller that a packet comes from, in order of time. */
export function sendingSpans(trace: TraceData, packet: number): readonly number[] {
  const { packets, spans } = trace;
  const rows: number[] = [];
  let ref = numberAt(packets.cause, packet);
  while (ref !== NO_REF && refTable(ref) === "span") {
    const row = refRow(ref);
    const kind = kindOf(trace, row);
    if (kind !== "bus" && kind !== "controller") break;
    rows.push(row);
    ref = numberAt(spans.cause, row);
  }
  return rows.reverse();
}

const kindOf = (trace: TraceData, row: number) => trace.tracks[numberAt(trace.spans.track, row)]?.kind;

/** From the wire to the thread that takes it, or to the end of the work on it. */
function wayIn(trace: TraceData, packet: number, { rows, taker }: TakenIn): readonly Piece[] {
  const { packets, spans } = trace;
  const arrives = timeAt(packets.arrives, packet);
  const controller = numberAt(packets.to, packet);
  const bus = rows.find((row) => kindOf(trace, row) === "bus");
  const card = rows.findLast((row) => kindOf(trace, row) === "controller");
  const work = rows.find((row) => kindOf(trace, row) === "processor");
  const onBus = bus === undefined ? arrives : timeAt(spans.start, bus);
  const inMemory = bus !== undefined ? timeAt(spans.end, bus) : card === undefined ? arrives : timeAt(spans.end, card);
  const begins = work === undefined ? inMemory : timeAt(spans.start, work);
  const [handled, taken] = handedOver(trace, packet, work, taker);
  return [
    ["controller", controller, arrives, bus === undefined ? inMemory : onBus],
    ["bus", bus === undefined ? -1 : numberAt(spans.track, bus), bus === undefined ? inMemory : onBus, inMemory],
    ["received", controller, inMemory, begins],
    ["interrupt", work === undefined ? -1 : numberAt(spans.track, work), begins, handled],
    ["ready", controller, handled, taken],
  ];
}

/** When the interrupts are done with a packet, and when its thread goes on. */
function handedOver(trace: TraceData, packet: number, work: number | undefined, taker: number) {
  const { packets, spans } = trace;
  const done = work === undefined ? timeAt(packets.arrives, packet) : timeAt(spans.end, work);
  if (taker === NOBODY) return [Math.max(done, timeAt(packets.freed, packet)), -1] as const;
  const cause = numberAt(spans.cause, taker);
  const handled = refTable(cause) === "span" ? timeAt(spans.end, refRow(cause)) : done;
  return [handled, timeAt(spans.start, taker)] as const;
}

function finder(all: readonly Journey[]): Journeys["at"] {
  const order = all.toSorted((a, b) => a.from - b.from || a.packet - b.packet);
  const starts = Float64Array.from(order, ({ from }) => from);
  let far = -Infinity;
  const latest = Float64Array.from(order, ({ to }) => (far = Math.max(far, to)));
  return (time) => {
    const high = firstOver(starts, time);
    return order.slice(Math.min(high, firstOver(latest, time)), high).filter(({ to }) => to > time);
  };
}

/** The stay of a journey at a moment; null before it began and after it ended. */
export const stayAt = ({ stays }: Journey, time: number): Stay | null =>
  stays.find(({ from, to }) => from <= time && time < to) ?? null;
