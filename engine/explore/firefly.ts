/** Firefly RPC as the search runs it. */
import { turnsOf } from "../kernel/turns.ts";
import { callerMachine, serverMachine } from "../systems/firefly/options.ts";
import { Exchange, stepsOf } from "./exchange.ts";
import { rulesLeftOut, type Explorable } from "./explorable.ts";
import { EXACTLY_ONCE } from "./properties.ts";
import { search } from "./search.ts";

export const FIREFLY: Explorable = {
  experiments: ["firefly/null", "firefly/max-result", "firefly/max-arg"],
  parametersOf: (calls) => ({ threads: 1, calls, segment: "private" }),
  promises: () => EXACTLY_ONCE,
  steps: stepsOf("Firefly caller", "Firefly server"),
  executions: (trace) => turnsOf(trace, "Null (the server procedure)"),
  search: (parameters, times, options) => {
    const without = rulesLeftOut(parameters);
    const system = {
      caller: callerMachine(without),
      callee: (binding: number) => serverMachine(binding, without),
      identity: (life: number) => ({ activity: { machine: 1, space: life, thread: 1 } }), // each life has its own space
      counted: ["call", "result"],
    } as const;
    return search(new Exchange(system), times, options);
  },
};
