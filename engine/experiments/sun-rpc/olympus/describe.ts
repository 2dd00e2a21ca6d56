/** Olympus as an experiment: a token graph whose nodes are interpreted by calls of Sun RPC. */
import { KINDS_OF } from "../../../faults/packet-kinds.ts";
import { describeExperiment } from "../../describe.ts";
import { OLYMPUS_MEASURES, OLYMPUS_PARAMS } from "./params.ts";
import { IN_WIRESHARK } from "../in-wireshark.ts";

const CALLS = { parameter: "calling", values: ["nonblocking", "blocking"] } as const;

export const olympus = describeExperiment({
  id: "sun-rpc/olympus",
  title: "Olympus: a graph of calls",
  question: "What does a program gain when its remote calls do not block?",
  paper: "enutt",
  packetKinds: KINDS_OF.sunrpc,
  inWireshark: IN_WIRESHARK,
  params: OLYMPUS_PARAMS,
  measures: OLYMPUS_MEASURES,
  crowd: {},
  sweep: { over: "servers", values: [1, 2, 3, 4, 6, 8, 12, 16] },
  charts: [
    { y: "totalMs", title: "Time of the graph, by servers", points: [], series: CALLS },
    {
      id: "node-time",
      y: "speedup",
      title: "Speedup, by the time of a node",
      points: [],
      sweep: { over: "nodeMs", values: [0, 3, 10, 30, 100, 300, 1000] },
    },
  ],
  models: [],
  answers: [],
  roughMs: ({ graph, nodes }) => (graph === "cycle" ? 0.3 : 0.1) * nodes,
});
