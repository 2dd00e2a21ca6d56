/** The echo protocol as an experiment: the least that a family of experiments says of itself. */
import { describeExperiment } from "../describe.ts";
import { choice, number } from "../params.ts";
import type { Description } from "../types.ts";

export const echo = describeExperiment({
  id: "echo-fixture/call",
  title: "Echo over UDP",
  question: "How long does a datagram take there and back, and what does a lost one cost?",
  paper: null,
  packetKinds: ["call", "result"],
  params: {
    calls: number({
      group: "workload",
      label: "Calls",
      min: 1,
      max: 100,
      default: 3,
      why: "Enough to see one after another.",
      repeats: true,
    }),
    bytes: number({
      group: "workload",
      label: "Datagram",
      unit: "bytes",
      min: 4,
      max: 1400,
      default: 64,
      why: "What fits one frame.",
    }),
    retryUs: number({
      group: "protocol",
      label: "Asked again after",
      unit: "us",
      min: 100,
      max: 1e6,
      default: 1500,
      scale: "log",
      why: "Ours.",
    }),
    lostPacket: choice({
      group: "network",
      label: "Lost",
      options: { nothing: "Nothing", answer: "The first answer" },
      default: "nothing",
      why: "What a fault line can do, an experiment may ask for by itself.",
    }),
  },
  measures: {
    latencyUs: { label: "Latency, mean", unit: "us", what: "from the question to its echo, calls that returned" },
    failedCalls: { label: "Calls failed", unit: "", what: "calls that no echo answered" },
  },
  sweep: { over: "bytes", values: [64, 512, 1400] },
  charts: [{ y: "latencyUs", title: "Latency by size", points: [] }],
  models: [],
  answers: [],
});

/** What the family is called where one is chosen. */
export const title = "Echo";

export const descriptions: readonly Description[] = [echo];
