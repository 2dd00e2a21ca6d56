/**
 * One message of a call: its data cut into packets, and how far the other end has them.
 *
 * Stop and wait: each packet but the last asks for an acknowledgement and is followed by the next when that has come.
 * A bulk protocol sends all packets behind each other, and after a silence those again that were not acknowledged. In
 * both the last packet of a message is acknowledged by the message that answers it. The time until a message of
 * several packets is sent again begins when the last of them leaves: they wait in line before.
 */
import type { Nanos } from "../../kernel/time.ts";
import { partsOf, wholeOf, type Incoming } from "../fragments.ts";
import type { ExchangeOptions } from "./options.ts";
import { has, resendAt } from "./options.ts";
import type { CallHeader, ExchangePacket, ExchangeType } from "./packet.ts";

export interface Outgoing {
  readonly type: Extract<ExchangeType, "call" | "result" | "exception" | "resume" | "unwind">;
  readonly parts: readonly Uint8Array[]; // one a packet, at least one
  readonly first: number; // the number of its first packet
  readonly base: number; // index of the first part that is not acknowledged
}

export interface SendEffect {
  readonly tag: "send";
  readonly packet: ExchangePacket;
  /** The nth sending of this packet, from 1. */
  readonly send: number;
  /** The machine wants the input "sent" when this packet has left, because its timer runs from then. */
  readonly tells?: true;
}

/** The message with this data. Throws RangeError where it has several packets and `isWhole` says that it may not. */
export function messageOf(
  type: Outgoing["type"],
  data: Uint8Array,
  first: number,
  { packetBytes }: ExchangeOptions,
  isWhole = false,
): Outgoing {
  if (data.length <= packetBytes) return { type, parts: [data], first, base: 0 };
  if (isWhole) throw new RangeError(`${type}: ${data.length} bytes, want at most ${packetBytes}: it has one packet.`);
  return { type, parts: partsOf(data, packetBytes), first, base: 0 };
}

const lastOf = ({ parts }: Outgoing): number => parts.length - 1;

/** The number of the message's last packet. */
export const lastNumber = (out: Outgoing): number => out.first + lastOf(out);

/** Only the last packet is still to be acknowledged. */
export const atItsEnd = (out: Outgoing): boolean => out.base >= lastOf(out);

/** A packet that its machine wanted to be told of has left the host. */
export interface SentInput {
  readonly tag: "sent";
  readonly packet: ExchangePacket;
  readonly send: number;
}

/**
 * When a message whose packets are sent now is due again; null until its last packet has left, where there are several.
 */
export const dueAgain = (
  sent: readonly SendEffect[],
  options: ExchangeOptions,
  sends: number,
  now: Nanos,
): Nanos | null => (sent.some(({ tells }) => tells === true) ? null : resendAt(options, sends, now));

/** The packets to be sent now: the first that is not acknowledged, or all from there on. `send`: the nth sending. */
export function packetsOf(out: Outgoing, header: CallHeader, send: number, options: ExchangeOptions): SendEffect[] {
  const { type, parts, first, base } = out;
  const end = options.underWay === "all" ? parts.length : base + 1;
  return parts.slice(base, end).map((data, i) => {
    const index = base + i;
    const lastFragment = index === lastOf(out);
    const packet: ExchangePacket = {
      ...header,
      type: index === 0 ? type : "data",
      pleaseAck: asks(lastFragment, send, options),
      lastFragment,
      fragment: first + index,
      data,
    };
    const tells = lastFragment && end - base > 1; // behind a queue of others, so nobody knows when it leaves
    return { tag: "send", packet, send, ...(tells ? { tells } : {}) };
  });
}

function asks(isLast: boolean, send: number, options: ExchangeOptions): boolean {
  const isBulk = options.underWay === "all";
  if (isBulk && !isLast) return false; // one acknowledgement says how far all of them have come
  if (options.acknowledgements === "explicit") return true;
  return send > 1 ? has(options, "pleaseAck") : !isLast && !isBulk;
}

/** The message after an acknowledgement of all packets up to a number; the same one where it says nothing new. */
export function acknowledged(out: Outgoing, number: number): Outgoing {
  const index = number - out.first;
  return index >= out.base && index < lastOf(out) ? { ...out, base: index + 1 } : out;
}

/**
 * The parts of a message of which nobody has said yet how many it has, with one more; the same where it is there
 * already, or further ahead than its sender may be.
 */
export function withPart(parts: Incoming, index: number, data: Uint8Array, { underWay }: ExchangeOptions): Incoming {
  if (index < 0 || (index < parts.length && parts[index] !== null)) return parts;
  if (underWay === "one" && index > parts.length) return parts;
  const longer = Array.from({ length: Math.max(parts.length, index + 1) }, (_, i) => parts[i] ?? null);
  longer[index] = data;
  return longer;
}

/** The data of all parts. Throws where one is missing. */
export function joined(parts: Incoming): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== null && only !== undefined) return only;
  const whole = wholeOf(parts);
  if (whole === null) throw new Error("A message with a gap was taken for whole.");
  return whole;
}
