/** The parameters and the measures of the experiments with FlexRPC. Those of its uses are beside them in uses.ts. */
import { bytes, calls } from "../common-params.ts";
import { choice, number } from "../params.ts";
import type { MeasureInfo, MeasureTable, NumberParam, Values } from "../types.ts";

/** The most callees that a call may have: the simulation and the paper's model go no further. */
export const MOST_CALLEES = 64;
const MOST_BYTES = 16 * 1024 * 1024;

export const dataBytes = (label: string, byDefault: number, why: string): NumberParam =>
  bytes({ label, max: MOST_BYTES, default: byDefault, why });

export const MODE = choice({
  group: "workload",
  label: "Multicast",
  options: { serial: "Serial", parallel: "Parallel" },
  default: "serial",
  why: "Section II: the caller sends to every callee, or each callee hands the request on to the next.",
});

const PARALLEL = {
  with: { mode: "parallel" },
  why: "The caller does this work in parallel calls only.",
} as const;

export const WAIT_FOR = choice({
  group: "ending",
  label: "Returns with",
  options: { all: "All results", majority: "A majority", first: "The first result" },
  default: "all",
  why: "The paper waits for all. A client of replicas often needs only a majority, and a search needs only one answer.",
  needs: { ...PARALLEL, why: "A chain returns all results or none." },
});

export const CALLS = calls({
  max: 100,
  default: 1,
  scale: "log",
  why:
    "The caller makes them one after the other. All take the same time except for the first acknowledgements, so " +
    "one call is enough.",
});

const PROCESS = number({
  group: "machines",
  label: "Processing time",
  unit: "us",
  min: 52,
  max: 1_000_000,
  step: 0.1,
  default: 140.4,
  why: "This is the paper’s tp (Section IV). By equation (10) it includes the empty messages there and back: 51.9 µs.",
  stretches: { name: "procedure", steps: ["Process the call"], plus: -52 },
});

export const NETWORK = number({
  group: "network",
  label: "Network speed",
  unit: "Mbit/s",
  min: 10,
  max: 10_000,
  default: 1000,
  why:
    "The paper’s links are Gigabit Ethernet (Section IV). Its hosts can send at 899 Mbit/s, and not faster on a " +
    "faster link.",
  stretches: { name: "network", wire: "Transmission time on the link" },
});

export const RELAY_COST = number({
  group: "machines",
  label: "Processor share of a segment",
  min: 0,
  max: 1,
  step: 0.01,
  default: 0.75,
  why:
    "A machine is busy for this share of a segment’s time when it receives the segment, and again when it sends " +
    "it. Fitted to the first relay efficiency. At 0 every relay efficiency is 1.",
});

export const MODERATION = number({
  group: "network",
  label: "Interrupts at least apart",
  unit: "us",
  min: 0,
  max: 500,
  default: 20,
  scale: "log",
  why: "Assumed. Network interfaces of the time held receive interrupts back by 20 to 125 µs.",
});

export const CALLEE_COST = number({
  group: "machines",
  label: "Caller’s work for a callee",
  unit: "us",
  min: 0,
  max: 1000,
  default: 67,
  why: "Fitted to the crossing of parallel and serial calls at seven callees. The paper does not model parallel calls.",
  needs: PARALLEL,
  stretches: { name: "call", steps: ["Call one of several callees"] },
});

export const ORDER = choice({
  group: "protocol",
  label: "Order of the chain",
  options: { closest: "Closest next", given: "As given" },
  default: "closest",
  why:
    "A callee hands the call on to the closest callee that has not got it (Section I). Up to 46 callees all " +
    "stand at one switch.",
  needs: { with: { callees: 64 }, why: "At one switch all callees are equally close." },
});

export const SLOW_CALLEE = number({
  group: "machines",
  label: "Slow callee",
  min: 0,
  max: MOST_CALLEES,
  default: 0,
  why:
    "The number of the callee is its place in the chain; 0 means none. Equations (6) and (7) say what a slow " +
    "callee costs.",
  needs: { with: { callees: MOST_CALLEES }, why: "The call must have a callee of that number." },
});

