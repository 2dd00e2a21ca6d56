/** The exchange's options on the Dorado, and those that an experiment may change. */
import { durationOf } from "../../hardware/cost.ts";
import { DORADO, DORADO_ASSUMED } from "../../hardware/dorado-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import { exchangeCallee } from "../../protocols/cedar/callee.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import { exchangeCaller } from "../../protocols/cedar/caller.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "../../protocols/cedar/caller.ts";
import type { ExchangeOptions } from "../../protocols/cedar/options.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { Machine } from "../../protocols/machine.ts";
import { CEDAR_MAX_DATA } from "../../wire/cedar.ts";

/** The choices of an experiment about the exchange; Cedar's own where nothing is said. */
export type ExchangeChoice = Pick<ExchangeOptions, "liveness" | "underWay" | "acknowledgements" | "without">;

/** The exchange as Cedar has it. */
export const CEDARS_OWN: ExchangeChoice = {
  liveness: "probes",
  underWay: "one",
  acknowledgements: "implicit",
  without: [],
};

/** Round trips after which a packet is sent again. */
const ROUND_TRIPS = durationOf(DORADO_ASSUMED.retransmitAfter) / durationOf(DORADO_ASSUMED.firstProbe);

/** @param oneWay what the network adds to the way of each packet: both timers count in round trips */
export const cedarExchange = (choice: ExchangeChoice, oneWay: Nanos): ExchangeOptions => ({
  retransmitAfter: durationOf(DORADO_ASSUMED.retransmitAfter) + ROUND_TRIPS * 2 * oneWay,
  backOff: 2,
  sendLimit: DORADO_ASSUMED.sendLimit.value,
  firstProbeAfter: durationOf(DORADO_ASSUMED.firstProbe) + 2 * oneWay,
  longestProbeInterval: durationOf(DORADO.longestProbe),
  packetBytes: CEDAR_MAX_DATA,
  forgetAfter: durationOf(DORADO_ASSUMED.forgetAfter),
  liveness: choice.liveness,
  underWay: choice.underWay,
  acknowledgements: choice.acknowledgements,
  without: choice.without,
});

export type CallerMachine = Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>;
export type CalleeMachine = Machine<ActivityState, CalleeInput, CalleeEffect>;

export const callerMachine = (options: ExchangeOptions): CallerMachine => exchangeCaller("Cedar caller", options);

/** @param isExported whether a call names an export that stands, with its unique identifier */
export const calleeMachine = (
  options: ExchangeOptions,
  isExported: (packet: ExchangePacket) => boolean,
): CalleeMachine => exchangeCallee("Cedar callee", { ...options, isExported });
