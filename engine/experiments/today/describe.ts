/** Calls between servers of today as experiments. They have no paper: published round trips stand under them. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { hedge, openLoop, retryStorm } from "./describe-service.ts";
import { IMPROVED, WHAT_IS_LEFT } from "./improvements.ts";
import { TODAY_MEASURES, TODAY_PARAMS } from "./params.ts";

const STACKS = { parameter: "stack", values: ["sockets", "bypass"] } as const;
const SIZES: readonly number[] = [0, 64, 256, 1024, 1448, 2048, 4096, 8192, 16_384, 32_768, 65_536];
/** No connection is closed here. */
const UNSENT = new Set<string>(["close"]);
const MANY = { calls: 200 } as const;

export const call = describeExperiment({
  id: "today/call",
  title: "A call between servers of today",
  question: "What is left of the papers’ milliseconds, and what would still make a call faster?",
  paper: null,
  packetKinds: [...new Set([...KINDS_OF.todayStreams, ...KINDS_OF.todayDatagrams])].filter((kind) => !UNSENT.has(kind)),
  inWireshark: "Wireshark shows Ethernet, IP, TCP and UDP. It has no reader for the messages and shows them as data.",
  params: TODAY_PARAMS,
  measures: TODAY_MEASURES,
  sweep: { over: "bytes", values: SIZES, fixed: { calls: 3 } },
  charts: [
    { y: "latencyUs", title: "Latency by the argument", points: [], series: STACKS },
    {
      id: "network",
      y: "latencyUs",
      title: "Latency by the speed of the network",
      points: [],
      sweep: { over: "networkGbps", values: [1, 2, 5, 10, 25, 50, 100, 200, 400], fixed: { calls: 3 } },
      series: STACKS,
    },
    {
      id: "faster",
      y: "wireShare",
      title: "Share of the wire by the speed of the processors",
      points: [],
      sweep: { over: "faster", values: [1, 3, 10, 30, 100], fixed: { calls: 3 } },
      series: STACKS,
    },
    {
      id: "callers",
      y: "callsPerS",
      title: "Calls a second by the calls at once",
      points: [],
      sweep: { over: "callers", values: [1, 2, 4, 8, 16, 32, 64], fixed: MANY },
      series: STACKS,
    },
    {
      id: "nagle",
      y: "latencyUs",
      title: "Latency and Nagle’s algorithm, by the client’s writes",
      points: [],
      sweep: { over: "writes", values: ["1", "2"], fixed: { calls: 3 } },
      series: { parameter: "nagle", values: ["off", "on"] },
    },
  ],
  models: [],
  answers: [],
  tables: [WHAT_IS_LEFT, IMPROVED],
  callMeasure: "msPerCall",
  roughMs: ({ calls, bytes, resultBytes }) => 2 + calls * (0.1 + (bytes + resultBytes) / 20_000),
});

/** What the family is called where one is chosen. */
export const title = "Machines of today";

export const descriptions: readonly Description[] = [call, retryStorm, openLoop, hedge];
