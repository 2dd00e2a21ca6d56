/** The Firefly's three calls as experiments: their sweeps and charts, and the published cells that they answer. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { ALIKE, SPARE, TWO_THREADS } from "./alike.ts";
import { describeExperiment } from "../describe.ts";
import type { Answer, Description, Implied, Values } from "../types.ts";
import { marshal } from "./marshal-describe.ts";
import { MAX_ARG_PARAMS, MAX_RESULT_PARAMS, MEASURES, NULL_PARAMS } from "./params.ts";
import type { FireflyMeasure, FireflyValues } from "./params.ts";

/** Arguments and results of the test interface fit one packet each. */
const ONE_PACKET_KINDS = KINDS_OF.firefly.filter((kind) => kind !== "data");

const IN_WIRESHARK =
  "Wireshark shows Ethernet, IP and UDP. It has no reader for Firefly RPC and shows the rest as data.";

type SomeProcessors = Partial<Pick<FireflyValues, "callerProcessors" | "serverProcessors">>;
type FireflyAnswer = Answer<typeof NULL_PARAMS, FireflyMeasure>;

const TABLE_I = { table: "table-i", keys: ["callerThreads"], set: { threads: "callerThreads" } } as const;
const PAPER_RUN = { calls: 10_000 } as const; // "Time for 10,000 RPCs"

/**
 * The latency of one call, from a time for many calls: n threads that call one after the other keep n calls under way,
 * so each call takes n × time ÷ calls (Little's law; exact for one thread). The paper's text gives it rounded.
 */
const LATENCY: Implied<typeof NULL_PARAMS, FireflyMeasure> = {
  measure: "latencyMs",
  value: (seconds, { threads }) => (threads * seconds * 1000) / PAPER_RUN.calls,
  how: (seconds, { threads }) => `${seconds} s ÷ 10,000 calls${threads === 1 ? "" : ` × ${threads} threads`}`,
};

/** A quantity that the running text states, for a run with these parameters. */
const stated = (key: string, measure: FireflyMeasure, fixed: FireflyAnswer["fixed"] & object): FireflyAnswer => ({
  table: "text",
  column: "value",
  keys: ["key"],
  only: { key },
  set: {},
  fixed,
  measure,
  kind: "predicted",
});

/** "With the RPC Exerciser", and "with the swapped lines installed" (Section 5). */
const EXERCISER = { stubs: "exerciser", statementOrder: "swapped" } as const;

const TABLE_X: FireflyAnswer = {
  table: "table-x",
  column: "secondsPer1000",
  keys: ["callerProcessors", "serverProcessors"],
  set: { callerProcessors: "callerProcessors", serverProcessors: "serverProcessors" },
  fixed: { calls: 1000, threads: 1, ...EXERCISER },
  measure: "elapsedS",
  kind: "predicted",
  note: SPARE,
};

/** Null() with so many processors in percent above five and five. */
const above = (key: string, processors: SomeProcessors): FireflyAnswer => ({
  ...stated(key, "elapsedS", { calls: 1000, ...EXERCISER }),
  compute: (ask) => {
    const [all, few] = [ask({}), ask(processors)];
    return all === null || few === null ? null : 100 * (few / all - 1);
  },
});

/** Each thread makes a thousand calls there; a run makes as many for each row. */
const tableXi = (column: string, callerProcessors: number, serverProcessors: number): FireflyAnswer => ({
  table: "table-xi",
  column,
  keys: ["callerThreads"],
  set: { threads: "callerThreads" },
  fixed: { callerProcessors, serverProcessors, calls: 3000, ...EXERCISER },
  measure: "throughputMbps",
  kind: "predicted",
  note: callerProcessors === 5 ? ALIKE : TWO_THREADS,
});

const BUG = { callerProcessors: 1, serverProcessors: 1, calls: 1000 } as const;

/** With so many calls the error of a chart point is under 1 %; a reader can set the 10,000 of the paper. */
const CHART_RUN = { calls: 400 } as const;
const THREAD_SWEEP = { over: "threads", values: [1, 2, 3, 4, 5, 6, 7, 8], fixed: CHART_RUN } as const;

/** Section 5: bulk data go by parallel calls. So many full packets hold 1,048,576 bytes. */
const FILE_CALLS = Math.ceil(2 ** 20 / MAX_RESULT_PARAMS.resultBytes.default);

const FULL_BYTES = MAX_RESULT_PARAMS.resultBytes.default;
/** The switches that the model has a term for. */
const SWITCHED = [
  "controller",
  "cpuSpeed",
  "udpChecksums",
  "header",
  "layering",
  "waiting",
  "runtime",
  "interruptRoutine",
  "stubs",
  "statementOrder",
] as const;

