/**
 * Calls of other systems that go to many machines, as experiments on the same cluster: what the paper names as uses of
 * multicast calls (Sections I and II).
 */
import * as P from "./flexrpc-params.ts";
import { runFlexrpc } from "./flexrpc-run.ts";
import type { Experiment, MeasureInfo, ParamTable, ParamValues } from "./types.ts";

const KB = 1024;

const fixedFor = (fixed: ParamValues): ParamValues => ({ ...P.PAPER_CALL, ...fixed });

type Described = Omit<Experiment, "paper" | "models" | "answers" | "run"> & { readonly fixed: ParamValues };

const use = ({ fixed, ...described }: Described): Experiment => ({
  ...described,
  paper: "flexrpc",
  models: [],
  answers: [],
  run: (parameters, seed, faults, options) =>
    runFlexrpc({
      experiment: described.id,
      measures: described.measures,
      fixed: fixedFor(fixed),
      parameters,
      seed,
      faults,
      options,
    }),
});

const OURS =
  "The paper names this use and measures none of it: sizes and numbers are ours or of the work that is named.";

const PUSH_PARAMS: ParamTable = {
  mode: P.MODE,
  callees: P.number({
    label: "Replicas",
    min: 1,
    max: P.MOST_CALLEES,
    default: 3,
    why: "The file system keeps three (Ghemawat, Gobioff and Leung 2003, Section 2.3).",
  }),
  argumentBytes: P.bytes("Data pushed", 1024 * KB, "Its example: 1 MB (Section 3.2)."),
  networkMbps: { ...P.NETWORK, default: 100, why: "Its example: 100 Mbit/s links (Section 3.2)." },
  order: P.ORDER,
  failCallee: P.FAIL_CALLEE,
  relayCost: P.RELAY_COST,
};

const PUSH_MEASURES: Readonly<Record<string, MeasureInfo>> = {
  latencyMs: { ...P.SHARED_MEASURES.latencyUs, unit: "ms" },
  idealMs: {
    label: "Ideal",
    unit: "ms",
    what: "the data's bits over the network's speed, and 0.077 ms a replica: half of the paper's t0, one hop one way",
  },
  callerBytes: P.SHARED_MEASURES.callerBytes,
  callerLinkUse: P.SHARED_MEASURES.callerLinkUse,
  answers: P.SHARED_MEASURES.answers,
  deepestQueueBytes: P.SHARED_MEASURES.deepestQueueBytes,
};

const gfsPush = use({
  id: "flexrpc/gfs-push",
  title: "Pushing data along a chain of replicas",
  question: "How long does 1 MB take to three replicas, and what does the client's link see of it?",
  params: PUSH_PARAMS,
  measures: PUSH_MEASURES,
  fixed: { resultBytes: 0 },
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
  notes: [
    OURS,
    "The Google File System pushes data along a chain of chunkservers, each to the closest that has not got it: at " +
      "best in bytes / speed + replicas x latency, about 80 ms for 1 MB at 100 Mbit/s. Framing adds 6 % to the first.",
    "Its control messages take another way and are left out; so is writing to disk.",
  ],
});

const ROUND_PARAMS: ParamTable = {
  callees: P.number({
    label: "Acceptors",
    min: 3,
    max: 63,
    default: 5,
    why: "Five acceptors survive two failures; the range is ours.",
  }),
  mode: {
    ...P.MODE,
    default: "parallel",
    why: "A proposer asks all acceptors; along a chain all would have to answer.",
  },
  waitFor: { ...P.WAIT_FOR, default: "majority", why: "A majority decides; waiting for all shows what that is worth." },
  slowCallee: { ...P.SLOW_CALLEE, label: "Slow acceptor", max: 63, needs: needing(63, "acceptor") },
  slowMs: {
    ...P.SLOW_BY,
    needs: { with: { slowCallee: 5, waitFor: "all" }, why: "A majority does not wait for one." },
  },
  failCallee: { ...P.FAIL_CALLEE, label: "Failed acceptor", max: 63, needs: needing(63, "acceptor") },
  calleeUs: { ...P.CALLEE_COST, needs: { with: { mode: "parallel" }, why: "It is a matter of parallel calls alone." } },
};

