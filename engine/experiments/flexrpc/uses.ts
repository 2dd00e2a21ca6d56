/**
 * Calls of other systems to many machines, as experiments on the same cluster: the uses of multicast calls that the
 * paper names (Sections I and II).
 */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import {
  CALLEE_COST,
  CALLS,
  dataBytes,
  DEAD_BY,
  FAIL_CALLEE,
  MODE,
  MODERATION,
  MOST_CALLEES,
  NETWORK,
  ORDER,
  RELAY_COST,
  roughMsOf,
  SHARED_MEASURES,
  SLOW_BY,
  SLOW_CALLEE,
  WAIT_FOR,
} from "./params.ts";
import { describeExperiment } from "../describe.ts";
import { bytes } from "../common-params.ts";
import { number, variant } from "../params.ts";
import type { MeasureTable, Needs } from "../types.ts";

const KB = 1024;

/** The paper names these uses; it has no model of them and prints no number. */
const NAMED = { paper: "flexrpc", packetKinds: [...KINDS_OF.flexrpc, "reset"], models: [], answers: [] } as const;

const PUSH_PARAMS = {
  mode: MODE,
  callees: number({
    group: "workload",
    label: "Replicas",
    min: 1,
    max: MOST_CALLEES,
    default: 3,
    why: "The file system keeps three (Ghemawat, Gobioff and Leung 2003, Section 2.3).",
  }),
  argumentBytes: dataBytes("Data pushed", 1024 * KB, "Its example: 1 MB (Section 3.2)."),
  order: ORDER,
  failCallee: FAIL_CALLEE,
  relayCost: RELAY_COST,
  networkMbps: variant(NETWORK, { default: 100, why: "Its example: 100 Mbit/s links (Section 3.2)." }),
};

const PUSH_MEASURES = {
  latencyMs: { ...SHARED_MEASURES.latencyUs, unit: "ms" },
  idealMs: {
    label: "Ideal",
    unit: "ms",
    what: "the data’s bits over the network’s speed, and 0.077 ms a replica: half of the paper’s t0, one hop one way",
  },
  callerBytes: SHARED_MEASURES.callerBytes,
  callerLinkUse: SHARED_MEASURES.callerLinkUse,
  answers: SHARED_MEASURES.answers,
  deepestQueueBytes: SHARED_MEASURES.deepestQueueBytes,
} satisfies MeasureTable;

export const gfsPush = describeExperiment({
  ...NAMED,
  id: "flexrpc/gfs-push",
  title: "Pushing data along a chain of replicas",
  question:
    "How long does it take to copy 1 MB to three replicas, and how much of that time is the client’s link busy?",
  params: PUSH_PARAMS,
  measures: PUSH_MEASURES,
  machineWords: { caller: "client", callee: "replica" },
  sweep: { over: "callees", values: [1, 2, 3, 4, 5, 6, 7] },
  charts: [
    {
      y: "latencyMs",
      title: "Time to push 1 MB",
      points: [],
      series: { parameter: "mode", values: ["parallel", "serial"] },
      crossing: true,
    },
  ],
  roughMs: (parameters) => roughMsOf({ calls: 1, resultBytes: 0, ...parameters }),
});

const ROUND_PARAMS = {
  callees: number({
    group: "workload",
    label: "Acceptors",
    min: 3,
    max: 63,
    default: 5,
    why: "Five acceptors survive two failures; the range is ours.",
  }),
  mode: variant(MODE, {
    default: "parallel",
    why: "A proposer asks all acceptors; along a chain all would have to answer.",
  }),
  waitFor: variant(WAIT_FOR, {
    default: "majority",
    why: "A majority decides; waiting for all shows what that is worth.",
  }),
  slowCallee: variant(SLOW_CALLEE, { label: "Slow acceptor", max: 63, needs: needing(63, "acceptor") }),
  slowMs: variant(SLOW_BY, {
    needs: { with: { slowCallee: 5, waitFor: "all" }, why: "A majority does not wait for one." },
  }),
  failCallee: variant(FAIL_CALLEE, { label: "Failed acceptor", max: 63, needs: needing(63, "acceptor") }),
  calleeUs: variant(CALLEE_COST, {
    needs: { with: { mode: "parallel" }, why: "It is a matter of parallel calls alone." },
  }),
};

function needing(callees: number, who: string): Needs {
  return {
    with: { callees, waitFor: "all" },
    why: `There has to be an ${who} of that number, and somebody who waits.`,
  };
}

const ROUND_MEASURES = {
  elapsedUs: {
    ...SHARED_MEASURES.elapsedUs,
    label: "Time for both phases",
    what: "from prepare to the end of accept",
  },
  latencyUs: { ...SHARED_MEASURES.latencyUs, label: "Latency of a phase" },
  answers: SHARED_MEASURES.answers,
  failedCalls: { ...SHARED_MEASURES.failedCalls, label: "Phases failed" },
  callerBytes: SHARED_MEASURES.callerBytes,
} satisfies MeasureTable;

