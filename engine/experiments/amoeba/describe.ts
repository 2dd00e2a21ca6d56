/** Amoeba’s transactions as an experiment. It has no paper: it stands on the sources of Amoeba 5. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { CLIENT_AND_SERVER, describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { AMOEBA_MEASURES, AMOEBA_PARAMS } from "./params.ts";

const STEP = 500;
const LONGEST = 30_000;
const SIXTEEN_KB = 16_384;

/** From nothing to the longest message by half a thousand bytes, with 16 KB as a power of two. */
export const SIZES: readonly number[] = [
  ...Array.from({ length: LONGEST / STEP + 1 }, (_, i) => i * STEP),
  SIXTEEN_KB,
].toSorted((a, b) => a - b);

const SPACES = { parameter: "space", values: ["kernel", "user"] } as const;

export const call = describeExperiment({
  id: "amoeba/call",
  title: "Amoeba: a call",
  question: "What does a call cost by its size, and what does the search for its server cost?",
  paper: null,
  packetKinds: KINDS_OF.amoeba,
  inWireshark: "Wireshark shows the Ethernet. It has no reader for Amoeba’s transactions and shows the rest as data.",
  params: AMOEBA_PARAMS,
  machineWords: CLIENT_AND_SERVER,
  measures: AMOEBA_MEASURES,
  sweep: { over: "bytes", values: SIZES, fixed: { calls: 10 } },
  charts: [
    { y: "msPerCall", title: "Time a call by its data", points: [], evenX: true, series: SPACES },
    { y: "throughputMbps", title: "Throughput by the data of a call", points: [], evenX: true, series: SPACES },
  ],
  models: [],
  answers: [],
  callMeasure: "latencyMs",
  roughMs: ({ calls, bytes }) => 1 + calls * (0.1 + bytes / 8000),
});

/** What the family is called where one is chosen. */
export const title = "Amoeba";

export const descriptions: readonly Description[] = [call];
