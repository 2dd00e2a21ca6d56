/** A Cedar call as an experiment: its sweeps and charts, and the published cells that it answers. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Answer, Description } from "../types.ts";
import { CALL_PARAMS, MEASURES } from "./params.ts";
import type { CedarMeasure } from "./params.ts";

const IN_WIRESHARK =
  "Wireshark has no reader for Pup, so it shows the frames as data. The inspector of the lab names each field.";

type CedarAnswer = Answer<typeof CALL_PARAMS, CedarMeasure>;

/** With so many calls the median stands. A reader can set the 12,000 of the paper. */
const TABLE_RUN = { calls: 100 } as const;

type Fixed = CedarAnswer["fixed"] & object;

/** The runs of the rows of Table I. */
const ROWS: readonly (readonly [procedure: string, fixed: Fixed])[] = [
  ["no args/results", {}],
  ["1 arg/result", { arguments: 1, results: 1 }],
  ["2 args/results", { arguments: 2, results: 2 }],
  ["4 args/results", { arguments: 4, results: 4 }],
  ["10 args/results", { arguments: 10, results: 10 }],
  ["1 word array", { arrayWords: 1 }],
  ["4 word array", { arrayWords: 4 }],
  ["10 word array", { arrayWords: 10 }],
  ["40 word array", { arrayWords: 40 }],
  ["100 word array", { arrayWords: 100 }],
  ["resume exception", { exception: "resume" }],
  ["unwind exception", { exception: "unwind" }],
];

/** Rows whose medians the two constants were fitted to. */
const FITTED = ["no args/results", "10 args/results"].map((procedure) => ({ procedure }));

const UNWIND =
  "The two extra packets and the local cost of unwinding explain two thirds of it. The slides do not say what else " +
  "the run time does to unwind a process of the callee.";
const OFF_ITS_LINE = "The cell stands off the line of all others (E-C02).";

const OURS_IN_PARALLEL =
  "The slides say neither how many processes called nor with how many words: four calls of 250 words are ours. They " +
  "leave the network little idle time. What held the paper’s back, the slides do not say.";

const noteOf = (procedure: string, column: string): { readonly note?: string } => {
  if (procedure === "unwind exception" && column !== "transmissionUs") return { note: UNWIND };
  return procedure === "1 word array" && column === "transmissionUs" ? { note: OFF_ITS_LINE } : {};
};

/** What is counted of the first call is the same with any of these: a packet is a packet. */
const UNCOUNTED = ["load", "oneWayMs", "binding", "replica", "bystanders"] as const;

const column = (name: "minimumUs" | "medianUs" | "transmissionUs"): readonly CedarAnswer[] =>
  ROWS.map(([procedure, fixed]) => ({
    table: "table-i",
    column: name,
    keys: ["procedure"],
    only: { procedure },
    set: {},
    fixed: { ...fixed, ...TABLE_RUN },
    measure: name,
    ...(name === "medianUs" && FITTED.some((row) => row.procedure === procedure)
      ? { kind: "calibrated" as const, calibrated: [{ procedure }] }
      : { kind: "predicted" as const }),
    ...noteOf(procedure, name),
    ...(name === "transmissionUs" ? { regardlessOf: UNCOUNTED } : {}),
  }));

export const call = describeExperiment({
  id: "cedar/call",
  title: "Cedar RPC: one call",
  question: "What lies between a call and its answer, and what happens when a part of it fails?",
  paper: "cedar",
  packetKinds: KINDS_OF.cedar,
  inWireshark: IN_WIRESHARK,
  params: CALL_PARAMS,
  measures: MEASURES,
  sweep: { over: "arrayWords", values: [0, 1, 4, 10, 40, 100], fixed: { calls: 100 } },
  charts: [
    {
      y: "medianUs",
      title: "Median time of a call",
      // Rows of the table carry words as arguments and results, or in an array.
      points: [
        {
          table: "table-i",
          column: "medianUs",
          x: { column: "wordsEachWay", of: ["arguments", "results", "arrayWords"] },
        },
      ],
    },
    {
      id: "parallel",
      y: "throughputMbps",
      title: "Throughput of calls in parallel",
      points: [],
      sweep: {
        over: "threads",
        values: [1, 2, 3, 4, 5, 6],
        fixed: { argumentPackets: 1, arguments: 100, arrayWords: 150, calls: 60 },
      },
    },
  ],
  models: [
    {
      paper: "cedar",
      function: "transmission_us",
      measure: "transmissionUs",
      scale: 1,
      arguments: (p) => ({ words: p.arguments + p.arrayWords }),
      regardlessOf: UNCOUNTED,
      when: (p) => p.arguments === p.results && p.argumentPackets === 1 && p.exception === "none" && p.serverMs === 0,
    },
  ],
  answers: [
    ...column("medianUs"),
    ...column("minimumUs"),
    ...column("transmissionUs"),
    {
      table: "text",
      column: "value",
      keys: ["key"],
      only: { key: "parallelThroughput" },
      set: {},
      fixed: { threads: 4, argumentPackets: 1, arguments: 100, arrayWords: 150, calls: 100 },
      measure: "throughputMbps",
      kind: "predicted",
      note: OURS_IN_PARALLEL,
    },
  ],
  // A long call has probes, and each wakes the other hosts for a while.
  roughMs: ({ calls, argumentPackets, serverMs, load }) => {
    const probes = serverMs > 5 ? Math.log2(serverMs / 5) + serverMs / 300_000 : 0;
    return calls * (0.03 * argumentPackets + probes * (0.06 + 1.5 * load));
  },
  isLoneCall: ({ threads }) => threads === 1,
});

/** What the family is called where one is chosen. */
export const title = "Cedar RPC";

export const descriptions: readonly Description[] = [call];
