/** Cedar RPC as the search over faults follows it. */
import { millis } from "../../kernel/time.ts";
import { cedarEnds } from "../../systems/cedar/ends.ts";
import { callsAtOnce } from "../../protocols/at-once.ts";
import { callsTogether, rulesLeftOut, THREADS, type Explorable, type Program } from "../explorable.ts";
import type { CedarValues } from "./params.ts";
import type { ParamValues } from "../types.ts";

const valuesOf = (parameters: ParamValues): CedarValues => parameters as CedarValues;

/** Each packet of an argument holds a byte here. */
function program(parameters: ParamValues): Program {
  const { argumentPackets } = valuesOf(parameters);
  return {
    argument: (call) => new Uint8Array(argumentPackets).fill(call),
    result: (argument) => argument.slice(0, 1),
  };
}

const cedar: Explorable = {
  experiments: ["cedar/call"],
  calls: "calls",
  bounds: [
    THREADS,
    { parameter: "load", value: 0, why: "Other hosts send by chance, and the search draws no numbers." },
    { parameter: "exception", value: "none", why: "The search runs no handler of the caller." },
    { parameter: "binding", value: "given", why: "The search begins when the caller is bound." },
    { parameter: "access", value: "granted", why: "The search begins when the interface is exported." },
    { parameter: "security", value: "none", why: "The search begins when the caller is bound, and asks for no key." },
  ],
  rules: {
    elsewhere: [
      {
        rule: "pleaseAck",
        set: { serverMs: 5000 },
        why: "Here the procedure runs for five seconds.",
      },
    ],
  },
  ends: (parameters) => {
    const { oneWayMs, ...choice } = valuesOf(parameters);
    const calls = callsTogether(parameters);
    const ends = cedarEnds({ ...choice, without: rulesLeftOut(parameters) }, millis(oneWayMs), undefined, calls);
    return callsAtOnce(ends, calls, program(parameters));
  },
  program,
};

export const explorables: readonly Explorable[] = [cedar];
