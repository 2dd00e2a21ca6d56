/** Cedar RPC as the search runs it: calls of one packet, with a binding that was given by hand. */
import { turnsOf } from "../kernel/turns.ts";
import { calleeMachine, callerMachine, CEDARS_OWN, cedarExchange } from "../systems/cedar/options.ts";
import { Exchange, stepsOf } from "./exchange.ts";
import { rulesLeftOut, type Explorable } from "./explorable.ts";
import { EXACTLY_ONCE } from "./properties.ts";
import { search } from "./search.ts";

export const CEDAR: Explorable = {
  experiments: ["cedar/call"],
  parametersOf: (calls) => ({
    threads: 1,
    calls,
    load: 0,
    serverMs: 0,
    oneWayMs: 0,
    argumentPackets: 1,
    exception: "none",
    binding: "given",
    transport: "exchange",
    security: "none",
    underWay: "one",
    acknowledgements: "implicit",
    liveness: "probes",
  }),
  promises: () => EXACTLY_ONCE,
  steps: stepsOf("Cedar caller", "Cedar callee"),
  executions: (trace) => turnsOf(trace, "The procedure"),
  search: (parameters, times, options) => {
    const without = rulesLeftOut(parameters);
    const exchange = cedarExchange({ ...CEDARS_OWN, without }, 0);
    const checks = !without.includes("uniqueId");
    const system = {
      caller: callerMachine(exchange),
      callee: (life: number) => calleeMachine(exchange, ({ binding }) => !checks || binding === life),
      identity: (life: number) => ({ activity: { machine: 1, space: 0, thread: 1 }, conversation: life }),
      counted: [], // the wire counts them all
    } as const;
    return search(new Exchange(system), times, options);
  },
};
