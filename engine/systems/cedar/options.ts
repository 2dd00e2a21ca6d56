/** The exchange's options on the Dorado, and those that an experiment may change. */
import { durationOf } from "../../hardware/cost.ts";
import { DORADO, DORADO_ASSUMED } from "../../hardware/dorado-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import { exchangeCallee } from "../../protocols/cedar/callee.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import { exchangeCaller } from "../../protocols/cedar/caller.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "../../protocols/cedar/caller.ts";
import type { ConnectedCalleeState, ConnectedCallerState } from "../../protocols/cedar/connected.ts";
import type { ExchangeOptions } from "../../protocols/cedar/options.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { Machine } from "../../protocols/machine.ts";
import { CEDAR_MAX_DATA } from "../../wire/cedar-header.ts";

/**
 * The transport of a call: Cedar's packet exchange, a byte stream that is opened and closed for each call, or messages,
 * each with an acknowledgement.
 */
export type Transport = "exchange" | "stream" | "messages";

/** The choices of an experiment about the exchange. */
export interface ExchangeChoice extends Pick<
  ExchangeOptions,
  "liveness" | "underWay" | "acknowledgements" | "without"
> {
  readonly transport: Transport;
}

/** The exchange as Cedar has it. */
export const CEDARS_OWN: ExchangeChoice = {
  transport: "exchange",
  liveness: "probes",
  underWay: "one",
  acknowledgements: "implicit",
  without: [],
};

/** Round trips after which a packet is sent again. */
const ROUND_TRIPS = durationOf(DORADO_ASSUMED.retransmitAfter) / durationOf(DORADO_ASSUMED.firstProbe);

/** @param oneWay what the network adds to the way of each packet: both timers count in round trips */
export const cedarExchange = (
  choice: ExchangeChoice,
  oneWay: Nanos,
  packetBytes = CEDAR_MAX_DATA,
): ExchangeOptions => ({
  retransmitAfter: durationOf(DORADO_ASSUMED.retransmitAfter) + ROUND_TRIPS * 2 * oneWay,
  backOff: 2,
  sendLimit: DORADO_ASSUMED.sendLimit.value,
  firstProbeAfter: durationOf(DORADO_ASSUMED.firstProbe) + 2 * oneWay,
  longestProbeInterval: durationOf(DORADO.longestProbe),
  packetBytes,
  forgetAfter: durationOf(DORADO_ASSUMED.forgetAfter),
  liveness: choice.liveness,
  underWay: choice.underWay,
  acknowledgements: choice.transport === "exchange" ? choice.acknowledgements : "explicit",
  without: choice.without,
});

/** The states of a caller and of a callee's row, over any transport. */
export type CallerAt = CallerState | ConnectedCallerState;
export type CalleeAt = ActivityState | ConnectedCalleeState;
/** The number of a call whose packet a machine could not read. A process makes no call with it. */
export const UNREAD = 0;

/** The number of the present call of a process. */
export function presentCall(state: CallerAt): number {
  if (!("talk" in state)) return state.sequence;
  return state.talk.sequence + (state.tag === "opening" ? 1 : 0);
}

export type CallerMachine = Machine<CallerAt, CallerInput, CallerEffect, CallerIdentity>;
export type CalleeMachine = Machine<CalleeAt, CalleeInput, CalleeEffect>;

/** The caller's half of the exchange. */
export const callerMachine = (
  options: ExchangeOptions,
): Machine<CallerState, CallerInput, CallerEffect, CallerIdentity> => exchangeCaller("Cedar caller", options);

/**
 * The callee's half of the exchange.
 * @param isExported whether a call names an export that stands, with its unique identifier
 */
export const calleeMachine = (
  options: ExchangeOptions,
  isExported: (packet: ExchangePacket) => boolean,
): Machine<ActivityState, CalleeInput, CalleeEffect> => exchangeCallee("Cedar callee", { ...options, isExported });