export const SLOW_BY = number({
  group: "machines",
  label: "Slow by",
  unit: "ms",
  min: 0,
  max: 10_000,
  step: 0.1,
  default: 5,
  why: "The slow callee waits so much longer than the others, as if for a disk.",
  needs: { with: { slowCallee: 7 }, why: "While no callee is slow, this changes nothing." },
  stretches: { name: "slow callee", wait: "slow procedure ends" },
});

export const FAIL_CALLEE = number({
  group: "machines",
  label: "Failed callee",
  min: 0,
  max: MOST_CALLEES,
  default: 0,
  why: "The number of the callee; 0 means none. Its process does not run, so its machine refuses connections.",
  needs: { with: { callees: MOST_CALLEES }, why: "The call must have a callee of that number." },
});

const RESULTS = choice({
  group: "protocol",
  label: "Results of a chain",
  options: { buffered: "In whole bundles", pipelined: "As they come" },
  default: "buffered",
  why:
    "The paper’s callees keep results and then forward them (Section III). Passing them on as they come is our " +
    "own variant.",
});

export const DEAD_BY = choice({
  group: "machines",
  label: "Those are",
  options: { silence: "Silent", refusal: "Refusing" },
  default: "silence",
  why: "A machine that is off does not answer. A machine whose program has ended refuses the connection.",
  needs: {
    with: { deadPeers: 4, waitFor: "all" },
    why: "A caller that waits for one answer does not wait for failed callees.",
  },
});

const KB = 1024;

/** The parameters of a multicast call of the paper. */
export const MULTICAST_PARAMS = {
  mode: MODE,
  callees: number({
    group: "workload",
    label: "Callees",
    min: 1,
    max: MOST_CALLEES,
    default: 7,
    why: "The paper has eight machines, one of them the caller (Section IV). We chose the largest number.",
  }),
  argumentBytes: dataBytes("Argument", 32 * KB, "Figure 3(a) goes from 0 to 64 KB, Figure 3(d) has 32 KB."),
  resultBytes: dataBytes("Result of each callee", 32 * KB, "Figure 3(d) has 32 KB."),
  calls: CALLS,
  results: RESULTS,
  order: ORDER,
  waitFor: WAIT_FOR,
  slowCallee: SLOW_CALLEE,
  slowMs: SLOW_BY,
  failCallee: FAIL_CALLEE,
  processUs: PROCESS,
  calleeUs: CALLEE_COST,
  relayCost: RELAY_COST,
  networkMbps: NETWORK,
  moderationUs: MODERATION,
};

/** The parameters of all experiments with FlexRPC: a run needs a value of each. */
export interface FlexrpcValues extends Values<typeof MULTICAST_PARAMS> {
  readonly deadPeers: number;
  readonly deadBy: (typeof DEAD_BY)["default"];
  readonly portBytes: number;
}

/** The paper's call: values for the parameters that an experiment does not have. */
export const PAPER_CALL = {
  mode: "serial",
  callees: 7,
  argumentBytes: 32768,
  resultBytes: 32768,
  results: "buffered",
  waitFor: "all",
  order: "closest",
  slowCallee: 0,
  slowMs: 0,
  failCallee: 0,
  deadPeers: 0,
  deadBy: "refusal",
  portBytes: Infinity,
  calls: CALLS.default,
  processUs: PROCESS.default,
  networkMbps: NETWORK.default,
  relayCost: RELAY_COST.default,
  moderationUs: MODERATION.default,
  calleeUs: CALLEE_COST.default,
} as const satisfies FlexrpcValues;

const SEGMENT_BYTES = 1448;
/** For a segment and its share of acknowledgements; 64 callees with 1 MB there and back took 29 s. */
const SEGMENT_MS = 0.018;

type Sizes = Pick<FlexrpcValues, "mode" | "callees" | "argumentBytes" | "resultBytes" | "calls">;

