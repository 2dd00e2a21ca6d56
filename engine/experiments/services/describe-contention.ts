/** Clients that all write one row, as an experiment: the run of the blog on back-off and jitter. */
import { millis } from "../../kernel/time.ts";
import { PAUSES, type ContentionOptions } from "../../systems/services/row-pauses.ts";
import { callTimeMeasures } from "../call-measures.ts";
import { describeExperiment } from "../describe.ts";
import { choice, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

export const CONTENTION_PARAMS = {
  clients: number({
    ...{ group: "workload", label: "Clients", min: 1, max: 200, default: 100 },
    why: "All begin at once. Each reads one row and writes it, until its write is taken.",
  }),
  networkMs: number({
    ...{ group: "network", label: "A message takes", unit: "ms", min: 0.1, max: 1000, step: 0.1, default: 10 },
    why: "In the mean, one way; the blog’s simulator.",
  }),
  spreadMs: number({
    ...{ group: "network", label: "Standard deviation of that", unit: "ms", min: 0, max: 500, step: 0.1, default: 2 },
    why: "Of a normal time; what is negative counts without its sign.",
  }),
  pause: choice({
    group: "protocol",
    label: "Pause after a refusal",
    options: PAUSES,
    default: "full",
    why: "The five of the blog. Its advice is the random part, which AWS’s software has since.",
  }),
  baseMs: number({
    ...{ group: "protocol", label: "First pause, before it is doubled", unit: "ms", min: 1, max: 1000, default: 5 },
    why: "The blog’s simulator.",
    needs: { with: { pause: "exponential" }, why: "Only a pause has a length." },
  }),
  capMs: number({
    ...{ group: "protocol", label: "Longest pause", unit: "ms", min: 1, max: 60_000, default: 2000 },
    why: "The blog’s simulator.",
    needs: { with: { pause: "exponential" }, why: "Other pauses seldom are as long." },
  }),
} as const;
export type ContentionValues = Values<typeof CONTENTION_PARAMS>;

const CONTENTION_MEASURES = {
  allMs: {
    label: "Until each has written",
    unit: "ms",
    what: "from the start to the last answer; none where one never has",
  },
  writes: { label: "Writes tried", unit: "", what: "that came to the store", total: true },
  refusedShare: { label: "Writes refused", unit: "%", what: "of those, because another one came before" },
  ...callTimeMeasures(),
} satisfies MeasureTable;
export type ContentionMeasure = keyof typeof CONTENTION_MEASURES;

export const contentionOptions = (values: ContentionValues): ContentionOptions => ({
  ...{ clients: values.clients, pause: values.pause, base: millis(values.baseMs), cap: millis(values.capMs) },
  ...{ latency: millis(values.networkMs), deviation: millis(values.spreadMs) },
});

const answer = <Name extends ContentionMeasure>(id: string, measure: Name, fixed: Partial<ContentionValues>) => ({
  ...{ table: "services", column: "value", keys: ["id"], only: { id }, set: {} },
  ...{ fixed, measure, kind: "predicted" as const },
});
const both = (id: string, fixed: Partial<ContentionValues>) => [
  answer(`${id}-calls`, "writes", fixed),
  answer(`${id}-ms`, "allMs", fixed),
];

const EACH = { parameter: "pause", values: ["none", "exponential", "equal", "full", "decorrelated"] } as const;

export const contention = describeExperiment({
  id: "services/contention",
  title: "Clients that write one row",
  question: "A hundred clients want to write the same row. Which pause after a refusal costs least work, or time?",
  paper: "today",
  packetKinds: ["request", "reply"],
  params: CONTENTION_PARAMS,
  measures: CONTENTION_MEASURES,
  crowd: {},
  sweep: { over: "clients", values: [10, 20, 30, 40, 50, 70, 100] },
  charts: [
    { y: "writes", title: "Writes tried, by the number of clients", points: [], series: EACH },
    { id: "time", y: "allMs", title: "Until each has written, by the number of clients", points: [], series: EACH },
    {
      id: "base",
      y: "writes",
      title: "Writes tried, by the first pause",
      points: [],
      sweep: { over: "baseMs", values: [1, 2, 5, 10, 20, 50, 100] },
      series: { parameter: "pause", values: ["exponential", "equal", "full", "decorrelated"] },
    },
  ],
  models: [],
  answers: [
    ...both("d24", { pause: "full" }),
    ...both("d25", { pause: "exponential" }),
    ...both("d26", { pause: "none" }),
    ...both("d27", { pause: "equal", clients: 50 }),
  ],
  callMeasure: "p99Ms",
  roughMs: ({ clients }) => (clients * clients) / 200,
});
