/** A call to many as the search over faults follows it: two callees, and the ends of its way. */
import { manyEnds } from "../../systems/many/run.ts";
import type { Explorable } from "../explorable.ts";
import type { ManyValues } from "./params.ts";
import { manyCallOf } from "./run.ts";

const OWN_FAULTS = "The search itself crashes machines and loses packets.";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["many/call"],
    calls: "calls",
    bounds: [
      { parameter: "callees", value: 2, why: "The search follows two callees." },
      { parameter: "wanted", value: 0, why: "What is promised speaks of calls that wait for all." },
      { parameter: "slow", value: 0, why: "The search lets no callee be slow." },
      { parameter: "dead", value: 0, why: OWN_FAULTS },
      { parameter: "loss", value: 0, why: OWN_FAULTS },
      { parameter: "receiveBuffers", value: 16, why: OWN_FAULTS },
      { parameter: "clients", value: "1", why: "The search follows one program that calls." },
      { parameter: "atOnce", value: 1, why: "The search follows one call at a time." },
      { parameter: "bytes", value: 4, why: "The search follows messages of one packet." },
    ],
    faults: {
      most: 1,
      why: "A second fault may meet each of the packets that a connection or a broadcast sends in the seconds after.",
    },
    ends: (parameters) => manyEnds(manyCallOf(parameters as ManyValues)),
  },
];
