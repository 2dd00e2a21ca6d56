/** The claims of the Firefly paper that a run of its experiments tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { FireflyMeasure, MAX_ARG_PARAMS, MAX_RESULT_PARAMS, NULL_PARAMS } from "./params.ts";

const nullCall = triedBy<typeof NULL_PARAMS, FireflyMeasure>("firefly/null");
const maxResult = triedBy<typeof MAX_RESULT_PARAMS, FireflyMeasure>("firefly/max-result");
const maxArg = triedBy<typeof MAX_ARG_PARAMS, FireflyMeasure>("firefly/max-arg");

/** "Time for 10,000 RPCs", Table I. */
const PAPER_RUN = { calls: 10_000 } as const;
/** Enough calls to look at one after the other. */
const FEW = { calls: 20 } as const;

export const tries: Tries = {
  paper: "firefly",
  claims: {
    "null-latency": nullCall({}, "The mean latency stands beside the paper’s among the answers.", {
      measure: "latencyMs",
    }),
    "maxresult-latency": maxResult({}, "The mean latency stands beside the paper’s among the answers.", {
      measure: "latencyMs",
    }),
    "max-throughput": maxResult(
      { threads: 4, ...PAPER_RUN },
      "On the chart the throughput stops rising at four threads.",
      { measure: "throughputMbps" },
    ),
    "null-rate": nullCall({ threads: 7, ...PAPER_RUN }, "The chart shows the calls per second at seven threads.", {
      measure: "callsPerSecond",
    }),
    "cpu-use": maxResult(
      { threads: 4, ...PAPER_RUN },
      "Compare how busy the processors of the caller and of the server are.",
      { measure: "callerCpu" },
    ),
    "scaling-two-threads": nullCall(
      { threads: 2, ...PAPER_RUN },
      "Set one thread, then two, and compare the calls per second.",
    ),
    saturation: maxResult({ threads: 6, ...PAPER_RUN }, "Beyond four threads the curve of the throughput stays flat.", {
      measure: "throughputMbps",
    }),
    "packet-sizes": maxResult(FEW, "Select a call packet, then a result packet, and read their sizes."),
    "implicit-acks": nullCall(FEW, "Each call has two packets, and none of them is an acknowledgement."),
    "var-copies": maxArg({ calls: 1 }, "The array is copied in one step only, and that step is on the caller."),
    "register-overlap": nullCall(FEW, "The step that registers the call is in the timeline but not in the waterfall."),
    cpu0: maxResult(FEW, "The steps that drive the Ethernet controller stand in the lane of CPU 0."),
    "store-and-forward": maxResult(
      FEW,
      "A packet enters the Ethernet only after the QBus step of the sender has ended.",
    ),
    "two-send-receive": nullCall(
      FEW,
      "In the waterfall the steps of sending and receiving come twice, in the same order.",
    ),
    dominance: maxResult(FEW, "The longest step of the waterfall is the time on the Ethernet."),
    "buffer-recycling": nullCall(
      { threads: 8, calls: 400 },
      "Some interrupts of CPU 0 handle more than one received packet.",
    ),
    "account-null": nullCall(
      { calls: 40, threads: 3 },
      "The steps of the waterfall add up to the latency of the call, with nothing left over.",
    ),
    "account-maxresult": maxResult(
      { calls: 40, threads: 3 },
      "The steps of the waterfall add up to the latency of the call, with nothing left over.",
    ),
    "retransmit-600": nullCall(
      { calls: 1 },
      "The call packet is lost, and the caller waits before it sends the packet again.",
      { measure: "latencyMs", faults: ["drop call#1"] },
    ),
    "slow-path-when": nullCall(
      { calls: 2 },
      "The second copy of the result finds no waiting thread and goes through the operating system’s thread.",
      { faults: ["duplicate result#1"] },
    ),
    "fix-100us": nullCall({}, "The caller’s step that registers the call takes 100 µs: read its length."),
    "improve-network": nullCall(
      { networkMbps: 100 },
      "Set the network to 10 Mbit/s, then to 100, and compare the latencies.",
    ),
  },
};
