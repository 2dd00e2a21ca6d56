/** Calls between servers of today, and services with a queue, as the search over faults follows them. */
import { todayEnds } from "../../systems/today/call.ts";
import { callsAtOnce } from "../../protocols/at-once.ts";
import { CALLERS, callsTogether, NUMBERED, type Explorable } from "../explorable.ts";
import type { TodayValues } from "./params.ts";
import { hedgeEnds, openEnds, stormEnds } from "./service-ends.ts";
import type { HedgeValues, OpenValues, StormValues } from "./service-params.ts";

const ONE_PACKET = "The search follows messages of one packet.";

const NO_DRAWS = "The search draws no numbers.";
const ONE_CALL = "The search follows one call, and then the next.";
const CONSTANT = { parameter: "distribution", value: "constant", why: NO_DRAWS } as const;
const NO_STALL = {
  parameter: "stallMs",
  value: 0,
  why: "A stall is at a moment of its own, and a state has no clock.",
};

/** The first byte names the call. */
const program: NonNullable<Explorable["program"]> = () => ({
  argument: (call) => Uint8Array.of(call),
  result: (argument) => argument.slice(0, 1),
});

export const explorables: readonly Explorable[] = [
  {
    experiments: ["today/call"],
    calls: "calls",
    bounds: [
      { parameter: "bytes", value: 32, why: ONE_PACKET },
      { parameter: "resultBytes", value: 32, why: ONE_PACKET },
      CALLERS,
      { parameter: "writes", value: "1", why: ONE_PACKET },
      { parameter: "nagle", value: "off", why: "A message of one packet does not wait for it." },
    ],
    rules: {
      kept: { keepAlive: "on" },
      switches: [
        {
          rule: "keepAlive",
          says: "The client’s TCP asks a server that is silent for long if it lives, and gives up without an answer.",
          leftOut: { keepAlive: "off" },
        },
      ],
    },
    ends: (parameters) => {
      const { stack, keepAlive } = parameters as TodayValues;
      return callsAtOnce(todayEnds({ stack, asks: keepAlive === "on" }), callsTogether(parameters), NUMBERED);
    },
  },
  {
    experiments: ["today/retry-storm"],
    calls: "calls",
    bounds: [CALLERS, CONSTANT, NO_STALL],
    ends: (parameters) => callsAtOnce(stormEnds(parameters as StormValues), callsTogether(parameters), NUMBERED),
    program,
  },
  {
    experiments: ["today/open-loop"],
    calls: "calls",
    bounds: [{ parameter: "arrivals", value: "closed", why: ONE_CALL }, CONSTANT, NO_STALL],
    ends: (parameters) => openEnds(parameters as OpenValues),
    program,
  },
  {
    experiments: ["today/hedge"],
    calls: "calls",
    bounds: [
      { parameter: "servers", value: 2, why: "The search follows few servers." },
      { parameter: "load", value: 0.05, why: ONE_CALL },
      CONSTANT,
    ],
    ends: (parameters) => hedgeEnds(parameters as HedgeValues),
    program,
  },
];
