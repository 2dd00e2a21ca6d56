/** Services with a queue as experiments: retries, calls at a rate, hedges. They have no paper. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { carriedPerS } from "../../systems/today/service-times.ts";
import { describeExperiment } from "../describe.ts";
import {
  HEDGE_MEASURES,
  HEDGE_PARAMS,
  OPEN_MEASURES,
  OPEN_PARAMS,
  SERVICE_SERIES,
  STALL_AT,
  STORM_MEASURES,
  STORM_PARAMS,
} from "./service-params.ts";

const COMMON = {
  paper: null,
  packetKinds: KINDS_OF.todayService.filter((kind) => kind !== "cancel"),
  inWireshark: "Wireshark shows Ethernet, IP and UDP. It has no reader for the messages and shows them as data.",
  models: [],
  answers: [],
} as const;
const RETRIES = { parameter: "retry", values: ["fixed", "backoff", "jitter"] } as const;

export const retryStorm = describeExperiment({
  ...COMMON,
  id: "today/retry-storm",
  title: "A retry storm",
  question:
    "A server stumbles for two seconds, and its callers try again. Why does it stay down, and what brings it back?",
  params: STORM_PARAMS,
  measures: STORM_MEASURES,
  series: SERVICE_SERIES,
  crowd: {
    places: { limit: "queue", servers: () => 1 },
    timeout: "timeoutMs",
    budget: "budget",
    blip: { length: "stallMs", at: STALL_AT, says: () => "The server stands still" },
    recovery: "recoveryMs",
    attempts: "requestsPerCall",
    wasted: "wastedShare",
    capacityPerS: carriedPerS,
    policies: [
      { name: "No pause", set: { retry: "fixed", budget: 20 } },
      { name: "Pause that doubles", set: { retry: "backoff", budget: 20 } },
      { name: "Random pause", set: { retry: "jitter", budget: 20 } },
      { name: "Budget of 10 %", set: { retry: "fixed", budget: 0.1 } },
    ],
  },
  sweep: { over: "budget", values: [0, 0.1, 0.2, 0.5, 1, 2, 4] },
  charts: [
    {
      y: "usefulPerS",
      title: "Calls that return at the end, by the retries for each call",
      points: [],
      series: RETRIES,
    },
    { id: "load", y: "stormLoad", title: "Load by those who wait, computed", points: [], series: RETRIES },
    {
      id: "stall",
      y: "recoveryMs",
      title: "Until it is well again, by the length of the stumble",
      points: [],
      sweep: { over: "stallMs", values: [0, 100, 200, 500, 1000, 2000, 5000] },
      series: RETRIES,
    },
    {
      id: "queue",
      y: "usefulPerS",
      title: "Calls that return at the end, by the places in the queue",
      points: [],
      sweep: { over: "queue", values: [0, 5, 10, 20, 40, 60, 100, 200, 1000] },
      series: RETRIES,
    },
  ],
  callMeasure: "p99Ms",
  roughMs: ({ calls }) => calls * 0.2,
});

export const openLoop = describeExperiment({
  ...COMMON,
  id: "today/open-loop",
  title: "Calls at a rate, or one after the other",
  question: "What does a tester not see who waits for each reply before the next call?",
  params: OPEN_PARAMS,
  measures: OPEN_MEASURES,
  series: SERVICE_SERIES,
  crowd: {
    blip: { length: "stallMs", at: STALL_AT, says: () => "The server stands still" },
    capacityPerS: carriedPerS,
  },
  sweep: { over: "load", values: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] },
  charts: [
    {
      y: "meanMs",
      title: "Mean latency by the load",
      points: [],
      series: { parameter: "distribution", values: ["constant", "exponential", "tailed"] },
    },
    {
      id: "theory",
      y: "modelMs",
      title: "Mean latency by queueing theory",
      points: [],
      series: { parameter: "distribution", values: ["constant", "exponential", "tailed"] },
    },
    {
      id: "stall",
      y: "p99Ms",
      title: "99th percentile by the length of one stall",
      points: [],
      sweep: { over: "stallMs", values: [0, 100, 200, 500, 1000, 2000], fixed: { load: 0.5 } },
      series: { parameter: "arrivals", values: ["random", "even", "closed"] },
    },
  ],
  callMeasure: "meanMs",
  roughMs: ({ calls }) => calls * 0.2,
});

export const hedge = describeExperiment({
  ...COMMON,
  packetKinds: KINDS_OF.todayService,
  id: "today/hedge",
  title: "A second copy of a late call",
  question: "What does a hedge save of the tail, what does it cost the servers, and when does it make all worse?",
  params: HEDGE_PARAMS,
  measures: HEDGE_MEASURES,
  series: SERVICE_SERIES,
  crowd: {
    attempts: "requestsPerCall",
    copies: true,
    wasted: "wastedShare",
    capacityPerS: ({ servers, ...values }) => servers * carriedPerS(values),
  },
  sweep: { over: "hedgeMs", values: [1, 5, 10, 15, 20, 30, 50, 100, 200] },
  charts: [
    { y: "p99Ms", title: "99th percentile by the time before a hedge", points: [] },
    { id: "cost", y: "requestsPerCall", title: "Requests a call by the time before a hedge", points: [] },
    {
      id: "load",
      y: "p99Ms",
      title: "99th percentile by the load",
      points: [],
      sweep: { over: "load", values: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
      series: { parameter: "hedge", values: ["off", "on"] },
    },
    {
      id: "cancel",
      y: "wastedShare",
      title: "Served for nobody, by the load",
      points: [],
      sweep: { over: "load", values: [0.1, 0.3, 0.5, 0.7, 0.8, 0.9] },
      series: { parameter: "cancel", values: ["off", "on"] },
    },
  ],
  callMeasure: "p99Ms",
  roughMs: ({ calls }) => calls * 0.2,
});
