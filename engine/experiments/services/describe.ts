/** Services of today that call each other, as experiments. They have no paper. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { answers } from "./chosen.ts";
import { crowdOf } from "./crowd.ts";
import { SERVICES_MEASURES, SERVICES_SERIES } from "./measures.ts";
import { SERVICES_PARAMS, type ServicesValues } from "./params.ts";
import { coldStart, idempotency, pool } from "./describe-keeping.ts";
import { balancers, fanOut } from "./describe-balancing.ts";
import { contention } from "./describe-contention.ts";
import { batching, redelivery } from "./describe-jobs.ts";
import { deadline, layers, overload, storm } from "./describe-storms.ts";

/** Servers that are idle but for one call now and then: copies do not meet. */
const HEDGED: Partial<ServicesValues> = {
  ...{ graph: "single", servers: 40, workers: 100, serverMs: 10, loadPerS: 400, seconds: 60, networkMs: 0.05 },
  ...{ hedgeMs: 30, cancel: "on", retries: 0, blipMs: 0, deadlineMs: 60_000, queueLimit: 10_000 },
};

const moreThanOne = (attempts: number | null): number | null => (attempts === null ? null : 100 * (attempts - 1));

/** Where copies seldom wait; messages take half a millisecond, which the model leaves out. */
const isHedged = ({ graph: name, spread, hedgeMs, blipMs, ...rest }: ServicesValues): boolean =>
  name === "single" &&
  spread === "exponential" &&
  hedgeMs > 0 &&
  blipMs === 0 &&
  rest.serverMs >= 4 &&
  rest.loadPerS * rest.serverMs <= 400 * rest.servers * rest.workers;
const hedged = ({ serverMs, hedgeMs }: ServicesValues) => ({ mean_ms: serverMs, after_ms: hedgeMs });
const HEDGE_MODEL = { paper: "today", scale: 1, when: isHedged } as const;
const hedgedMean = { ...HEDGE_MODEL, function: "hedged_mean_ms", arguments: hedged, measure: "meanMs" } as const;
const hedgedTail = {
  ...HEDGE_MODEL,
  function: "hedged_ms",
  measure: "p99Ms",
  arguments: (values: ServicesValues) => ({ ...hedged(values), percentile: 99 }),
} as const;

export const graph = describeExperiment({
  id: "services/graph",
  title: "Services that call each other",
  question: "What do your own services do when one of them stumbles: for how long, for whom, and what would help?",
  paper: "today",
  packetKinds: KINDS_OF.todayService,
  params: SERVICES_PARAMS,
  measures: SERVICES_MEASURES,
  series: SERVICES_SERIES,
  crowd: crowdOf(null, () => true),
  sweep: { over: "retries", values: [0, 1, 2, 3, 4, 6, 8, 10] },
  charts: [
    {
      y: "goodputPerS",
      title: "Calls that return at the end, by retries",
      points: [],
      series: { parameter: "backoff", values: ["none", "exponential", "jitter"] },
    },
    {
      id: "attempts",
      y: "attemptsPerCall",
      title: "Attempts a call, by retries",
      points: [],
      series: { parameter: "retryAt", values: ["clients", "all"] },
    },
    {
      id: "budget",
      y: "goodputPerS",
      title: "Calls that return at the end, by the budget",
      points: [],
      sweep: { over: "budget", values: [0, 0.1, 0.2, 0.5, 1, 1.5, 2] },
    },
    {
      id: "blip",
      y: "goodputPerS",
      title: "Calls that return at the end, by the length of the disturbance",
      points: [],
      sweep: { over: "blipMs", values: [0, 100, 200, 500, 1000, 2000, 5000] },
      series: { parameter: "policy", values: ["none", "breaker", "limit", "shed"] },
    },
    {
      id: "load",
      y: "p99Ms",
      title: "99th percentile by the load, without a disturbance",
      points: [],
      sweep: { over: "loadPerS", values: [100, 200, 300, 400, 500, 600, 700, 750], fixed: { blipMs: 0 } },
      series: { parameter: "balancer", values: ["random", "round-robin", "two-choices"] },
    },
    {
      id: "leaves",
      y: "p99Ms",
      title: "99th percentile of a page, by the servers that it asks",
      points: [],
      sweep: {
        over: "leaves",
        values: [1, 2, 5, 10, 20, 40, 70, 100],
        fixed: { graph: "fan-out", serverMs: 10, loadPerS: 20, retries: 0, blipMs: 0 },
      },
    },
  ],
  models: [hedgedMean, hedgedTail],
  answers: [
    answers("d54-mean", "meanMs", HEDGED),
    answers("d54-p99", "p99Ms", HEDGED),
    {
      ...answers("d54-copies", "attemptsPerCall", HEDGED),
      compute: (ask) => moreThanOne(ask({})),
    },
  ],
  callMeasure: "p99Ms",
  roughMs: ({ loadPerS, seconds: length, retries }) => (loadPerS * length * (1 + retries)) / 100,
});

/** What the family is called where one is chosen. */
export const title = "Services of today";

export const descriptions: readonly Description[] = [
  graph,
  storm,
  layers,
  deadline,
  fanOut,
  balancers,
  overload,
  coldStart,
  pool,
  idempotency,
  batching,
  redelivery,
  contention,
];
