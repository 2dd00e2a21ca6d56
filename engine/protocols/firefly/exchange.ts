/**
 * The packet exchange of Firefly RPC is that of Cedar RPC (Schroeder & Burrows 1990, Section 3.1). It has timers of its
 * own, and no exceptions: the Firefly's packets have no types for them.
 */
import type { Nanos } from "../../kernel/time.ts";
import { FIREFLY_MAX_DATA, FIREFLY_TYPES, type FireflyPacket, type FireflyType } from "../../wire/firefly.ts";
import { exchangeCallee } from "../cedar/callee.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../cedar/callee-state.ts";
import { exchangeCaller } from "../cedar/caller.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "../cedar/caller.ts";
import type { ExchangeOptions } from "../cedar/options.ts";
import type { ExchangePacket } from "../cedar/packet.ts";
import type { Machine } from "../machine.ts";
import type { Rule } from "../rules.ts";

export interface FireflyTimers {
  readonly retransmitAfter: Nanos;
  readonly sendLimit: number;
  readonly longestProbeInterval: Nanos;
  /** Rules that are left out. */
  readonly without?: readonly Rule[];
  /** Data of one packet; left out: 1,440 bytes. */
  readonly packetBytes?: number;
  /** Packets of a long call that are under way together; left out: one, acknowledged before the next (Section 2). */
  readonly underWay?: ExchangeOptions["underWay"];
  /** Left out: implicit, by the next packet of the other end. */
  readonly acknowledgements?: ExchangeOptions["acknowledgements"];
}

const exchange = ({
  retransmitAfter,
  sendLimit,
  longestProbeInterval,
  without = [],
  packetBytes = FIREFLY_MAX_DATA,
  underWay = "one",
  acknowledgements = "implicit",
}: FireflyTimers): ExchangeOptions => ({
  retransmitAfter,
  backOff: 1,
  sendLimit,
  firstProbeAfter: retransmitAfter,
  longestProbeInterval,
  liveness: "probes",
  packetBytes,
  underWay,
  acknowledgements,
  forgetAfter: null,
  without,
});

/** The caller of an activity. Throws where a call starts while another is outstanding: that is the stub's mistake. */
export const fireflyCaller = (timers: FireflyTimers): Machine<CallerState, CallerInput, CallerEffect, CallerIdentity> =>
  exchangeCaller("Firefly caller", exchange(timers));

/** A row of the call table. @param binding the incarnation of the exporter: calls of another are rejected */
export function fireflyServer({
  binding,
  ...timers
}: FireflyTimers & { readonly binding: number }): Machine<ActivityState, CalleeInput, CalleeEffect> {
  const options = exchange(timers);
  const checks = !options.without.includes("uniqueId");
  return exchangeCallee("Firefly server", {
    ...options,
    isExported: (packet) => !checks || packet.binding === binding,
  });
}

const isFireflyType = (type: ExchangePacket["type"]): type is FireflyType =>
  FIREFLY_TYPES.some((known) => known === type);

/** The packet as the Firefly's bytes can hold it. Throws RangeError for a type that they have no number for. */
export function fireflyPacket(packet: ExchangePacket): FireflyPacket {
  const { type } = packet;
  if (!isFireflyType(type)) throw new RangeError(`Firefly RPC has no packets of the type ${type}.`);
  return { ...packet, type };
}
