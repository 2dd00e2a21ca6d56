/** The parameters and the measures of a call of Sprite RPC. */
import { COMMON_MEASURES } from "../common-measures.ts";
import { bytes, calls, callsAtOnce, clients, direction, procedureMs, receiveBuffers } from "../common-params.ts";
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable } from "../types.ts";

/** A message that makes every part of a receiver count: a full fragment, and a short one behind it. */
const TWO_FRAGMENTS = 1500;
const SIX_FRAGMENTS = 8250;

export const SPRITE_PARAMS = {
  bytes: bytes({
    ...{ label: "Data", max: 16_384, default: 0 },
    why: "Up to 16 KB, as the calls that were measured in 1990. A fragment carries 1,416 bytes.",
  }),
  direction: direction({
    some: SIX_FRAGMENTS,
    why:
      "The measured calls carried their data one way, whatever their table’s head says: both ways the wire alone " +
      "would take longer than most of them.",
  }),
  calls: calls({ max: 1000, default: 10, why: "The number is ours." }),
  threads: callsAtOnce({
    max: 8,
    why: "A client has eight channels, and each has one call at a time. The measured calls came one after the other.",
  }),
  serverMs: procedureMs({
    step: "Run the procedure",
    why: "A procedure of the measured calls does nothing. A slow one shows acknowledgements and probes.",
  }),
  clients: clients({ why: "Two machines were measured. More of them share the Ethernet and the one server." }),
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
  receiveBuffers: receiveBuffers({
    ...{ max: 32, default: 32 },
    why: "Of the network controller. Sprite’s number is not known; SunOS 3.4 gives a LANCE 32 (if_le.c).",
    needs: {
      with: { bytes: TWO_FRAGMENTS },
      why: "A frame alone finds a buffer. A short fragment comes while the one before it still has its own.",
    },
  }),
  gapUs: number({
    group: "protocol",
    label: "Gap asked for",
    unit: "us",
    min: 0,
    max: 5000,
    default: 500,
    why:
      "A receiver asks for it between fragments. A Sun-3/75 and a DECstation ask for 500 µs, a Sun-2/50 for 1,000 " +
      "and a Sun-2/120 for 2,000. What the others ask for is not known. A fragment takes these machines longer than " +
      "500 µs.",
    needs: { with: { bytes: SIX_FRAGMENTS }, why: "A message of one fragment has no gap." },
  }),
  without: leftOut(["uniqueId", "sequenceCheck", "heldReply", "fragmentMask"]),
} as const;

export const SPRITE_MEASURES = {
  ...COMMON_MEASURES,
  failedCalls: { ...COMMON_MEASURES.failedCalls, what: "calls that were given up or rejected" },
} satisfies MeasureTable;
