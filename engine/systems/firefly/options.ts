/** The protocol’s options on the Firefly. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { seconds } from "../../kernel/time.ts";
import { fireflyCaller, type CallerOptions } from "../../protocols/firefly/caller.ts";
import {
  fireflyServer,
  type ActivityState,
  type ServerEffect,
  type ServerInput,
  type ServerOptions,
} from "../../protocols/firefly/server.ts";
import type { Machine } from "../../protocols/machine.ts";

const CALLER_OPTIONS: CallerOptions = {
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
  longestProbeInterval: seconds(300), // five minutes, as in Cedar RPC (slides on Birrell & Nelson)
};

export const CALLER = fireflyCaller(CALLER_OPTIONS);

/** @param binding the incarnation of the exporter, from 1 */
const serverOptions = (binding: number): ServerOptions => ({
  binding,
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
});

/** @param binding the incarnation of the exporter, from 1 */
export const serverMachine = (binding: number): Machine<ActivityState, ServerInput, ServerEffect> =>
  fireflyServer(serverOptions(binding));
