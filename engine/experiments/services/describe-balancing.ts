/** Many servers that share requests, as experiments. */
import { describeExperiment } from "../describe.ts";
import { chosen, COMMON } from "./chosen.ts";

const BALANCERS = {
  parameter: "balancer",
  values: ["pick-first", "round-robin", "random", "two-choices", "least-requests", "ewma"],
} as const;

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
  roughMs: ({ loadPerS, seconds, leaves }) => (loadPerS * seconds * (2 + leaves)) / 100,
});

export const balancers = describeExperiment({
  ...COMMON,
  id: "services/balancers",
  title: "Which server gets the next request",
  question: "Ten equal servers share the load. Which balancer waits least, and what if one hangs, or fails at once?",
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
      "retries",
      "timeoutMs",
      "deadlineMs",
      "queueLimit",
      "arrivals",
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
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 150,
});
