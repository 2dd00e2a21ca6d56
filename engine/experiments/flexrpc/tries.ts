/** The claims of the FlexRPC paper that a run of its experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import { crossover, difference, EMPTY, slopeOrder } from "./describe.ts";
import type { MulticastMeasure, MULTICAST_PARAMS } from "./params.ts";

const multicast = triedBy<typeof MULTICAST_PARAMS, MulticastMeasure>("flexrpc/multicast");

const KB = 1024;
const BULK = { callees: 7, argumentBytes: 64 * KB, resultBytes: 0 } as const;
const PARALLEL = { ...BULK, mode: "parallel" } as const;

export const tries: Tries = {
  paper: "flexrpc",
  claims: {
    alphas: multicast(BULK, "The answers list the relay efficiency of each of the first six callees.", {
      measure: "relayEfficiency1",
    }),
    "crossover-16k": multicast(
      { ...BULK, argumentBytes: 16 * KB },
      "Choose the chart of the bandwidth: it names the size at which the two curves cross.",
      { measure: "latencyUs", compute: crossover },
    ),
    parameters: multicast(
      { ...EMPTY, callees: 2 },
      "Set one callee, then two: the latency of the empty call grows by one hop.",
      { measure: "latencyUs", compute: (ask) => difference(ask, { ...EMPTY, callees: 1 }, { ...EMPTY, callees: 2 }) },
    ),
    "argument-linear": multicast(
      { callees: 1, argumentBytes: 64 * KB, resultBytes: 0 },
      "Choose the chart of the latency against the argument: its curves are almost straight.",
      {
        measure: "latencyUs",
        compute: (ask) => slope(difference(ask, { argumentBytes: 0 }, { argumentBytes: 64 * KB })),
      },
    ),
    "result-linear": multicast(
      { argumentBytes: 0, resultBytes: 64 * KB },
      "Choose the chart of the latency against the result: each further callee makes its curve steeper.",
      { measure: "latencyUs", compute: slopeOrder },
    ),
    "model-effective": multicast(
      {},
      "On the chart the latency stands a little above the model and above the ideal one.",
    ),
    platform: multicast(
      { argumentBytes: KB, resultBytes: KB },
      "The timeline has eight machines: one caller and seven callees.",
    ),
    "serial-motive": multicast(BULK, "The caller sends little more than one argument: read the bytes that leave it."),
    "parallel-caller-bandwidth": multicast(PARALLEL, "The caller sends the argument seven times, one after another."),
    "serial-spreads": multicast(BULK, "Each machine but the last sends the argument once, to the next."),
    phases: multicast(
      { callees: 3 },
      "Follow one callee: it forwards the argument, then processes the call, then forwards results.",
    ),
    "results-buffered": multicast(
      { callees: 3 },
      "A callee sends its first result packet only after it has all results from behind.",
    ),
    "delta-zero": multicast(
      { slowCallee: 1, slowMs: 5 },
      "The first callee takes 5 ms longer, and the latency does not change: set the slow callee to 0 and to 7.",
    ),
    "relay-efficiency": multicast(BULK, "Every relay efficiency is below 1, and the last callee has none."),
    "relay-grows": multicast(BULK, "The relay efficiencies rise from callee to callee."),
    "parallel-saturates": multicast(PARALLEL, "The use of the caller’s link out is above 80 %."),
  },
};

/** In us per byte. */
function slope(grown: number | null): number | null {
  return grown === null ? null : grown / (64 * KB);
}
