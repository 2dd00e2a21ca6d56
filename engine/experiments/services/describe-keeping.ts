/** What services keep: caches, connections, and what they have done, as experiments. */
import { STORAGE_SERVERS } from "../../systems/services/ready-graphs.ts";
import { describeExperiment } from "../describe.ts";
import { chosen, COMMON } from "./chosen.ts";

export const coldStart = describeExperiment({
  ...COMMON,
  id: "services/cold-start",
  title: "A cache that is lost",
  question: "A cache answers nine of ten requests, and is lost. Does it fill again while all of them ask the storage?",
  ...chosen(
    "cold-start",
    [
      ...(["loadPerS", "seconds", "graph", "hitShare", "keys", "blip", "blipMs", "retries", "timeoutMs"] as const),
      ...(["deadlineMs", "budget", "travels", "queue", "queueLimit", "policy", "servers", "workers"] as const),
      "serverMs",
    ],
    { keys: { with: { loadPerS: 500 }, why: "A cache that never fills again keeps none of them." } },
  ),
  sweep: { over: "loadPerS", values: [200, 400, 600, 700, 800, 1000, 1500, 2000, 3000] },
  charts: [
    {
      y: "goodputPerS",
      title: "Calls that return at the end, by the load",
      points: [],
      series: { parameter: "retries", values: [0, 1, 2] },
    },
    {
      id: "hits",
      y: "recoveryMs",
      title: "Until it is well again, by the share of hits",
      points: [],
      sweep: { over: "hitShare", values: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95], fixed: { loadPerS: 1000 } },
      series: { parameter: "policy", values: ["none", "limit", "shed"] },
    },
    {
      id: "keys",
      y: "recoveryMs",
      title: "Until it is well again, by the things that it keeps",
      points: [],
      sweep: { over: "keys", values: [100, 500, 1000, 2000, 5000, 10_000, 20_000], fixed: { loadPerS: 1000 } },
      series: { parameter: "retries", values: [0, 2] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "busy", measure: "utilisation", scale: 100 },
      // Of one worker of the storage, by the requests that its cache does not answer.
      arguments: ({ loadPerS, hitShare, workers, serverMs }) => ({
        ...{ load_per_s: (loadPerS * (1 - hitShare)) / (STORAGE_SERVERS * workers), work_ms: serverMs },
      }),
      when: ({ graph, loadPerS, hitShare, workers, serverMs, blipMs, servers }) =>
        graph === "front-middle-storage" &&
        blipMs === 0 &&
        servers >= 2 * STORAGE_SERVERS &&
        loadPerS * (1 - hitShare) * serverMs <= 900 * STORAGE_SERVERS * workers,
    },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 150,
});

export const pool = describeExperiment({
  ...COMMON,
  id: "services/pool",
  title: "Connections that are waited for",
  question:
    "A server has four connections to the storage. How long do requests wait for one, and do more of them help?",
  ...chosen(
    "pool",
    [
      ...(["loadPerS", "seconds", "graph", "pool", "poolWaitMs", "workers", "serverMs", "spread", "servers"] as const),
      ...(["queueLimit", "retries", "timeoutMs", "deadlineMs", "balancer", "policy", "blip", "blipMs"] as const),
    ],
    {
      timeoutMs: { with: { retries: 1 }, why: "A request that is sent once alone waits until the deadline." },
      policy: { with: { retries: 1 }, why: "A caller that sends each request once hears of few errors." },
      blip: { with: { blipMs: 2000 }, why: "A disturbance of no length is none." },
    },
  ),
  sweep: { over: "pool", values: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20] },
  charts: [
    { y: "p99Ms", title: "99th percentile by the connections", points: [] },
    {
      id: "load",
      y: "meanMs",
      title: "Mean by the load",
      points: [],
      sweep: { over: "loadPerS", values: [100, 200, 300, 400, 500, 600, 700], fixed: { blipMs: 0 } },
      series: { parameter: "pool", values: [2, 4, 10] },
    },
    {
      id: "wait",
      y: "returnedShare",
      title: "Calls that return, by the longest wait for a connection",
      points: [],
      sweep: { over: "poolWaitMs", values: [1, 10, 50, 100, 500, 1000, 30_000] },
      series: { parameter: "pool", values: [2, 4, 10] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "busy", measure: "utilisation", scale: 100 },
      arguments: ({ loadPerS, workers, serverMs }) => ({
        ...{ load_per_s: loadPerS / (STORAGE_SERVERS * workers), work_ms: serverMs },
      }),
      // Where there are connections enough: a request holds one of each server for all that is below it.
      when: ({ graph, loadPerS, workers, serverMs, blipMs, servers, pool: connections }) =>
        graph === "front-middle-storage" &&
        blipMs === 0 &&
        loadPerS * (serverMs + 3) <= 850 * servers * Math.min(connections, workers) &&
        loadPerS * serverMs <= 900 * STORAGE_SERVERS * workers,
    },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 100,
});

export const idempotency = describeExperiment({
  ...COMMON,
  id: "services/idempotency",
  title: "Keys that prevent doing a thing twice",
  question: "A customer was charged twice. For how long must a service remember what it has done?",
  ...chosen("idempotency", [
    ...(["loadPerS", "seconds", "graph", "keyLifeMs", "retries", "backoff", "timeoutMs", "deadlineMs"] as const),
    ...(["blip", "blipMs", "budget", "retryAt", "queueLimit", "serverMs", "servers", "workers"] as const),
  ]),
  sweep: { over: "keyLifeMs", values: [0, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] },
  charts: [
    {
      y: "doneAgain",
      title: "Requests done again, by the life of a key",
      points: [],
      series: { parameter: "backoff", values: ["none", "exponential", "jitter"] },
    },
    {
      id: "timeout",
      y: "doneAgain",
      title: "Requests done again, by the time-out",
      points: [],
      sweep: { over: "timeoutMs", values: [50, 100, 200, 300, 500, 1000] },
      series: { parameter: "keyLifeMs", values: [0, 200, 5000] },
    },
    {
      id: "impatient",
      y: "doneAgain",
      title: "Requests done again where nothing is wrong, by the time-out, without keys",
      points: [],
      sweep: { over: "timeoutMs", values: [30, 40, 50, 60, 80, 100], fixed: { blipMs: 0, keyLifeMs: 0 } },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "done_again", measure: "doneAgain", scale: 1 },
      // Front, middle and six messages come before and behind the storage’s own time.
      arguments: ({ loadPerS, seconds, timeoutMs, serverMs, retries }) => ({
        ...{ calls: loadPerS * seconds, timeout_ms: Math.max(0.01, timeoutMs - 4.5), work_ms: serverMs, retries },
      }),
      when: ({ graph, blipMs, keyLifeMs, budget, retries, retryAt, ...rest }) =>
        graph === "front-middle-storage" &&
        blipMs === 0 &&
        keyLifeMs === 0 &&
        retryAt === "clients" &&
        budget >= retries &&
        rest.timeoutMs >= 1.5 * rest.serverMs &&
        rest.deadlineMs > (retries + 1) * (rest.timeoutMs + 200) &&
        rest.loadPerS * rest.serverMs <= 300 * STORAGE_SERVERS * rest.workers,
    },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 100,
});
