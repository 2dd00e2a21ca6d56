/** What the ends of V share: options, timers, the identifiers of processes, and segments that are moved. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { VKind, VPacket } from "../../wire/v.ts";
import type { Host, HostEffect } from "../ends.ts";

export interface VOptions {
  /** The bytes of a message; what is longer is a segment. */
  readonly messageBytes: number;
  /** The most bytes of a segment in a packet. */
  readonly packetBytes: number;
}

export type VEffect = HostEffect<VPacket>;
export type VEffects = readonly VEffect[];

/** Until a kernel sends again what nobody has answered. The facts that we have do not say how long: ours. */
export const RETRY_AFTER: Nanos = millis(200);
/** A packet goes out so often, and is then given up. Ours, too. */
export const MOST_SENDS = 5;

const NOTHING = new Uint8Array(0);

// Processes.

const HOSTS = 256;
const PROCESSES = 2 ** 16;

/** A process: the first half names its logical host, another one after each restart; the second the process there. */
export function processOf(host: Host, life: number, process: number): number {
  const logicalHost = life * HOSTS + host;
  if (logicalHost >= PROCESSES || process >= PROCESSES) throw new RangeError(`v: life ${life} of a host has no name.`);
  return logicalHost * PROCESSES + process;
}

/** The host of a process. */
export const hostOf = (process: number): Host => Math.floor(process / PROCESSES) % HOSTS;

/** The process that serves, on each host that is called. */
export const SERVER_PROCESS = 1;
/** A group of processes: the highest bit stands for that. */
export const GROUP = 0x8000_0001;

/** Names the work of a message until its procedure is done. */
export const workOf = (from: number, call: number): string => `${from}.${call}`;

export function workNamed(work: string): { readonly from: number; readonly call: number } {
  const [from, call] = work.split(".").map(Number);
  if (from === undefined || call === undefined) throw new Error(`V: "${work}" names no work.`);
  return { from, call };
}

// Packets.

/** What is the same in all packets of a process about a message. */
export interface Between {
  readonly from: number;
  readonly to: number;
  readonly call: number;
}

interface Content {
  readonly size?: number;
  readonly place?: number;
  readonly last?: boolean;
  readonly data?: Uint8Array;
  readonly again?: boolean;
}

/** Sends a packet to the host of its receiver. */
export function packetTo(kind: VKind, between: Between, content: Content = {}): VEffect {
  const { size = 0, place = 0, last = false, data = NOTHING, again = false } = content;
  const packet: VPacket = { kind, ...between, size, place, last, data };
  return { tag: "send", packet, kind, call: between.call, send: null, again, to: hostOf(between.to) };
}

/** The packets of a segment from a place on, back to back. */
export function moved(between: Between, segment: Uint8Array, from: number, { packetBytes }: VOptions): VEffects {
  const packets: VEffect[] = [];
  for (let place = from; place < segment.length; place += packetBytes) {
    const end = Math.min(place + packetBytes, segment.length);
    const last = end === segment.length;
    const data = segment.slice(place, end);
    packets.push(packetTo("data", between, { size: segment.length, place, last, data, again: from > 0 }));
  }
  return packets;
}

/** The last packet of a segment, once more: the answer to it says what is missing. */
export function lastOf(between: Between, segment: Uint8Array, { packetBytes }: VOptions): VEffect {
  const place = Math.max(0, Math.ceil(segment.length / packetBytes) - 1) * packetBytes;
  const data = segment.slice(place);
  return packetTo("data", between, { size: segment.length, place, last: true, data, again: true });
}

/** A segment with a packet more. Only the next one in order is taken. */
export function withPacket(got: Uint8Array, { place, data }: VPacket): Uint8Array {
  if (place !== got.length) return got;
  const more = new Uint8Array(got.length + data.length);
  more.set(got);
  more.set(data, got.length);
  return more;
}

export const noBytes = NOTHING;
