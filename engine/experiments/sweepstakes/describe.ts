/** Table XII as experiments: each system on its machine, and then on the terms that a reader chooses. */
import { PACKET_KINDS } from "../../faults/fault.ts";
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Answer, Description } from "../types.ts";
import { SYSTEM_NAMES, type SystemName } from "../../systems/sweepstakes/entries.ts";
import {
  NULL_MEASURES,
  NULL_PARAMS,
  THROUGHPUT_MEASURES,
  THROUGHPUT_PARAMS,
  type NullMeasure,
  type ThroughputMeasure,
} from "./params.ts";

const OF_SYSTEMS = [
  KINDS_OF.cedar,
  KINDS_OF.amoeba,
  KINDS_OF.v,
  KINDS_OF.sprite,
  KINDS_OF.firefly,
  KINDS_OF.sunrpc,
  KINDS_OF.rpc2,
  KINDS_OF.peregrine,
].flat();

type Kind = (typeof OF_SYSTEMS)[number];
/** Nobody here raises exceptions or opens streams; nobody fetches arguments. */
const NEVER: readonly Kind[] = ["exception", "resume", "unwind", "open", "close", "closed", "fetch"];
/** An empty call has no packets of data, and none after which a client of Amoeba enquires where the rest is. */
const NEVER_IN_EMPTY: readonly Kind[] = [...NEVER, "data", "enquiry"];
const kindsBut = (never: readonly Kind[]) => {
  const kinds = new Set<string>(OF_SYSTEMS.filter((kind) => !never.includes(kind)));
  return PACKET_KINDS.filter((kind) => kinds.has(kind));
};

const IN_WIRESHARK =
  "Wireshark shows Ethernet, IP, UDP and Sun RPC. It has no reader for the other protocols and shows them as data.";

/** The rows of Table XII. */
const ROWS = [
  ["Cedar", "cedar"],
  ["Amoeba", "amoeba"],
  ["V", "v"],
  ["Sprite", "sprite"],
  ["Amoeba/UNIX", "amoeba-unix"],
  ["Firefly (1 processor)", "firefly-1"],
  ["Firefly (5 processors)", "firefly"],
] as const satisfies readonly (readonly [string, SystemName])[];

/** The constants were fitted with so many calls. Where calls meet by chance, more of them are made. */
const CALLS = 50;
const MANY_CALLS = 1000;

/** Those with a constant that is fitted to their row. */
const FITTED: readonly SystemName[] = ["amoeba", "v", "sprite", "amoeba-unix"];

const CEDAR_NOTE = "Cedar brings no constant of Table XII; its costs come from the slides’ Table I.";
const THROUGHPUT_NOTES: Readonly<Partial<Record<string, string>>> = {
  Cedar:
    "The paper does not say how Cedar’s 2.0 Mbit/s were measured. Here four processes call at once, with 500 " +
    "bytes there and 300 back, and nobody else is on the network.",
  Sprite:
    "The work of a packet is fitted to an empty call, whose packets start a call as well. So a fragment of a long " +
    "call pays for a start that it has not got.",
  "Amoeba/UNIX":
    "Only the time of an empty call is fitted. What UNIX adds by the byte, and its limits on a message, are not " +
    "known; here it copies a byte as often as Amoeba’s kernel.",
};

type Row = Readonly<Record<string, string | number>>;

const nullAnswers = ROWS.map(([system, name]): Answer<typeof NULL_PARAMS, NullMeasure> => ({
  table: "table-xii",
  column: "msPerCall",
  keys: ["system"],
  only: { system },
  set: {},
  fixed: { system: name, calls: FITTED.includes(name) ? CALLS : MANY_CALLS },
  measure: "msPerCall",
  ...(FITTED.includes(name)
    ? { kind: "calibrated", calibrated: [{ system }] }
    : { kind: "predicted", ...(name === "cedar" ? { note: CEDAR_NOTE } : {}) }),
}));

