/** Many servers that share requests, as experiments. */
import { FRONT_MS } from "../../systems/services/ready-graphs.ts";
import { squareOf } from "../../systems/services/spread.ts";
import { describeExperiment } from "../describe.ts";
import { answers, chosen, COMMON } from "./chosen.ts";
import type { ServicesValues } from "./params.ts";

const BALANCERS = {
  parameter: "balancer",
  values: ["pick-first", "round-robin", "random", "two-choices", "least-requests", "ewma"],
} as const;

/** One answer in a hundred takes a second or longer, so the page is given up then. */
const DEAN: Partial<ServicesValues> = {
  ...{ leaves: 100, spread: "lognormal", serverMs: 161, deadlineMs: 1000, loadPerS: 10, seconds: 60, workers: 200 },
  ...{ networkMs: 0.05 },
};

type OfPage = Pick<ServicesValues, "spread" | "hedgeMs" | "blipMs" | "serverMs" | "loadPerS" | "workers" | "networkMs">;
const SLOWEST = {
  ...{ paper: "today", function: "slowest_ms", scale: 1 },
  // Queues stand where a leaf is busy for a good part of the time. Beside short work the front’s own time has a spread.
  when: ({ spread, hedgeMs, blipMs, serverMs, loadPerS, workers, networkMs }: OfPage): boolean =>
    networkMs <= 10 && // nobody gives up
    spread === "exponential" &&
    hedgeMs === 0 &&
    blipMs === 0 &&
    serverMs >= 2 &&
    loadPerS * serverMs <= 400 * workers,
} as const;
/** Of a page whose leaves do not queue, behind its front and four messages. */
const slowest =
  (percentile: number) =>
  ({ leaves, serverMs, networkMs }: Pick<ServicesValues, "leaves" | "serverMs" | "networkMs">) => ({
    ...{ leaves, mean_ms: serverMs, percentile },
    before_ms: FRONT_MS + 4 * networkMs,
  });

export const fanOut = describeExperiment({
  ...COMMON,
  id: "services/fan-out",
  title: "A page that asks many servers",
  question: "Each server is late for one request in a hundred. How many pages are late, and what does a hedge save?",
  ...chosen(
    "fan-out",
    [
      "leaves",
      "loadPerS",
      "seconds",
      "hedgeMs",
      "cancel",
      "serverMs",
      "spread",
      "workers",
      "servers",
      "blip",
      "blipMs",
      "whom",
      "balancer",
      "deadlineMs",
      "queueLimit",
      "budget",
      "networkMs",
    ],
    {
      hedgeMs: { with: { blipMs: 2000 }, why: "No request takes half a second where nothing stands still." },
      cancel: { with: { hedgeMs: 15 }, why: "Nobody leaves a copy behind where there is no second one." },
      budget: { with: { hedgeMs: 5 }, why: "Only second copies take from the budget here." },
      blip: { with: { blipMs: 2000 }, why: "A disturbance of no length is none." },
      whom: { with: { blipMs: 2000 }, why: "A disturbance of no length is none." },
    },
  ),
  sweep: { over: "leaves", values: [1, 2, 5, 10, 20, 40, 70, 100], fixed: { seconds: 5 } },
  charts: [
    {
      y: "p50Ms",
      title: "Half of all pages, by the servers that they ask",
      points: [],
      series: { parameter: "spread", values: ["exponential", "lognormal"] },
    },
    {
      id: "tail",
      y: "p99Ms",
      title: "99th percentile of pages, by the servers that they ask",
      points: [],
      series: { parameter: "hedgeMs", values: [0, 15, 30] },
    },
    {
      id: "hedge",
      y: "p99Ms",
      title: "99th percentile of pages, by the time before a hedge",
      points: [],
      sweep: { over: "hedgeMs", values: [0, 5, 10, 15, 20, 30, 50, 100], fixed: { seconds: 5 } },
      series: { parameter: "cancel", values: ["off", "on"] },
    },
    {
      id: "load",
      y: "p90Ms",
      title: "90th percentile of pages, by the load",
      points: [],
      sweep: { over: "loadPerS", values: [50, 100, 150, 200, 250, 300, 350], fixed: { seconds: 5 } },
      series: { parameter: "hedgeMs", values: [0, 15, 30] },
    },
  ],
  models: [
    { ...SLOWEST, measure: "p50Ms", arguments: slowest(50) },
    { ...SLOWEST, measure: "p90Ms", arguments: slowest(90) },
    { ...SLOWEST, measure: "p99Ms", arguments: slowest(99) },
  ],
  answers: [answers("d18", "failedShare", DEAN)],
  roughMs: ({ loadPerS, seconds, leaves }) => (loadPerS * seconds * (2 + leaves)) / 100,
});

