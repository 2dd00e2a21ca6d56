/** Sprite RPC as an experiment. It has no paper: it stands on the Sprite operating system archive. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { CLIENT_AND_SERVER, describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { SPRITE_MEASURES, SPRITE_PARAMS } from "./params.ts";

const STEP = 250;
const FULL_FRAGMENT = 1416;
const LONGEST = 16_384;

/** From nothing to 16 KB by a quarter of a thousand bytes, with a full fragment and 16 KB as a power of two. */
export const SIZES: readonly number[] = [
  ...Array.from({ length: Math.floor(LONGEST / STEP) + 1 }, (_, i) => i * STEP),
  FULL_FRAGMENT,
  LONGEST,
].toSorted((a, b) => a - b);

const MACHINES = {
  parameter: "machine",
  values: ["sun3-75", "sparcstation-1", "decstation-3100", "sun3-60"],
} as const;

export const call = describeExperiment({
  id: "sprite/call",
  title: "Sprite: a call",
  question: "What does a call cost by its size, and what does a lost fragment cost?",
  paper: null,
  packetKinds: KINDS_OF.sprite,
  inWireshark: "Wireshark shows the Ethernet. It has no reader for Sprite RPC and shows the rest as data.",
  params: SPRITE_PARAMS,
  machineWords: CLIENT_AND_SERVER,
  measures: SPRITE_MEASURES,
  sweep: { over: "bytes", values: SIZES, fixed: { calls: 2 } },
  charts: [
    {
      y: "msPerCall",
      title: "Time a call by its data",
      points: [],
      evenX: true,
      series: MACHINES,
    },
    {
      y: "throughputMbps",
      title: "Throughput by the data of a call",
      points: [],
      evenX: true,
      series: MACHINES,
    },
    {
      id: "threads",
      y: "throughputMbps",
      title: "Throughput of calls of one fragment, by calls at once",
      points: [],
      sweep: { over: "threads", values: [1, 2, 3, 4, 5, 6, 7, 8], fixed: { bytes: FULL_FRAGMENT, calls: 32 } },
      series: MACHINES,
    },
  ],
  models: [],
  answers: [],
  callMeasure: "latencyMs",
  roughMs: ({ calls, bytes }) => 1 + calls * (0.1 + bytes / 8000),
});

/** What the family is called where one is chosen. */
export const title = "Sprite";

export const descriptions: readonly Description[] = [call];
