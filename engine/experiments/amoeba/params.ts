/** The parameters and the measures of a transaction of Amoeba. */
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const ONE_FRAGMENT = 1000;

export const AMOEBA_PARAMS = {
  bytes: number({
    group: "workload",
    label: "Data",
    unit: "bytes",
    min: 0,
    max: 30_000,
    default: 0,
    scale: "log",
    why: "A message has 30,000 bytes at most. The first fragment carries 1,440 of them, each other one 1,472.",
  }),
  direction: choice({
    group: "workload",
    label: "The data go",
    options: { there: "To the server", back: "To the client", both: "Both ways" },
    default: "there",
    why: "Which way the 16 KB went that were measured is not known; ours go to the server.",
    needs: { with: { bytes: ONE_FRAGMENT }, why: "An empty call has no data that could go another way." },
  }),
  calls: number({
    group: "workload",
    label: "Calls",
    min: 1,
    max: 1000,
    default: 10,
    scale: "log",
    why: "The number is ours.",
    repeats: true,
  }),
  threads: number({
    group: "workload",
    label: "Calls at once",
    min: 1,
    max: 8,
    default: 1,
    why: "Each is of a process of its own; eight of them are ours. The measured calls came one after the other.",
  }),
  serverMs: number({
    group: "workload",
    label: "Procedure takes",
    unit: "ms",
    min: 0,
    max: 100_000,
    default: 0,
    scale: "log",
    why: "A procedure of the measured calls does nothing. A slow one shows acknowledgements and enquiries.",
    stretches: { name: "procedure", steps: ["Run the procedure"] },
  }),
  space: choice({
    group: "machines",
    label: "Calls go between",
    options: { kernel: "Kernels", user: "User processes" },
    default: "kernel",
    why: "Both were measured for an empty call; 16 KB were measured between kernels.",
  }),
  hint: choice({
    group: "protocol",
    label: "The client’s hint",
    options: { known: "Right", none: "None", stale: "Stale: the server has moved" },
    default: "known",
    why:
      "A client keeps where it has found a service. Without a hint it broadcasts a LOCATE. With a stale one a third " +
      "machine is there, which the service has left.",
  }),
  sweepMs: number({
    group: "protocol",
    label: "Timers looked at every",
    unit: "ms",
    min: 0,
    max: 1000,
    default: 100,
    scale: "log",
    why: "The older protocol’s sweep is coarse; 100 ms are ours. The newer one sweeps every 10 ms. 0 is no sweep.",
    needs: { with: { serverMs: 2050 }, why: "A call that waits for no timer does not meet the sweep." },
  }),
  without: leftOut(["uniqueId", "sequenceCheck", "heldReply", "replyAck"]),
} as const;

export const AMOEBA_MEASURES = {
  msPerCall: {
    label: "Time a call",
    unit: "ms",
    what: "from the first call’s start to the last one’s end, divided by the calls",
  },
  latencyMs: { label: "Latency, median", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  firstMs: { label: "First call", unit: "ms", what: "from the first call’s start to its end, if it returned" },
  throughputMbps: {
    label: "Throughput",
    unit: "Mbit/s",
    what: "data of calls that returned, both directions together, by the time of the run",
  },
  packets: { label: "Packets", unit: "packets", what: "on the wire until the last answer" },
  retransmissions: { label: "Sent again", unit: "packets", what: "packets that a client or a server sent again" },
  notDone: { label: "Not done", unit: "", what: "calls of which the client learnt that they did not run" },
  unknown: { label: "Unknown", unit: "", what: "calls of which the client learnt nothing" },
} satisfies MeasureTable;

export type AmoebaValues = Values<typeof AMOEBA_PARAMS>;
export type AmoebaMeasure = keyof typeof AMOEBA_MEASURES;