type ArrayAndNetwork = Pick<Values<typeof MAX_RESULT_PARAMS>, "networkMbps" | "arrayType">;
const arrayAndNetwork = ({ networkMbps, arrayType }: ArrayAndNetwork) => ({
  ethernet_mbps: networkMbps,
  fixed_length: arrayType === "fixed" ? 1 : 0,
});

/** The paper's accounts are of calls between machines. */
const isOnEthernet = ({ transport }: Pick<FireflyValues, "transport">): boolean => transport === "ethernet";

/** Whether a run changes nothing that only `combined_us` has a term for. */
const isAsMeasured = (values: FireflyValues): boolean =>
  isOnEthernet(values) && SWITCHED.every((key) => values[key] === NULL_PARAMS[key].default);

type Result = Pick<Values<typeof MAX_RESULT_PARAMS>, "resultBytes" | "arrayType">;
/** The result of the paper's MaxResult, of which the model of several changes speaks. */
const isFullResult = ({ resultBytes, arrayType }: Result): boolean =>
  resultBytes === FULL_BYTES && arrayType === "variable";

const BUS_MBPS = 16; // of the QBus

/** Beside a wire that is faster than its bus a controller cannot overlap all of the bus’s time, as the model has it. */
const canOverlap = ({ controller, networkMbps }: FireflyValues): boolean =>
  controller !== "overlapping" || networkMbps <= BUS_MBPS;

/** The model of a call with changes. */
const combined = (call: string) => ({
  paper: "firefly",
  function: "combined_us",
  measure: "latencyMs" as const,
  scale: 0.001,
  arguments: (p: FireflyValues) => ({
    call,
    ethernet_mbps: p.networkMbps,
    cpu_speed: p.cpuSpeed,
    controller: p.controller,
    checksums: p.udpChecksums,
    header: p.header,
    layering: p.layering,
    waiting: p.waiting,
    runtime: p.runtime,
    interrupt_routine: p.interruptRoutine,
    stubs: p.stubs,
    statement_order: p.statementOrder,
  }),
});

/** A call of one thread has nothing to wait for. */
const ONE_BY_ONE = {
  callMeasure: "latencyMs",
  roughMs: ({ calls }: FireflyValues): number => calls * 0.05,
  isLoneCall: ({ threads }: FireflyValues): boolean => threads === 1,
} as const;

export const nullCall = describeExperiment({
  id: "firefly/null",
  title: "Firefly RPC: Null()",
  question: "Where do the 2.66 ms of an empty call go, and what do more caller threads gain?",
  paper: "firefly",
  packetKinds: ONE_PACKET_KINDS,
  inWireshark: IN_WIRESHARK,
  params: NULL_PARAMS,
  measures: MEASURES,
  sweep: THREAD_SWEEP,
  charts: [
    {
      y: "callsPerSecond",
      title: "Calls of Null()",
      points: [{ table: "table-i", column: "nullRpcsPerS" }],
    },
    { y: "latencyMs", title: "Latency of Null()", points: [] },
    {
      y: "elapsedS",
      title: "Time for 1,000 calls of Null(), by processors of the caller",
      points: [{ table: "table-x", column: "secondsPer1000" }],
      sweep: { over: "callerProcessors", values: [1, 2, 3, 4, 5], fixed: { threads: 1, calls: 1000, ...EXERCISER } },
      evenX: true,
    },
  ],
  models: [
    {
      paper: "firefly",
      function: "null_us",
      measure: "latencyMs",
      scale: 0.001,
      arguments: ({ networkMbps }) => ({ ethernet_mbps: networkMbps }),
      when: isAsMeasured,
    },
    { ...combined("Null()"), when: (p) => isOnEthernet(p) && !isAsMeasured(p) && canOverlap(p) },
  ],
  answers: [
    { ...TABLE_I, column: "nullSeconds", fixed: PAPER_RUN, measure: "elapsedS", implies: LATENCY, kind: "predicted" },
    { ...TABLE_I, column: "nullRpcsPerS", fixed: PAPER_RUN, measure: "callsPerSecond", kind: "predicted", note: ALIKE },
    stated("nullLatency", "latencyMs", { threads: 1 }),
    stated("nullRate7", "callsPerSecond", { threads: 7, ...PAPER_RUN }),
    TABLE_X,
    above("fiveToTwo", { callerProcessors: 2 }),
    above("uniprocessorLonger", { callerProcessors: 1, serverProcessors: 1 }),
    stated("uniprocessorNullFirst", "latencyMs", BUG),
    { ...stated("uniprocessorLoss", "lossesPerSecond", BUG), note: "20 ms a call imply 1.27 losses a second (E-F10)" },
  ],
  ...ONE_BY_ONE,
});

