/** The parameters and the measures of a call of Sprite RPC. */
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

/** A message that makes every part of a receiver count: a full fragment, and a short one behind it. */
const TWO_FRAGMENTS = 1500;
const SIX_FRAGMENTS = 8250;

export const SPRITE_PARAMS = {
  bytes: number({
    group: "workload",
    label: "Data",
    unit: "bytes",
    min: 0,
    max: 16_384,
    default: 0,
    scale: "log",
    why: "Up to 16 KB, as the calls that were measured in 1990. A fragment carries 1,416 bytes.",
  }),
  direction: choice({
    group: "workload",
    label: "The data go",
    options: { there: "To the server", back: "To the client", both: "Both ways" },
    default: "there",
    why:
      "The measured calls carried their data one way, whatever their table’s head says: both ways the wire alone " +
      "would take longer than most of them.",
    needs: { with: { bytes: SIX_FRAGMENTS }, why: "An empty call has no data that could go another way." },
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
    why: "A client has eight channels, and each has one call at a time. The measured calls came one after the other.",
  }),
  serverMs: number({
    group: "workload",
    label: "Procedure takes",
    unit: "ms",
    min: 0,
    max: 100_000,
    default: 0,
    scale: "log",
    why: "A procedure of the measured calls does nothing. A slow one shows acknowledgements and probes.",
    stretches: { name: "procedure", steps: ["Run the procedure"] },
  }),
  machine: choice({
    group: "machines",
    label: "Machines",
    options: {
      "sun3-75": "Sun-3/75",
      "sparcstation-1": "SPARCstation 1",
      "decstation-3100": "DECstation 3100",
      "sun3-60": "Sun-3/60",
    },
    default: "sun3-75",
    why: "Two of one kind. Three were measured in March 1990, the Sun-3/60 when Amoeba and Sprite were compared.",
  }),
  space: choice({
    group: "machines",
    label: "Calls go between",
    options: { kernel: "Kernels", user: "User processes" },
    default: "kernel",
    why: "An empty call between user processes was measured on Sun-3/60s alone: 7.9 ms, where kernels take 1.9.",
    needs: { with: { machine: "sun3-60" }, why: "Calls between user processes were measured on Sun-3/60s alone." },
    only: {
      parameter: "machine",
      values: ["sun3-60"],
      why: "calls between user processes were measured on Sun-3/60s alone",
    },
  }),
  receiveBuffers: number({
    group: "machines",
    label: "Receive buffers",
    min: 1,
    max: 32,
    default: 32,
    why: "Of the network controller. Sprite’s number is not known; SunOS 3.4 gives a LANCE 32 (if_le.c).",
    needs: {
      with: { bytes: TWO_FRAGMENTS },
      why: "A frame alone finds a buffer. A short fragment comes while the one before it still has its own.",
    },
    rim: "receive buffers",
  }),
  gapUs: number({
    group: "protocol",
    label: "Gap asked for",
    unit: "us",
    min: 0,
    max: 5000,
    default: 500,
    scale: "log",
    why:
      "A receiver asks for it between fragments. A Sun-3/75 and a DECstation ask for 500 µs, a Sun-2/50 for 1,000 " +
      "and a Sun-2/120 for 2,000. What the others ask for is not known. A fragment takes these machines longer than " +
      "500 µs.",
    needs: { with: { bytes: SIX_FRAGMENTS }, why: "A message of one fragment has no gap." },
  }),
  without: leftOut(["uniqueId", "sequenceCheck", "heldReply", "fragmentMask"]),
} as const;

export const SPRITE_MEASURES = {
  msPerCall: {
    label: "Time a call",
    unit: "ms",
    what: "from the first call’s start to the last one’s end, divided by the calls",
  },
  latencyMs: { label: "Latency, median", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  throughputMbps: {
    label: "Throughput",
    unit: "Mbit/s",
    what: "data of calls that returned, both directions together, by the time of the run",
  },
  packets: { label: "Packets", unit: "packets", what: "on the wire until the last answer" },
  retransmissions: { label: "Sent again", unit: "packets", what: "packets that a client or a server sent again" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that were given up or rejected" },
} satisfies MeasureTable;

export type SpriteValues = Values<typeof SPRITE_PARAMS>;
export type SpriteMeasure = keyof typeof SPRITE_MEASURES;
