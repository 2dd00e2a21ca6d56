/** The protocol’s options on the Firefly. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { seconds } from "../../kernel/time.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "../../protocols/cedar/caller.ts";
import { fireflyCaller, fireflyServer, type FireflyTimers } from "../../protocols/firefly/exchange.ts";
import type { Machine } from "../../protocols/machine.ts";

export const FIREFLY_TIMERS: FireflyTimers = {
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
  longestProbeInterval: seconds(300), // five minutes, as in Cedar RPC (slides on Birrell & Nelson)
};

/** What a run changes of the exchange: rules that are left out, packets under way, acknowledgements. */
export type ExchangeChanges = Pick<FireflyTimers, "without" | "underWay" | "acknowledgements">;

export const callerMachine = (
  changes: ExchangeChanges,
): Machine<CallerState, CallerInput, CallerEffect, CallerIdentity> => fireflyCaller({ ...FIREFLY_TIMERS, ...changes });

/** @param binding the incarnation of the exporter, from 1 */
export const serverMachine = (
  binding: number,
  changes: ExchangeChanges,
): Machine<ActivityState, CalleeInput, CalleeEffect> => fireflyServer({ ...FIREFLY_TIMERS, ...changes, binding });