export const maxResult = describeExperiment({
  id: "firefly/max-result",
  title: "Firefly RPC: MaxResult(b)",
  question: "How fast does a full packet of results come back, and what stops more threads from going faster?",
  paper: "firefly",
  packetKinds: ONE_PACKET_KINDS,
  inWireshark: IN_WIRESHARK,
  params: MAX_RESULT_PARAMS,
  measures: MEASURES,
  sweep: THREAD_SWEEP,
  charts: [
    {
      y: "throughputMbps",
      title: "Throughput of MaxResult",
      points: [{ table: "table-i", column: "maxResultMbitPerS" }],
      limit: { parameter: "networkMbps", label: "Ethernet" },
    },
    { y: "latencyMs", title: "Latency of MaxResult", points: [] },
    {
      y: "elapsedS",
      title: "Time to fetch a file of 1 MB by calls of MaxResult side by side",
      points: [],
      sweep: { over: "threads", values: [1, 2, 3, 4, 5, 6, 7, 8], fixed: { calls: FILE_CALLS } },
    },
  ],
  models: [
    {
      paper: "firefly",
      function: "max_result_us",
      measure: "latencyMs",
      scale: 0.001,
      arguments: (p) => ({ result_bytes: p.resultBytes, ...arrayAndNetwork(p) }),
      when: (p) => isOnEthernet(p) && (isAsMeasured(p) || !isFullResult(p)),
    },
    {
      ...combined("MaxResult"),
      when: (p) => isOnEthernet(p) && !isAsMeasured(p) && isFullResult(p) && canOverlap(p),
    },
  ],
  answers: [
    {
      ...TABLE_I,
      column: "maxResultSeconds",
      fixed: PAPER_RUN,
      measure: "elapsedS",
      implies: LATENCY,
      kind: "predicted",
    },
    {
      ...TABLE_I,
      column: "maxResultMbitPerS",
      fixed: PAPER_RUN,
      measure: "throughputMbps",
      kind: "predicted",
      note: ALIKE,
    },
    stated("maxResultLatency", "latencyMs", { threads: 1 }),
    stated("maxThroughput", "throughputMbps", { threads: 4, ...PAPER_RUN }),
    {
      ...stated("receptionOverTransmission", "throughputMbps", { threads: 8, calls: 2000 }),
      compute: (ask) => {
        const [sent, received] = [ask({}), ask({ serverMachines: 2 })];
        return sent === null || received === null ? null : 100 * (received / sent - 1);
      },
      note: "two servers send more than the caller can receive; with one the server’s controller is the limit",
    },
    stated("cpuAtMax", "callerCpu", { threads: 4, ...PAPER_RUN }),
    tableXi("caller5server5", 5, 5),
    tableXi("caller1server5", 1, 5),
    tableXi("caller1server1", 1, 1),
    {
      ...stated("uniprocessorThroughput", "throughputMbps", { threads: 4, calls: 4000, ...EXERCISER }),
      compute: (ask) => {
        const [all, one] = [ask({}), ask({ callerProcessors: 1, serverProcessors: 1 })];
        return all === null || one === null ? null : one / all;
      },
    },
  ],
  ...ONE_BY_ONE,
});

export const maxArg = describeExperiment({
  id: "firefly/max-arg",
  title: "Firefly RPC: MaxArg(b)",
  question: "Does it matter in which direction the data goes?",
  paper: "firefly",
  packetKinds: ONE_PACKET_KINDS,
  inWireshark: IN_WIRESHARK,
  params: MAX_ARG_PARAMS,
  measures: MEASURES,
  sweep: THREAD_SWEEP,
  charts: [
    {
      y: "throughputMbps",
      title: "Throughput of MaxArg",
      points: [],
      limit: { parameter: "networkMbps", label: "Ethernet" },
    },
    { y: "latencyMs", title: "Latency of MaxArg", points: [] },
  ],
  models: [
    {
      paper: "firefly",
      function: "max_arg_us",
      measure: "latencyMs",
      scale: 0.001,
      arguments: (p) => ({ argument_bytes: p.argumentBytes, ...arrayAndNetwork(p) }),
      when: isOnEthernet,
    },
  ],
  answers: [],
  ...ONE_BY_ONE,
});

/** What the family is called where one is chosen. */
export const title = "Firefly RPC";

export const descriptions: readonly Description[] = [nullCall, maxResult, maxArg, marshal];
