/** Settings of the two ends of the exchange: timers, limits, and the rules that an experiment leaves out. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rule } from "../rules.ts";
import type { ExchangePacket } from "./packet.ts";

export interface ExchangeOptions {
  /** From sending a packet to sending it again. */
  readonly retransmitAfter: Nanos;
  /** Each interval of retransmission is so many times the last one: 1 leaves it as it is. */
  readonly backOff: number;
  /** A packet is sent so often before its sender gives up. */
  readonly sendLimit: number;
  /** From the acknowledgement of a call to the first probe; the interval doubles up to `longestProbeInterval`. */
  readonly firstProbeAfter: Nanos;
  readonly longestProbeInterval: Nanos;
  /** Who says that a long call is still alive: the caller asks by probes, or the callee tells without being asked. */
  readonly liveness: "probes" | "keep-alives";
  /** Bytes of arguments or results that a packet holds. */
  readonly packetBytes: number;
  /** Packets of a message that are under way at once: one (stop and wait), or all of them (a bulk protocol). */
  readonly underWay: "one" | "all";
  /** Whether the next packet of the other end is an acknowledgement, or each packet has one of its own. */
  readonly acknowledgements: "implicit" | "explicit";
  /** An activity that is silent for so long is forgotten; null for never. */
  readonly forgetAfter: Nanos | null;
  /** Rules that are left out, to see what they are for. */
  readonly without: readonly Rule[];
}

export interface CalleeOptions extends ExchangeOptions {
  /** Whether the interface that a call names is exported, by this incarnation of its exporter. */
  readonly isExported: (packet: ExchangePacket) => boolean;
}

export const has = (options: ExchangeOptions, rule: Rule): boolean => !options.without.includes(rule);

/**
 * When a packet that was sent so often by now is sent again. Packets that ask for a result can make its sender send it
 * more often than the limit: then the interval grows no more.
 */
export const resendAt = ({ retransmitAfter, backOff, sendLimit }: ExchangeOptions, sends: number, now: Nanos): Nanos =>
  now + retransmitAfter * backOff ** (Math.min(sends, sendLimit) - 1);

/** The interval after one of `interval`: twice as long, up to the limit. */
export const nextInterval = (interval: Nanos, { longestProbeInterval }: ExchangeOptions): Nanos =>
  Math.min(interval * 2, longestProbeInterval);