const throughputAnswers = ROWS.map(([system, name]): Answer<typeof THROUGHPUT_PARAMS, ThroughputMeasure> => ({
  table: "table-xii",
  column: "mbitPerS",
  keys: ["system"],
  only: { system },
  set: {},
  fixed: { system: name, calls: FITTED.includes(name) ? CALLS : MANY_CALLS },
  measure: "mbitPerS",
  kind: "predicted",
  note: (row: Row) => THROUGHPUT_NOTES[String(row["system"])],
}));

const SWEEP = { over: "system", values: SYSTEM_NAMES } as const;
/** Of the seven systems of the table alone. */
const OF_TABLE = { sweep: { over: "system", values: ROWS.map(([, name]) => name) } } as const;

export const emptyCall = describeExperiment({
  id: "sweepstakes/null",
  title: "Sweepstakes: an empty call",
  question: "Who is fastest, and on whose terms?",
  paper: "firefly",
  packetKinds: kindsBut(NEVER_IN_EMPTY),
  inWireshark: IN_WIRESHARK,
  params: NULL_PARAMS,
  measures: NULL_MEASURES,
  sweep: SWEEP,
  charts: [
    {
      y: "msPerCall",
      title: "Time of an empty call, by the system",
      points: [{ table: "table-xii", column: "msPerCall" }],
    },
    { y: "instructionsPerCall", title: "Work of an empty call, by the system", points: [] },
    { y: "allInstructions", title: "Work of an empty call with all processors, by the system", points: [] },
    {
      ...OF_TABLE,
      id: "table-xii",
      y: "msPerCall",
      title: "Time of an empty call in the seven systems of Table XII",
      points: [{ table: "table-xii", column: "msPerCall" }],
    },
    {
      ...OF_TABLE,
      id: "table-xii-work",
      y: "instructionsPerCall",
      title: "Work of an empty call in the seven systems of Table XII",
      points: [],
    },
  ],
  models: [],
  answers: nullAnswers,
  callMeasure: "msPerCall",
  roughMs: ({ calls }) => 6 + calls * 0.1,
});

export const throughput = describeExperiment({
  id: "sweepstakes/throughput",
  title: "Sweepstakes: throughput",
  question: "Who moves most data, and in which of two ways: one long call, or many at once?",
  paper: "firefly",
  packetKinds: kindsBut(NEVER),
  inWireshark: IN_WIRESHARK,
  params: THROUGHPUT_PARAMS,
  measures: THROUGHPUT_MEASURES,
  sweep: SWEEP,
  charts: [
    {
      y: "mbitPerS",
      title: "Throughput, by the system, with one guess for a byte’s cost",
      points: [{ table: "table-xii", column: "mbitPerS" }],
    },
    { y: "wireShare", title: "Share of its own wire, by the system, with one guess for a byte’s cost", points: [] },
    {
      ...OF_TABLE,
      id: "table-xii",
      y: "mbitPerS",
      title: "Throughput of the seven systems of Table XII, with one guess for a byte’s cost",
      points: [{ table: "table-xii", column: "mbitPerS" }],
    },
    {
      ...OF_TABLE,
      id: "table-xii-wire",
      y: "wireShare",
      title: "Share of its own wire in the seven systems of Table XII, with one guess for a byte’s cost",
      points: [],
    },
    {
      id: "callers",
      y: "mbitPerS",
      title: "Throughput, by the calls at once, with one guess for a byte’s cost",
      points: [],
      sweep: { over: "callers", values: ["1", "2", "4", "8"], fixed: { calls: 24 } },
      series: { parameter: "system", values: ["firefly", "sprite", "cedar", "amoeba", "v"] },
    },
  ],
  models: [],
  answers: throughputAnswers,
  callMeasure: "msPerCall",
  roughMs: ({ calls }) => 6 + calls * 1,
});

/** What the family is called where one is chosen. */
export const title = "Sweepstakes";

export const descriptions: readonly Description[] = [emptyCall, throughput];
