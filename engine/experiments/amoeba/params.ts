/** The parameters and the measures of a transaction of Amoeba. */
import { COMMON_MEASURES } from "../common-measures.ts";
import { bytes, calls, callsAtOnce, clients, direction, procedureMs } from "../common-params.ts";
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const ONE_FRAGMENT = 1000;

export const AMOEBA_PARAMS = {
  bytes: bytes({
    ...{ label: "Data", max: 30_000, default: 0 },
    why: "A message has 30,000 bytes at most. The first fragment carries 1,440 of them, each other one 1,472.",
  }),
  direction: direction({
    some: ONE_FRAGMENT,
    why: "Which way the 16 KB went that were measured is not known; ours go to the server.",
  }),
  calls: calls({ max: 1000, default: 10, why: "The number is ours." }),
  threads: callsAtOnce({
    max: 8,
    why: "Each is of a process of its own; eight of them are ours. The measured calls came one after the other.",
  }),
  serverMs: procedureMs({
    step: "Run the procedure",
    why: "A procedure of the measured calls does nothing. A slow one shows acknowledgements and enquiries.",
  }),
  clients: clients({
    why: "Two machines were measured. More of them share the Ethernet and the one server.",
    only: {
      parameter: "hint",
      values: ["known", "none"],
      why: "with a stale hint the third machine is the one that the service has left",
    },
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
    why: "The older protocol’s sweep is coarse; 100 ms are ours. The newer one sweeps every 10 ms. 0 is no sweep.",
    needs: { with: { serverMs: 2050 }, why: "A call that waits for no timer does not meet the sweep." },
  }),
  without: leftOut(["uniqueId", "sequenceCheck", "heldReply", "replyAck"]),
} as const;

export const AMOEBA_MEASURES = {
  msPerCall: COMMON_MEASURES.msPerCall,
  latencyMs: COMMON_MEASURES.latencyMs,
  firstMs: { label: "First call", unit: "ms", what: "from the first call’s start to its end, if it returned" },
  throughputMbps: COMMON_MEASURES.throughputMbps,
  packets: COMMON_MEASURES.packets,
  retransmissions: COMMON_MEASURES.retransmissions,
  notDone: { label: "Not done", unit: "", what: "calls of which the client learnt that they did not run" },
  unknown: { label: "Unknown", unit: "", what: "calls of which the client learnt nothing" },
} satisfies MeasureTable;

export type AmoebaValues = Values<typeof AMOEBA_PARAMS>;
