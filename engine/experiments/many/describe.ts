/** Eight ways to call many, side by side. */
import { PACKET_KINDS } from "../../faults/fault.ts";
import { WAY_CATALOGUE } from "../../systems/many/titles.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { GUARANTEE_TABLE } from "./guarantees.ts";
import { MANY_MEASURES, MANY_PARAMS } from "./params.ts";

const KINDS = new Set<string>(Object.values(WAY_CATALOGUE).flatMap(({ kinds }) => kinds));
const WAYS = MANY_PARAMS.way.options.map(({ value }) => value);
const CALLEES: readonly number[] = [1, 3, 5, 10, 20, 35, 50];

export const call = describeExperiment({
  id: "many/call",
  title: "Ways to call many",
  question: "Which way reaches everybody, and what does the program know at the end?",
  paper: null,
  packetKinds: PACKET_KINDS.filter((kind) => KINDS.has(kind)),
  mustRun: "caller",
  inWireshark:
    "Wireshark shows Ethernet, IP, UDP, TCP and Sun RPC. It has no reader for the other ways and shows them as data.",
  params: MANY_PARAMS,
  measures: MANY_MEASURES,
  sweep: { over: "way", values: WAYS },
  charts: [
    { y: "msPerCall", title: "Time a call, by the way", points: [] },
    { y: "callerPackets", title: "Packets that the caller sends, by the way", points: [] },
    {
      id: "callees",
      y: "msPerCall",
      title: "Time a call, by the callees",
      points: [],
      sweep: { over: "callees", values: CALLEES },
      series: { parameter: "way", values: ["gemini", "multirpc", "multirpc-multicast", "flexrpc-serial"] },
    },
    {
      id: "loss",
      y: "answered",
      title: "Answers that the program has, by the packets lost",
      points: [],
      sweep: { over: "loss", values: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5] },
      series: { parameter: "way", values: ["v-group", "multirpc"] },
    },
  ],
  tables: [GUARANTEE_TABLE],
  models: [],
  answers: [],
  callMeasure: "msPerCall",
  destinations: {
    title: "Callees",
    each: "Callee",
    before: "called",
    empty: "The program has heard of every callee.",
    whyUp: "The caller runs the program that is measured.",
  },
  roughMs: ({ callees, calls, loss }) => 5 + callees * callees * 0.15 + callees * calls * (1 + 8 * loss),
});

/** What the family is called where one is chosen. */
export const title = "Calling many";

export const descriptions: readonly Description[] = [call];
