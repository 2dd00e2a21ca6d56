/** The protocol’s options on the Firefly. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import { seconds } from "../../kernel/time.ts";
import {
  fireflyCaller,
  type CallerEffect,
  type CallerInput,
  type CallerOptions,
  type CallerState,
} from "../../protocols/firefly/caller.ts";
import {
  fireflyServer,
  type ActivityState,
  type ServerEffect,
  type ServerInput,
  type ServerOptions,
} from "../../protocols/firefly/server.ts";
import type { Machine } from "../../protocols/machine.ts";
import type { Rule } from "../../protocols/rules.ts";
import type { Activity } from "../../wire/firefly.ts";

const CALLER_OPTIONS: CallerOptions = {
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
  longestProbeInterval: seconds(300), // five minutes, as in Cedar RPC (slides on Birrell & Nelson)
};

/** @param without rules that are left out */
export const callerMachine = (without: readonly Rule[]): Machine<CallerState, CallerInput, CallerEffect, Activity> =>
  fireflyCaller({ ...CALLER_OPTIONS, without });

/** @param binding the incarnation of the exporter, from 1 */
const serverOptions = (binding: number): ServerOptions => ({
  binding,
  retransmitAfter: durationOf(FIREFLY.retransmission),
  sendLimit: FIREFLY_ASSUMED.sendLimit.value,
});

/**
 * @param binding the incarnation of the exporter, from 1
 * @param without rules that are left out
 */
export const serverMachine = (
  binding: number,
  without: readonly Rule[],
): Machine<ActivityState, ServerInput, ServerEffect> => fireflyServer({ ...serverOptions(binding), without });