const CHOICE_MS = 10;
const FORTY = "forty servers are not very many, and near a load of 1 the run is short";
/** Many servers of one worker, whose callers see all requests. */
const CHOICES: Partial<ServicesValues> = {
  ...{
    balancer: "two-choices",
    clients: 1,
    servers: 40,
    workers: 1,
    serverMs: CHOICE_MS,
    seconds: 20,
    networkMs: 0.05,
  },
  ...{ retries: 0, blipMs: 0, deadlineMs: 60_000, queueLimit: 10_000 },
};

export const balancers = describeExperiment({
  ...COMMON,
  id: "services/balancers",
  title: "Which server gets the next request",
  question: "Equal servers share the load. Which balancer waits least, and what if one hangs, or fails at once?",
  ...chosen(
    "balancers",
    [
      "balancer",
      "loadPerS",
      "seconds",
      "servers",
      "clients",
      "workers",
      "serverMs",
      "spread",
      "blip",
      "blipMs",
      "whom",
      "policy",
      "checkMs",
      "checkFails",
      "checkBy",
      "retries",
      "timeoutMs",
      "deadlineMs",
      "queueLimit",
      "arrivals",
      "networkMs",
    ],
    {
      policy: {
        with: { balancer: "pick-first" },
        why: "Where all servers share one that hangs, few callers see enough errors.",
      },
    },
  ),
  sweep: { over: "loadPerS", values: [1000, 2000, 2500, 3000, 3300, 3600, 3800] },
  charts: [
    { y: "p99Ms", title: "99th percentile by the load", points: [], series: BALANCERS },
    {
      id: "hangs",
      y: "meanMs",
      title: "Mean by the time for which one server hangs",
      points: [],
      sweep: { over: "blipMs", values: [0, 500, 1000, 2000, 4000, 8000] },
      series: BALANCERS,
    },
    {
      id: "fails",
      y: "returnedShare",
      title: "Calls that return, where one server fails at once",
      points: [],
      sweep: {
        over: "blipMs",
        values: [0, 500, 1000, 2000, 4000, 8000],
        fixed: { blip: "fail", retries: 0, clients: 2 },
      },
      series: BALANCERS,
    },
    {
      id: "clients",
      y: "p99Ms",
      title: "99th percentile by the number of clients",
      points: [],
      sweep: { over: "clients", values: [1, 2, 3, 5, 10, 15, 20, 50, 100, 200] },
      series: BALANCERS,
    },
    {
      id: "checks",
      y: "returnedShare",
      title: "Calls that return, where one server fails at once, by the time between health checks",
      points: [],
      sweep: {
        over: "checkMs",
        values: [200, 500, 1000, 2000, 4000],
        fixed: { blip: "fail", blipMs: 8000, retries: 0, loadPerS: 1500 },
      },
      series: { parameter: "checkBy", values: ["thread", "worker"] },
    },
    {
      id: "full",
      y: "returnedShare",
      title: "Calls that return, by the load, where queues are short and a full server may be left out",
      points: [],
      sweep: {
        over: "loadPerS",
        values: [2000, 2500, 3000, 3300, 3600, 3800],
        fixed: { checkMs: 200, checkFails: 1, queueLimit: 10, blipMs: 0, retries: 0 },
      },
      series: { parameter: "checkBy", values: ["thread", "worker"] },
    },
  ],
  models: [
    {
      // At random each server has its own share of random calls.
      ...{ paper: "today", function: "queue_mean_ms", measure: "meanMs", scale: 1 },
      arguments: ({ loadPerS, servers, workers, serverMs, spread }) => ({
        ...{ load: (loadPerS * serverMs) / (1000 * servers * workers), workers, work_ms: serverMs },
        squares: squareOf(spread),
      }),
      when: ({ balancer, blipMs, arrivals, checkMs, policy, loadPerS, servers, workers, serverMs, timeoutMs }) =>
        balancer === "random" &&
        timeoutMs >= 8 * serverMs && // nobody gives up
        blipMs === 0 &&
        checkMs === 0 &&
        policy === "none" &&
        arrivals === "random" &&
        serverMs >= 4 && // messages take half a millisecond, which the model leaves out
        loadPerS * serverMs <= 950 * servers * workers,
    },
  ],
  answers: [
    { ...answers("d32", "meanMs", { ...CHOICES, loadPerS: 2000 }), scale: 1 / CHOICE_MS },
    { ...answers("d33", "meanMs", { ...CHOICES, loadPerS: 3600 }), scale: 1 / CHOICE_MS },
    { ...answers("d34", "meanMs", { ...CHOICES, loadPerS: 3960, seconds: 30 }), scale: 1 / CHOICE_MS, note: FORTY },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 150,
});