export const paxosRound = describeExperiment({
  ...NAMED,
  id: "flexrpc/paxos-round",
  title: "A round of Paxos",
  question: "A round of Paxos is two small calls to a majority. Is a chain ever the better way?",
  params: ROUND_PARAMS,
  measures: ROUND_MEASURES,
  machineWords: { caller: "proposer", callee: "acceptor" },
  sweep: { over: "callees", values: [3, 5, 7, 9, 15, 31, 63] },
  charts: [
    {
      y: "elapsedUs",
      title: "Prepare and accept",
      points: [],
      series: { parameter: "mode", values: ["parallel", "serial"] },
      crossing: true,
    },
  ],
});

/** More than 64 callees can have under way. */
const ANY_BYTES = 8 * KB * KB;

const INCAST_PARAMS = {
  callees: number({
    group: "workload",
    label: "Servers",
    min: 1,
    max: MOST_CALLEES,
    default: 32,
    why: "Reports of such trouble speak of dozens of servers that answer one client.",
  }),
  resultBytes: dataBytes(
    "Result of each server",
    64 * KB,
    "A block of a file. It fills a window of TCP, which has no slow start here.",
  ),
  calls: CALLS,
  portBytes: number({
    group: "network",
    label: "Room at a port of the switch",
    unit: "bytes",
    min: 4 * KB,
    max: ANY_BYTES,
    default: 128 * KB,
    scale: "log",
    why: "Switches for racks had some hundred kilobytes a port, or a few megabytes for all. 8 MB hold all.",
  }),
  networkMbps: NETWORK,
  moderationUs: MODERATION,
};

const INCAST_MEASURES = {
  latencyMs: { ...SHARED_MEASURES.latencyUs, unit: "ms" },
  goodputMbps: {
    label: "Goodput",
    unit: "Mbit/s",
    what: "the results of calls that returned, by the time of the run",
  },
  lostPackets: { label: "Packets lost", unit: "packets", what: "that a full port has dropped, in the whole run" },
  answers: SHARED_MEASURES.answers,
  failedCalls: SHARED_MEASURES.failedCalls,
  deepestQueueBytes: SHARED_MEASURES.deepestQueueBytes,
} satisfies MeasureTable;

const SOME_PORTS = [32 * KB, 128 * KB, 512 * KB, ANY_BYTES];

export const incast = describeExperiment({
  ...NAMED,
  paper: null,
  id: "flexrpc/incast",
  title: "Many servers answer one client at once",
  question: "Why does a client that asks many servers at once wait for 200 ms while its link is idle?",
  params: INCAST_PARAMS,
  measures: INCAST_MEASURES,
  machineWords: { caller: "client", callee: "server" },
  sweep: { over: "callees", values: [1, 2, 4, 8, 16, 24, 32, 48, 64] },
  charts: [
    {
      y: "goodputMbps",
      title: "Goodput by the servers that answer",
      points: [],
      limit: { parameter: "networkMbps", label: "The client’s link" },
      series: { parameter: "portBytes", values: SOME_PORTS },
    },
    {
      id: "latency",
      y: "latencyMs",
      title: "Time of the call by the servers that answer",
      points: [],
      series: { parameter: "portBytes", values: SOME_PORTS },
    },
    { y: "lostPackets", title: "Packets that the port has dropped", points: [] },
  ],
  callMeasure: "latencyMs",
  roughMs: (parameters) => roughMsOf({ argumentBytes: 64, mode: "parallel", ...parameters }),
});

const PROBE_PARAMS = {
  callees: number({
    group: "workload",
    label: "Peers",
    min: 1,
    max: MOST_CALLEES,
    default: 32,
    why: "A peer knows some dozens of others; the range is ours.",
  }),
  mode: variant(MODE, {
    default: "parallel",
    why: "Probes are sent to all peers; handed on they would need all to live.",
  }),
  argumentBytes: bytes({
    label: "Probe",
    max: 1400,
    default: 64,
    why: "The name of a file. It fits one packet.",
  }),
  deadPeers: number({
    group: "machines",
    label: "Peers that have gone",
    min: 0,
    max: 63,
    default: 4,
    why: "Peers leave without a word. They are spread evenly over the list.",
  }),
  deadBy: DEAD_BY,
  waitFor: variant(WAIT_FOR, {
    default: "first",
    why: "One peer that has the file is enough; waiting for all takes stock.",
  }),
};

const PROBE_MEASURES = {
  elapsedMs: { label: "Until the call ends", unit: "ms", what: "from its start until it returns or fails" },
  latencyUs: SHARED_MEASURES.latencyUs,
  answers: SHARED_MEASURES.answers,
  failedCalls: SHARED_MEASURES.failedCalls,
  callerBytes: SHARED_MEASURES.callerBytes,
} satisfies MeasureTable;

export const probe = describeExperiment({
  ...NAMED,
  id: "flexrpc/p2p-probe",
  title: "Probing peers",
  question: "Which of many peers still answer, and what does it cost that some have left?",
  params: PROBE_PARAMS,
  measures: PROBE_MEASURES,
  machineWords: { caller: "caller", callee: "peer" },
  sweep: { over: "deadPeers", values: [0, 1, 2, 4, 8, 16, 31] },
  charts: [
    {
      y: "answers",
      title: "Peers that answered",
      points: [],
      series: { parameter: "mode", values: ["parallel", "serial"] },
    },
    { y: "elapsedMs", title: "Until the call ends", points: [] },
  ],
});
