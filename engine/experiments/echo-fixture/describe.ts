/** The echo protocol as an experiment: the least that a family of experiments says of itself. */
import { bytes, calls, clients, loss, timer } from "../common-params.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";

export const echo = describeExperiment({
  id: "echo-fixture/call",
  title: "Echo over UDP",
  question: "How long does a datagram take there and back, and what does a lost one cost?",
  paper: null,
  packetKinds: ["call", "result"],
  params: {
    calls: calls({ max: 100, default: 3, why: "Enough to see one after another." }),
    clients: clients({ why: "Two call at once what one calls in turn." }),
    bytes: bytes({ label: "Datagram", min: 4, max: 1400, default: 64, why: "What fits one frame." }),
    retryUs: timer({
      ...{ label: "Asked again after", unit: "us", min: 100, max: 1e6, default: 1500, why: "Ours." },
      of: ["Echo client", "waiting"],
    }),
    loss: loss({ why: "A lost packet is what the timer is for." }),
  },
  measures: {
    latencyUs: { label: "Latency, mean", unit: "us", what: "from the question to its echo, calls that returned" },
    failedCalls: { label: "Calls failed", unit: "", what: "calls that no echo answered" },
  },
  sweep: { over: "bytes", values: [64, 512, 1400] },
  charts: [{ y: "latencyUs", title: "Latency by size", points: [] }],
});

/** What the family is called where one is chosen. */
export const title = "Echo";

export const descriptions: readonly Description[] = [echo];