function needing(callees: number, who: string) {
  return {
    with: { callees, waitFor: "all" },
    why: `There has to be an ${who} of that number, and somebody who waits.`,
  };
}

const ROUND_MEASURES: Readonly<Record<string, MeasureInfo>> = {
  elapsedUs: {
    ...P.SHARED_MEASURES.elapsedUs,
    label: "Time for both phases",
    what: "from prepare to the end of accept",
  },
  latencyUs: { ...P.SHARED_MEASURES.latencyUs, label: "Latency of a phase" },
  answers: P.SHARED_MEASURES.answers,
  failedCalls: { ...P.SHARED_MEASURES.failedCalls, label: "Phases failed" },
  callerBytes: P.SHARED_MEASURES.callerBytes,
};

const paxosRound = use({
  id: "flexrpc/paxos-round",
  title: "A round of Paxos",
  question: "Two small calls to a majority: is a chain ever the better way?",
  params: ROUND_PARAMS,
  measures: ROUND_MEASURES,
  fixed: { calls: 2, argumentBytes: 64, resultBytes: 32 },
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
  notes: [
    OURS,
    "Prepare and accept are a call each (Lamport 1998), of 64 bytes there and 32 back. What acceptors write down " +
      "before they answer takes no longer here than any procedure.",
    "A chain needs all acceptors, so one that has failed ends the round; a majority in parallel does not miss it.",
  ],
});

const PROBE_PARAMS: ParamTable = {
  callees: P.number({
    label: "Peers",
    min: 1,
    max: P.MOST_CALLEES,
    default: 32,
    why: "A peer knows some dozens of others; the range is ours.",
  }),
  mode: { ...P.MODE, default: "parallel", why: "Probes are sent to all peers; handed on they would need all to live." },
  waitFor: {
    ...P.WAIT_FOR,
    default: "first",
    why: "One peer that has the file is enough; waiting for all takes stock.",
  },
  argumentBytes: P.number({
    label: "Probe",
    unit: "bytes",
    min: 0,
    max: 1400,
    default: 64,
    why: "The name of a file. It fits one packet.",
  }),
  deadPeers: P.number({
    label: "Peers that have gone",
    min: 0,
    max: 63,
    default: 4,
    why: "Peers leave without a word. They are spread evenly over the list.",
  }),
  deadBy: {
    kind: "choice",
    label: "Those are",
    default: "silence",
    options: [
      { value: "silence", label: "Silent" },
      { value: "refusal", label: "Refusing" },
    ],
    why: "A machine that is off says nothing; one whose program has ended refuses the connection.",
    needs: { with: { deadPeers: 4, waitFor: "all" }, why: "Who waits for the first to answer waits for none of them." },
  },
};

const PROBE_MEASURES: Readonly<Record<string, MeasureInfo>> = {
  elapsedMs: { label: "Until the call ends", unit: "ms", what: "from its start until it returns or fails" },
  latencyUs: P.SHARED_MEASURES.latencyUs,
  answers: P.SHARED_MEASURES.answers,
  failedCalls: P.SHARED_MEASURES.failedCalls,
  callerBytes: P.SHARED_MEASURES.callerBytes,
};

const probe = use({
  id: "flexrpc/p2p-probe",
  title: "Probing peers",
  question: "Who of many peers is there, and what does it cost that some have gone?",
  params: PROBE_PARAMS,
  measures: PROBE_MEASURES,
  fixed: { resultBytes: 16 },
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
  notes: [
    OURS,
    "Opening a connection to a machine that is off is given up after 189 s, as by a Linux of the time. A call that " +
      "waits for all fails then, with the results of the others.",
  ],
});

export const flexrpcUses: readonly Experiment[] = [gfsPush, paxosRound, probe];
