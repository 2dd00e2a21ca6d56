/** The protocol's options on the Firefly: what the simulation steps with, and whoever replays a trace of it. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { seconds } from "../../kernel/time.ts";
import type { CallerOptions } from "../../protocols/firefly/caller.ts";
import type { ServerOptions } from "../../protocols/firefly/server.ts";

export const CALLER_OPTIONS: CallerOptions = {
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
  longestProbeInterval: seconds(300), // five minutes, as in Cedar RPC (slides on Birrell & Nelson)
};

/** @param binding the incarnation of the exporter, from 1 */
export const serverOptions = (binding: number): ServerOptions => ({
  binding,
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
});