/** Roughly how long a run takes to compute, in ms: by the segments that cross the links. */
export function roughMsOf({ mode, callees, argumentBytes, resultBytes, calls }: Sizes): number {
  const results = mode === "serial" ? (callees * (callees + 1)) / 2 : callees;
  return (calls * SEGMENT_MS * (callees * argumentBytes + results * resultBytes)) / SEGMENT_BYTES;
}

/** Measures of more than one of the experiments. */
export const SHARED_MEASURES = {
  latencyUs: {
    label: "Latency",
    unit: "us",
    what: "from the start of a call to its return, mean of the calls that returned",
  },
  answers: { label: "Results that came", unit: "results", what: "the results that a call returned, mean of the calls" },
  failedCalls: { label: "Calls failed", unit: "calls", what: "calls that ended in an exception" },
  elapsedUs: { label: "Time for all calls", unit: "us", what: "from the first call to the end of the last" },
  callerBytes: {
    label: "Bytes leaving the caller",
    unit: "bytes",
    what: "bytes of all its frames, with headers and acknowledgements, without preamble and check sequence",
  },
  callerLinkUse: {
    label: "Use of the caller’s link out",
    unit: "%",
    what:
      "the time during which it sends, gaps included, divided by the time of the run; at 1 Gbit/s its machine can " +
      "keep it busy up to 95 %",
  },
  deepestQueueBytes: {
    label: "Deepest switch queue",
    unit: "bytes",
    what: "the most bytes that waited at one port of a switch, without the frame being sent",
  },
} as const satisfies MeasureTable;

const RELAY_FAMILY = "Relay efficiency";

type RelayMeasure = `relayEfficiency${number}`;

export const RELAY_MEASURES: Readonly<Record<RelayMeasure, MeasureInfo>> = Object.fromEntries(
  Array.from({ length: MOST_CALLEES - 1 }, (_, i): [string, MeasureInfo] => [
    `relayEfficiency${i + 1}`,
    {
      label: `Relay efficiency of callee ${i + 1}`,
      unit: "ratio",
      what:
        "in the first call: time from having received the first packet of the argument to having received the last, " +
        "over the time from beginning to send the first on to beginning to send the last",
      family: RELAY_FAMILY,
    },
  ]),
);

const CALL_MEASURES = {
  latencyUs: SHARED_MEASURES.latencyUs,
  bandwidthMbps: { label: "Bandwidth", unit: "Mbit/s", what: "bits of one argument, divided by the latency" },
  answers: SHARED_MEASURES.answers,
  failedCalls: SHARED_MEASURES.failedCalls,
  callerBytes: SHARED_MEASURES.callerBytes,
  callerLinkUse: SHARED_MEASURES.callerLinkUse,
  argumentArrivalUs: {
    label: "Argument at the last callee",
    unit: "us",
    what: "in the first call, from its start until the last callee to get it has the whole argument",
  },
  resultPhaseUs: {
    label: "Result forward phase",
    unit: "us",
    what: "in the first call, from the end of the last procedure to the call’s return; none where it returns before",
  },
  deepestQueueBytes: SHARED_MEASURES.deepestQueueBytes,
  elapsedUs: SHARED_MEASURES.elapsedUs,
} satisfies MeasureTable;

export const MULTICAST_MEASURES: typeof CALL_MEASURES & typeof RELAY_MEASURES = {
  ...CALL_MEASURES,
  ...RELAY_MEASURES,
};

/** The measures of all experiments with FlexRPC. */
export type FlexrpcMeasure =
  | keyof typeof SHARED_MEASURES
  | RelayMeasure
  | "argumentArrivalUs"
  | "bandwidthMbps"
  | "elapsedMs"
  | "goodputMbps"
  | "idealMs"
  | "latencyMs"
  | "lostPackets"
  | "resultPhaseUs";

export type MulticastValues = Values<typeof MULTICAST_PARAMS>;
export type MulticastMeasure = keyof typeof MULTICAST_MEASURES;
