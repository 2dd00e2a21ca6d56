/** For tests: an exchange as a script plays it, and the one that Cedar has. */
import { millis, seconds } from "../../kernel/time.ts";
import { exchangeCallee } from "./callee.ts";
import { exchangeCaller } from "./caller.ts";
import { ExchangeEnds } from "./ends.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "./caller.ts";
import type { Machine } from "../machine.ts";
import type { ExchangeOptions } from "./options.ts";
import { EXCHANGE_TYPES } from "./packet.ts";

export type Change = Partial<
  Pick<ExchangeOptions, "packetBytes" | "sendLimit" | "underWay" | "acknowledgements" | "liveness" | "without">
>;

/** The two machines of a system that uses the exchange. */
interface Pair {
  readonly caller: Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>;
  /** @param binding the incarnation of the server, from 1 */
  readonly callee: (binding: number) => Machine<ActivityState, CalleeInput, CalleeEffect>;
}

/** A system whose exchange a script plays. */
export interface Flavour {
  readonly pair: (change: Change) => Pair;
  /** A caller that restarts is the same activity in a greater conversation. */
  readonly hasConversations: boolean;
}

export const ACTIVITY = { machine: 1, space: 1, thread: 1 };

export const endsOf = ({ pair, hasConversations }: Flavour, change: Change): ExchangeEnds =>
  new ExchangeEnds({
    ...pair(change),
    identity: (life) => ({ activity: ACTIVITY, ...(hasConversations ? { conversation: life } : {}) }),
    kinds: EXCHANGE_TYPES,
    counted: EXCHANGE_TYPES,
    procedure: { span: "The procedure" },
  });

/** As in the machine's table, with a round number of bytes a packet. */
const CEDAR_OPTIONS: ExchangeOptions = {
  retransmitAfter: millis(4),
  backOff: 2,
  sendLimit: 8,
  firstProbeAfter: millis(2),
  longestProbeInterval: seconds(300),
  liveness: "probes",
  packetBytes: 500,
  underWay: "one",
  acknowledgements: "implicit",
  forgetAfter: seconds(300),
  without: [],
};

export const CEDAR_FLAVOUR: Flavour = {
  pair: (change) => {
    const options = { ...CEDAR_OPTIONS, ...change };
    const checks = !options.without.includes("uniqueId");
    return {
      caller: exchangeCaller("Cedar caller", options),
      callee: (binding) =>
        exchangeCallee("Cedar callee", {
          ...options,
          isExported: (packet) => !checks || packet.binding === binding,
        }),
    };
  },
  hasConversations: true,
};
