/** The echo protocol as an experiment: the least that a family of experiments consists of. */
import { formatFault, parseScript } from "../../faults/index.ts";
import { toMicros } from "../../kernel/time.ts";
import { OUTCOMES } from "../../kernel/trace-data.ts";
import { simulateEcho } from "../../systems/echo-fixture/system.ts";
import { defineExperiment } from "../define.ts";
import { number } from "../params.ts";
import { mean } from "../statistics.ts";
import type { Experiment } from "../types.ts";

const echo = defineExperiment({
  id: "echo-fixture/call",
  title: "Echo over UDP",
  question: "How long does a datagram take there and back, and what does a lost one cost?",
  paper: "firefly", // it has no paper of its own
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
      default: 500,
      scale: "log",
      why: "Ours.",
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
  run: ({ calls, bytes, retryUs }, { seed, faults: lines, keep, progress }) => {
    const faults = parseScript(lines, { machines: ["client", "server"] });
    const outcome = simulateEcho({ calls, bytes, retryUs }, seed, faults, keep, progress);
    const { start, end, outcome: ended, count } = outcome.trace.calls;
    const rows = Array.from({ length: count }, (_, row) => row);
    const returned = rows.filter((row) => OUTCOMES[Number(ended[row])] === "returned");
    const latency = mean(returned.map((row) => toMicros(Number(end[row]) - Number(start[row]))));
    const texts = { faults: faults.map(formatFault), unusedFaults: outcome.unusedFaults.map(formatFault) };
    return { ...outcome, ...texts, measures: { latencyUs: latency, failedCalls: count - returned.length } };
  },
});

export const experiments: readonly Experiment[] = [echo];
