/** The protocol’s options on the Firefly. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { seconds } from "../../kernel/time.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import { fireflyCaller, fireflyServer, type FireflyTimers } from "../../protocols/firefly/exchange.ts";
import type { Machine } from "../../protocols/machine.ts";

const TIMERS: FireflyTimers = {
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
  longestProbeInterval: seconds(300), // five minutes, as in Cedar RPC (slides on Birrell & Nelson)
};

export const CALLER = fireflyCaller(TIMERS);

/** @param binding the incarnation of the exporter, from 1 */
export const serverMachine = (binding: number): Machine<ActivityState, CalleeInput, CalleeEffect> =>
  fireflyServer({ ...TIMERS, binding });
