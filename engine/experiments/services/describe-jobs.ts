/** Jobs that are sent in batches, and jobs that a queue hands out until they are done, as experiments. */
import { describeExperiment } from "../describe.ts";
import {
  BATCHING_MEASURES,
  BATCHING_PARAMS,
  REDELIVERY_MEASURES,
  REDELIVERY_PARAMS,
  type BatchingValues,
  type RedeliveryValues,
} from "./jobs-params.ts";

/** Jobs a second that are stored where all batches are full. */
const stored = ({ batch, batchMs, jobMs }: Pick<BatchingValues, "batch" | "batchMs" | "jobMs">): number =>
  (1000 * batch) / (batchMs + batch * jobMs);

/** Whether nearly every batch leaves before it is full: it could hold three times what comes while it waits. */
const isLoose = ({ loadPerS, clients, lingerMs, batch }: BatchingValues): boolean =>
  lingerMs > 0 && batch > 3 * (1 + (loadPerS / clients) * (lingerMs / 1000));

const LINGER = { parameter: "lingerMs", values: [0, 5, 50] } as const;

export const batching = describeExperiment({
  id: "services/batching",
  title: "Jobs sent in batches",
  question: "A queue stores a batch nearly as quickly as one job. How long should a client wait for more jobs?",
  paper: "today",
  packetKinds: ["request", "reply"],
  params: BATCHING_PARAMS,
  measures: BATCHING_MEASURES,
  crowd: { load: "loadPerS", seconds: "seconds", capacityPerS: stored },
  sweep: { over: "loadPerS", values: [50, 100, 200, 400, 600, 800, 1000, 2000, 4000], fixed: { seconds: 3 } },
  charts: [
    { y: "p50Ms", title: "Half of the jobs take longer, by the load", points: [], series: LINGER },
    { id: "returned", y: "returnedShare", title: "Jobs that end well, by the load", points: [], series: LINGER },
    {
      id: "linger",
      y: "meanMs",
      title: "Mean time of a job, by the time that a batch waits",
      points: [],
      sweep: { over: "lingerMs", values: [0, 1, 2, 5, 10, 20, 50, 100], fixed: { seconds: 3 } },
      series: { parameter: "loadPerS", values: [100, 800, 2000] },
    },
    {
      id: "clients",
      y: "perBatch",
      title: "Jobs in a batch, by the number of clients",
      points: [],
      sweep: { over: "clients", values: [1, 2, 4, 10, 20, 50, 100], fixed: { seconds: 3 } },
      series: LINGER,
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "linger_wait_ms", measure: "waitMs", scale: 1, when: isLoose },
      arguments: ({ loadPerS, clients, lingerMs }) => ({ load_per_s: loadPerS / clients, linger_ms: lingerMs }),
    },
    {
      ...{ paper: "today", function: "linger_jobs", measure: "perBatch", scale: 1, when: isLoose },
      arguments: ({ loadPerS, clients, lingerMs }) => ({ load_per_s: loadPerS / clients, linger_ms: lingerMs }),
    },
  ],
  answers: [],
  callMeasure: "p99Ms",
  roughMs: ({ loadPerS, seconds }) => (loadPerS * seconds) / 100,
});

/** Whether copies seldom wait for a worker, and a job does not end at its deadline before. */
const isIdle = ({ loadPerS, workers, workMs, visibleMs, receives, spread, deadlineMs }: RedeliveryValues): boolean =>
  spread === "exponential" &&
  loadPerS * workMs * 2 <= 1000 * workers &&
  visibleMs >= workMs &&
  deadlineMs > 4 * visibleMs * receives;

export const redelivery = describeExperiment({
  id: "services/redelivery",
  title: "A queue that hands a job out again",
  question: "A worker has a job and says nothing. When does the queue give it to another, and what is done twice?",
  paper: "today",
  packetKinds: ["request", "reply", "fetch", "message", "acknowledgement"],
  params: REDELIVERY_PARAMS,
  measures: REDELIVERY_MEASURES,
  crowd: {
    ...{ load: "loadPerS", seconds: "seconds" },
    capacityPerS: ({ workers, workMs }) => (1000 * workers) / workMs,
  },
  sweep: { over: "visibleMs", values: [50, 100, 200, 300, 500, 1000, 2000, 5000] },
  charts: [
    { y: "againShare", title: "Done again, by the time until a job comes again", points: [] },
    {
      id: "load",
      y: "p99Ms",
      title: "99th percentile of jobs, by the load",
      points: [],
      sweep: { over: "loadPerS", values: [10, 20, 30, 40, 50, 60, 70, 75] },
      series: { parameter: "visibleMs", values: [100, 300, 2000] },
    },
    {
      id: "poison",
      y: "utilisation",
      title: "Workers busy, by the jobs that cannot be done",
      points: [],
      sweep: { over: "failShare", values: [0, 0.02, 0.05, 0.1, 0.2] },
      series: { parameter: "receives", values: [1, 3, 10] },
    },
    {
      id: "spread",
      y: "deliveries",
      title: "Deliveries of a job, by the time until it comes again",
      points: [],
      series: { parameter: "spread", values: ["constant", "exponential", "lognormal"] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "deliveries", measure: "deliveries", scale: 1, when: isIdle },
      arguments: ({ workMs, visibleMs, receives, failShare }) => ({
        ...{ work_ms: workMs, visible_ms: visibleMs, receives, failed_percent: 100 * failShare },
      }),
    },
  ],
  answers: [],
  callMeasure: "p99Ms",
  roughMs: ({ loadPerS, seconds }) => (loadPerS * seconds) / 50,
});
