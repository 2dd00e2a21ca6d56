/** The parameters and the measures of the experiments with the Firefly's calls. */
import { calls } from "../common-params.ts";
import { choice, leftOut, number, variant } from "../params.ts";
import type { MeasureTable, NumberParam, Values } from "../types.ts";
import { BETWEEN_MACHINES, MACHINE_SWITCHES, PROTOCOL_SWITCHES, SOFTWARE_SWITCHES, TRANSPORT } from "./switches.ts";

const processors = (label: string): NumberParam =>
  number({
    group: "machines",
    label,
    min: 1,
    max: 5,
    default: 5,
    why: "The Firefly in the paper has five processors; Section 5 turns some of them off.",
  });

/** What is called how often: of all three calls. */
const WORKLOAD = {
  threads: number({
    group: "workload",
    label: "Caller threads",
    min: 1,
    max: 8,
    default: 1,
    why: "Table I uses 1 to 8 threads.",
  }),
  calls: calls({
    max: 100_000,
    default: 1000,
    why: "Table I times 10,000 calls. The results settle long before.",
  }),
};

/** A pause between calls: after some seconds no server thread waits for its caller any more. */
const PAUSE = {
  pauseMs: number({
    group: "workload",
    label: "Pause between calls",
    unit: "ms",
    min: 0,
    max: 20_000,
    default: 0,
    why:
      "The paper’s callers make no pause. Section 3.1: if the last call was more than a few seconds ago, no server " +
      "thread waits for this caller. We let it be five seconds.",
  }),
};

/** Machines and network of all three calls. */
const SITE = {
  callerProcessors: processors("Caller processors"),
  serverProcessors: variant(processors("Server processors"), { only: BETWEEN_MACHINES }),
  serverMachines: number({
    group: "machines",
    label: "Server machines",
    min: 1,
    max: 4,
    default: 1,
    why:
      "The paper has one. With several, which the threads call in turn, the results come faster than one machine can " +
      "send them. So they show how fast the caller can receive (Section 4.2.1).",
    needs: { with: { threads: 8 }, why: "One thread calls one server only." },
    only: BETWEEN_MACHINES,
  }),
  ...MACHINE_SWITCHES,
  networkMbps: number({
    group: "network",
    label: "Network speed",
    unit: "Mbit/s",
    min: 0.1,
    max: 1000,
    step: 0.1,
    default: 10,
    why: "The paper’s Ethernet runs at 10 Mbit/s; Section 4.2.2 asks about 100 Mbit/s.",
    only: BETWEEN_MACHINES,
    stretches: { name: "network", wire: "Transmission time on Ethernet" },
  }),
  foreignPackets: number({
    group: "network",
    label: "Other packets to the server",
    unit: "packets/s",
    min: 0,
    max: 200,
    default: 0,
    why:
      "Section 3.2: a packet that is not RPC’s takes the slow path. The paper’s tests had none. Ours come at random " +
      "from another host.",
    only: BETWEEN_MACHINES,
  }),
  segment: choice({
    group: "network",
    label: "Ethernet segment",
    options: { private: "Private", shared: "Shared" },
    default: "private",
    why:
      "The paper measured on a private Ethernet, without other traffic. A shared one has 500 m of cable. Above " +
      "119 Mbit/s a slot allows less, 59 m at 1,000 Mbit/s. Then a mark in the run says so.",
    only: BETWEEN_MACHINES,
  }),
};

/** Software and packets, and the rules that a run can leave out. */
const RULES = {
  ...SOFTWARE_SWITCHES,
  transport: TRANSPORT,
  ...PROTOCOL_SWITCHES,
  without: leftOut(["sequenceCheck", "duplicateTable", "uniqueId", "pleaseAck", "heldReply"]),
};

/** The parameters of a call of Null(), which the other two calls have too. */
export const NULL_PARAMS = { ...WORKLOAD, ...PAUSE, ...SITE, ...RULES };

/** The size of an argument or of a result. */
const bytes = (label: string): NumberParam =>
  number({
    group: "workload",
    label,
    unit: "bytes",
    min: 1,
    max: 1440,
    default: 1440,
    why: "One packet holds 1,440 bytes of data and 74 bytes of headers.",
  });

const ARRAY_TYPE = choice({
  group: "workload",
  label: "Array type",
  options: { variable: "Variable length", fixed: "Fixed length" },
  default: "variable",
  why: "The paper’s test interface uses arrays of variable length (Table IV). Table III gives those of fixed length.",
});

export const MAX_RESULT_PARAMS = {
  ...WORKLOAD,
  resultBytes: bytes("Result"),
  arrayType: ARRAY_TYPE,
  ...PAUSE,
  ...SITE,
  ...RULES,
};
export const MAX_ARG_PARAMS = {
  ...WORKLOAD,
  argumentBytes: bytes("Argument"),
  arrayType: ARRAY_TYPE,
  ...PAUSE,
  ...SITE,
  ...RULES,
};

export const MEASURES = {
  latencyMs: {
    label: "Latency, mean",
    unit: "ms",
    what: "from a call’s first instruction to its return, mean of the calls that returned",
  },
  medianMs: { label: "Latency, median", unit: "ms", what: "the time of the middle call of those that returned" },
  elapsedS: { label: "Time for all calls", unit: "s", what: "from the first call to the last return", total: true },
  callsPerSecond: {
    label: "Calls per second",
    unit: "calls/s",
    what: "calls that returned, divided by the time of the run",
  },
  throughputMbps: {
    label: "Throughput",
    unit: "Mbit/s",
    what: "bits of argument and result of the calls that returned, divided by the time of the run",
  },
  callerCpu: {
    label: "Caller processor use",
    unit: "CPU s/s",
    what: "busy time of all caller processors, background threads included, divided by the time of the run",
  },
  serverCpu: {
    label: "Server processor use",
    unit: "CPU s/s",
    what: "the same for the server; where both programs are on one machine, both have its processors",
  },
  fastPathShare: {
    label: "Calls on the fast path",
    unit: "%",
    what: "calls of which both packets were handed to a waiting thread by the interrupt routine, of all calls",
  },
  lossesPerSecond: {
    label: "Results lost in the race",
    unit: "packets/s",
    what: "results that came before their call was registered, divided by the time of the run",
  },
  longestStep: {
    label: "Longest step",
    unit: "step",
    what: "the step with the longest single turn on the critical path of the first call",
  },
  failedCalls: { label: "Calls failed", unit: "calls", what: "calls that ended in an exception" },
} satisfies MeasureTable;

/** The values of the parameters that all three calls have. */
export type FireflyValues = Values<typeof NULL_PARAMS>;
export type FireflyMeasure = keyof typeof MEASURES;
