/**
 * The buffers of a run that packets lie in, and what lies in each at a moment: sockets of machines, receive buffers of
 * controllers, and what waits before a controller to be sent. A full one loses what comes.
 */
import { placesIn } from "../../engine/hardware/socket-buffer.ts";
import { causeOf, itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { ETHERNET_BYTES } from "../../engine/wire/ethernet.ts";
import { IPV4_BYTES } from "../../engine/wire/ipv4.ts";
import { UDP_BYTES } from "../../engine/wire/udp.ts";
import { LOSSES, MARK_KINDS, NO_REF, packetRef, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Loss, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { busyOf } from "../machine/busy.ts";
import { HALF } from "../trace/machine-events.ts";
import { machineName } from "../trace/machine-names.ts";
import { tally } from "../../engine/kernel/tally.ts";
import { analysis } from "../trace/analysis.ts";

type BufferKind = "socket" | "receive buffers" | "send queue";

export interface BufferOf {
  readonly key: string;
  readonly kind: BufferKind;
  readonly machine: string;
  readonly title: string;
  /** Places for packets like most that come there; null where nothing bounds it. */
  readonly places: number | null;
  /** Bytes that such a packet carries, as a socket counts them. */
  readonly bytes: number;
  /** Packets that lie in it at any time, in the order in which they come, and those that it loses. */
  readonly stays: readonly Stay[];
  readonly losses: readonly Lost[];
  /** Of a queue before a controller: the controller's track. */
  readonly controller: number | null;
  /** As many lie in it at once, at most. */
  readonly most: number;
}

interface Stay {
  readonly packet: number; // row
  readonly from: number; // ns of the run
  readonly to: number;
}

interface Lost {
  readonly packet: number;
  readonly at: number;
}

interface Held {
  readonly ref: Ref;
  /** "reply of server 12" */
  readonly name: string;
  /** For a small place: "12". */
  readonly label: string;
  readonly since: number;
}

export interface BufferState {
  readonly held: readonly Held[];
  /** So far, and the last of them. */
  readonly lost: number;
  readonly lastLost: Held | null;
  /** The share of the time up to then in which the controller behind the queue was busy; null of other buffers. */
  readonly busy: number | null;
}

const LOST_BY: Readonly<Record<BufferKind, Loss>> = {
  socket: "socket full",
  "receive buffers": "no receive buffer",
  "send queue": "interface queue full",
};

/** Those that anything lay in, or was lost at: first where most was lost, then sockets, then where most lay at once. */
export const buffersOf = analysis((trace: TraceData): readonly BufferOf[] => {
  const staysOf = collect(trace);
  const all = [...staysOf].map(([key, { kind, track, stays, losses }]) =>
    bufferOf(trace, { key, kind, track, stays, losses }),
  );
  return all
    .filter(({ machine, most, losses }) => machine !== "" && (most > 0 || losses.length > 0))
    .toSorted((a, b) => b.losses.length - a.losses.length || rank(a) - rank(b) || b.most - a.most);
});

/** A buffer of a run. Where nothing comes to it any more it is the one before, empty; null where there was none. */
export function bufferIn(trace: TraceData, key: string, before: BufferOf | undefined): BufferOf | null {
  const found = buffersOf(trace).find((one) => one.key === key);
  if (found !== undefined) return found;
  return before === undefined ? null : { ...before, stays: [], losses: [], most: 0 };
}

const KINDS: readonly BufferKind[] = ["socket", "receive buffers", "send queue"];

/** A socket in which several lie says more than what stands before it. */
const rank = ({ kind, most }: BufferOf): number => (kind === "socket" && most > 1 ? 0 : 1);

interface Collected {
  readonly kind: BufferKind;
  readonly track: number;
  readonly stays: Stay[];
  readonly losses: Lost[];
}

function collect(trace: TraceData): ReadonlyMap<string, Collected> {
  const { packets, tracks } = trace;
  const all = new Map<string, Collected>();
  const at = (kind: BufferKind, track: number): Collected => {
    const key = `${kind} ${tracks[track]?.machine} ${kind === "socket" ? "" : tracks[track]?.name}`;
    const one = all.get(key) ?? { kind, track, stays: [], losses: [] };
    all.set(key, one);
    return one;
  };
  for (let packet = 0; packet < packets.count; packet++) {
    const [from, to] = [numberAt(packets.from, packet), numberAt(packets.to, packet)];
    const add = (kind: BufferKind, track: number, begin: number, end: number): void => {
      if (begin >= 0) at(kind, track).stays.push({ packet, from: begin, to: end < 0 ? Infinity : end });
    };
    add("socket", to, timeAt(packets.laid, packet), timeAt(packets.taken, packet));
    add("send queue", from, timeAt(packets.queued, packet), timeAt(packets.departs, packet));
    const freed = timeAt(packets.freed, packet);
    if (freed >= 0) add("receive buffers", to, timeAt(packets.arrives, packet), freed);
  }
  for (const loss of lossesOf(trace)) {
    const kind = KINDS.find((one) => LOST_BY[one] === loss.why);
    if (kind !== undefined) at(kind, loss.track).losses.push({ packet: loss.packet, at: loss.at });
  }
  return all;
}

/** Losses by their marks: each stands where it happened, and its causes lead to the packet. */
function lossesOf(trace: TraceData) {
  const { marks } = trace;
  const found: { readonly packet: number; readonly at: number; readonly track: number; readonly why: Loss }[] = [];
  for (let row = 0; row < marks.count; row++) {
    if (marks.kind[row] !== LOSS_MARK) continue;
    const why = LOSSES[timeAt(marks.value, row)];
    if (why === undefined) continue;
    found.push({ packet: packetBehind(trace, row), at: timeAt(marks.at, row), track: numberAt(marks.track, row), why });
  }
  return found;
}

const LOSS_MARK = MARK_KINDS.indexOf("loss");
/** Interrupts that bring a packet to its socket, and parts of them: no chain of them is longer. */
const MOST_CAUSES = 12;

/** -1 where the causes of a mark lead to none. */
function packetBehind(trace: TraceData, mark: number): number {
  let ref = numberAt(trace.marks.cause, mark);
  for (let steps = 0; steps < MOST_CAUSES && ref !== NO_REF; steps++) {
    if (refTable(ref) === "packet") return refRow(ref);
    ref = causeOf(trace, ref);
  }
  return -1;
}

function bufferOf(
  trace: TraceData,
  { key, kind, track, stays, losses }: Collected & { readonly key: string },
): BufferOf {
  const { machine, buffers, socketBytes } = itemAt(trace.tracks, track, "track");
  const frame = mostCommon(
    [...stays, ...losses].map(({ packet }) => (packet < 0 ? 0 : numberAt(trace.packets.bytes, packet))),
  );
  const bytes = Math.max(0, frame - HEADERS);
  const bySocket = socketBytes === undefined ? null : placesIn(socketBytes, bytes);
  return {
    key,
    kind,
    machine,
    title: `${TITLES[kind]} of ${withArticle(machineName(trace, machine))}`,
    places: kind === "socket" ? bySocket : kind === "receive buffers" ? (buffers ?? null) : null,
    bytes,
    stays,
    losses,
    controller: kind === "send queue" ? track : null,
    most: mostAtOnce(stays),
  };
}

/** A socket counts what a datagram carries. */
const HEADERS = ETHERNET_BYTES + IPV4_BYTES + UDP_BYTES;

const TITLES: Readonly<Record<BufferKind, string>> = {
  socket: "Socket",
  "receive buffers": "Receive buffers",
  "send queue": "Queue before the controller",
};

/** "the caller", "server 12". */
const withArticle = (name: string): string => (/\d$/.test(name) ? name : `the ${name}`);

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) tally(counts, value);
  let [best, most] = [0, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}

function mostAtOnce(stays: readonly Stay[]): number {
  const lasting = stays.filter(({ from, to }) => to > from);
  const moves = lasting.flatMap(({ from, to }): readonly (readonly [number, number])[] => [
    [from, 1],
    [to, -1],
  ]);
  let [now, most] = [0, 0];
  for (const [, by] of moves.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) most = Math.max(most, (now += by));
  return most;
}

/** What lies in a buffer, in the order in which it came, and what it has lost by then. */
export function bufferAt(trace: TraceData, { stays, losses, controller }: BufferOf, time: number): BufferState {
  const now = time + HALF;
  const held = stays.filter(({ from, to }) => from <= now && now < to).toSorted((a, b) => a.from - b.from);
  const lost = losses.filter(({ at }) => at <= now);
  const last = lost.at(-1);
  return {
    held: held.map(({ packet, from }) => heldOf(trace, packet, from)),
    lost: lost.length,
    lastLost: last === undefined ? null : heldOf(trace, last.packet, last.at),
    busy: controller === null ? null : time <= 0 ? null : busyOf(trace, controller, 0, time) / time,
  };
}

/** Of many machines the number of the sender, of two that of the call. */
const labelOf = (machine: string, call: number): string => /\d+$/.exec(machine)?.[0] ?? (call > 0 ? String(call) : "");

function heldOf(trace: TraceData, packet: number, since: number): Held {
  if (packet < 0) return { ref: NO_REF, name: "packet", label: "", since };
  const { packets, packetKinds, tracks } = trace;
  const { machine } = itemAt(tracks, numberAt(packets.from, packet), "track");
  const kind = itemAt(packetKinds, numberAt(packets.kind, packet), "kind of packet");
  const name = `${kind} of ${machineName(trace, machine)}`;
  return { ref: packetRef(packet), name, label: labelOf(machine, numberAt(packets.call, packet)), since };
}
