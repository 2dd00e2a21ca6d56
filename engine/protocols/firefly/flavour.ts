/** For tests: the exchange as the Firefly has it. */
import type { Flavour } from "../cedar/flavour.ts";
import { seconds } from "../../kernel/time.ts";
import { fireflyCaller, fireflyServer } from "./exchange.ts";

const TIMERS = {
  retransmitAfter: seconds(0.6), // Firefly paper, Section 5
  sendLimit: 10, // ours, as in the machine's table
  longestProbeInterval: seconds(300), // Cedar RPC
};

export const FIREFLY_FLAVOUR: Flavour = {
  pair: (change) => ({
    caller: fireflyCaller({ ...TIMERS, ...change }),
    callee: (binding) => fireflyServer({ ...TIMERS, ...change, binding }),
  }),
  hasConversations: false,
};
