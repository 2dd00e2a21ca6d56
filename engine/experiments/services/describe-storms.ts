/** Retries, deadlines and queues where more is asked for than can be served, as experiments. */
import { BURST_TIMES } from "../../systems/services/disturbance.ts";
import { STORAGE_SERVERS } from "../../systems/services/ready-graphs.ts";
import { squareOf } from "../../systems/services/spread.ts";
import { describeExperiment } from "../describe.ts";
import type { Ask } from "../types.ts";
import { answers, chosen, COMMON } from "./chosen.ts";
import type { SERVICES_PARAMS, ServicesValues } from "./params.ts";
import { BLIP_AT_S } from "./settings.ts";

const POLICIES = { parameter: "policy", values: ["none", "breaker", "limit", "shed"] } as const;

const BRONSON_PER_S = 280;
/** The worked example of Bronson and others: 300 a second can be served, 280 come, lost ones come again after 1 s. */
const BRONSON: Partial<ServicesValues> = {
  ...{
    graph: "single",
    servers: 1,
    workers: 30,
    serverMs: 100,
    loadPerS: BRONSON_PER_S,
    seconds: 60,
    queueLimit: 10_000,
  },
  ...{ retries: 1, timeoutMs: 1000, deadlineMs: 2000, blip: "cut", blipMs: 10_000 },
};

const NO_SLOWER =
  "theirs is a bound, and their database is ten times slower where more is asked for; this one is as quick as before";

/** The largest load, in tens, from which it comes back by itself. */
function safeLoad(ask: Ask<Pick<typeof SERVICES_PARAMS, "loadPerS">>): number | null {
  let safe: number | null = null;
  for (let loadPerS = 100; loadPerS <= 300; loadPerS += 10) {
    const goodput = ask({ loadPerS });
    if (goodput === null || goodput < 0.9 * loadPerS) return safe;
    safe = loadPerS;
  }
  return safe;
}

type Machines = Pick<ServicesValues, "graph" | "servers" | "workers" | "serverMs">;
/** Whether workers of one service are what a load meets: those that pass requests on are more than it needs. */
const isLayered = ({ graph, servers }: Machines): boolean =>
  graph === "single" || (graph === "front-middle-storage" && servers >= 2 * STORAGE_SERVERS);
/** Calls a second that the last service can carry. */
const carriedBy = ({ graph, servers, workers, serverMs }: Machines): number =>
  (1000 * workers * (graph === "single" ? servers : STORAGE_SERVERS)) / serverMs;

export const storm = describeExperiment({
  ...COMMON,
  id: "services/storm",
  title: "A storm of retries",
  question: "The disturbance is over after two seconds. Why do calls go on failing, and what ends that?",
  ...chosen("storm", [
    "loadPerS",
    "seconds",
    "blipMs",
    "blip",
    "retries",
    "budget",
    "budgetRule",
    "backoff",
    "timeoutMs",
    "deadlineMs",
    "travels",
    "policy",
    "queue",
    "queueLimit",
    "graph",
    "servers",
    "workers",
    "serverMs",
  ]),
  sweep: { over: "loadPerS", values: [50, 100, 150, 200, 250, 300, 350, 400, 500, 600] },
  charts: [
    {
      y: "goodputPerS",
      title: "Calls that return at the end, by the load",
      points: [],
      series: { parameter: "retries", values: [0, 1, 2, 4] },
    },
    {
      id: "blip",
      y: "goodputPerS",
      title: "Calls that return at the end, by the length of the disturbance",
      points: [],
      sweep: { over: "blipMs", values: [0, 100, 200, 300, 500, 1000, 2000, 5000] },
      series: POLICIES,
    },
    {
      id: "budget",
      y: "goodputPerS",
      title: "Calls that return at the end, by the budget",
      points: [],
      sweep: { over: "budget", values: [0, 0.1, 0.2, 0.5, 1, 1.5, 2] },
    },
    {
      id: "backoff",
      y: "goodputPerS",
      title: "Calls that return at the end, by retries",
      points: [],
      sweep: { over: "retries", values: [0, 1, 2, 3, 4, 6, 8, 10] },
      series: { parameter: "backoff", values: ["none", "exponential", "jitter"] },
    },
    {
      id: "queue",
      y: "recoveryMs",
      title: "Until it is well again, by the places in the queue",
      points: [],
      sweep: { over: "queueLimit", values: [5, 10, 20, 50, 100, 200, 500], fixed: { retries: 1 } },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "sure_per_s", measure: "goodputPerS", scale: 1 },
      arguments: ({ loadPerS, retries, budget, ...graph }) => ({
        ...{ load_per_s: loadPerS, capacity_per_s: carriedBy(graph), attempts_per_call: 1 + Math.min(retries, budget) },
      }),
      // Where all attempts can be served, and a queue has time enough to become empty.
      when: ({ loadPerS, retries, budget, budgetRule, blip, policy, ...graph }) =>
        isLayered(graph) &&
        budgetRule === "share" &&
        !["burst", "cold"].includes(blip) &&
        policy === "none" &&
        loadPerS * (1 + Math.min(retries, budget)) <= 0.9 * carriedBy(graph),
    },
  ],
  answers: [
    { ...answers("d28-load", "attemptsPerCall", BRONSON), scale: BRONSON_PER_S, note: NO_SLOWER },
    { ...answers("d28-safe", "goodputPerS", BRONSON), compute: safeLoad, note: NO_SLOWER },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 100,
});

/** How many services are called one behind the other; 0 where that is not known before a run. */
const layersOf = (graph: string): number =>
  ({ single: 1, "fan-out": 2, "front-middle-storage": 3, "three-layers": 3 })[graph] ?? 0;

/** A client alone calls a service that answers nothing but errors. */
const ONE_CLIENT = { graph: "single", retryAt: "clients", clients: 1 } as const;

export const layers = describeExperiment({
  ...COMMON,
  id: "services/layers",
  title: "Retries at every layer",
  question: "Each of three layers tries again. How many attempts does one call make where the lowest layer fails?",
  ...chosen(
    "layers",
    [
      "retries",
      "retryAt",
      "errorShare",
      "budget",
      "budgetRule",
      "backoff",
      "loadPerS",
      "clients",
      "seconds",
      "blip",
      "blipMs",
      "timeoutMs",
      "deadlineMs",
      "policy",
      "graph",
      "servers",
      "workers",
      "serverMs",
    ],
    {
      policy: { with: { blip: "pause" }, why: "Servers that answer at once with errors are never busy." },
      budgetRule: {
        with: { budget: 0.1, clients: 1 },
        why: "Each client has a budget of its own, and twenty clients hardly use theirs up.",
      },
      serverMs: {
        with: { errorShare: 0.01 },
        why: "A server does no work for a request that it answers with an error.",
      },
    },
  ),
  sweep: { over: "retries", values: [0, 1, 2, 3, 4], fixed: { seconds: 5 } },
  charts: [
    {
      y: "attemptsPerCall",
      title: "Attempts a call at the lowest layer, by retries",
      points: [],
      series: { parameter: "retryAt", values: ["clients", "all"] },
    },
    {
      id: "errors",
      y: "attemptsPerCall",
      title: "Attempts a call, by the share of errors",
      points: [],
      sweep: { over: "errorShare", values: [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1] },
      series: { parameter: "retryAt", values: ["clients", "all"] },
    },
    {
      id: "budget",
      y: "attemptsPerCall",
      title: "Attempts a call, by the budget of each caller",
      points: [],
      sweep: { over: "budget", values: [0, 0.1, 0.2, 0.5, 1, 2, 3] },
      series: { parameter: "retryAt", values: ["clients", "all"] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "layered_attempts", measure: "attemptsPerCall", scale: 1 },
      arguments: ({ retries, retryAt, graph, errorShare }) => ({
        ...{ retries, layers: retryAt === "clients" ? 1 : layersOf(graph), failed_percent: 100 * errorShare },
      }),
      when: ({ graph, retryAt, retries, budget, budgetRule, blip, policy }) =>
        blip === "fail" &&
        policy === "none" &&
        budgetRule === "share" &&
        budget >= retries &&
        (retryAt === "clients" || layersOf(graph) > 0),
    },
  ],
  answers: [
    answers("d21-tries", "attemptsPerCall", { retryAt: "clients", retries: 2 }),
    answers("d21-budget", "attemptsPerCall", {
      ...{ ...ONE_CLIENT, retries: 2, budget: 0.1, loadPerS: 200, seconds: 60 },
    }),
    answers("d22", "attemptsPerCall", {}),
    answers("d29", "failuresToStop", { ...ONE_CLIENT, retries: 10, budget: 0.1, budgetRule: "grpc" }),
    answers("d31", "sentAgain", { ...ONE_CLIENT, retries: 2, budgetRule: "botocore" }),
    answers("d53", "attemptsPerCall", {
      ...{ ...ONE_CLIENT, retries: 10, budget: 0.2, budgetRule: "finagle", loadPerS: 1000, seconds: 60 },
    }),
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries) ** 2) / 50,
});

/** Requests that wait when a burst is over. */
const excessOf = ({ loadPerS, blipMs, ...graph }: Machines & Pick<ServicesValues, "loadPerS" | "blipMs">): number =>
  Math.max(0, Math.round(((BURST_TIMES * loadPerS - carriedBy(graph)) * blipMs) / 1000));

export const deadline = describeExperiment({
  ...COMMON,
  id: "services/deadline",
  title: "Deadlines, and work for nobody",
  question: "Callers leave after a second. For whom do the servers work in a crowd, and does more patience help?",
  ...chosen(
    "deadline",
    [
      "deadlineMs",
      "travels",
      "cancel",
      "queueLimit",
      "queue",
      "loadPerS",
      "seconds",
      "blip",
      "blipMs",
      "retries",
      "timeoutMs",
      "policy",
      "graph",
      "servers",
      "workers",
      "serverMs",
      "networkMs",
    ],
    {
      retries: { with: { queueLimit: 10 }, why: "Nothing is refused where the queue has room for all." },
      timeoutMs: { with: { retries: 1 }, why: "A request that is sent once alone waits until the deadline." },
    },
  ),
  sweep: { over: "deadlineMs", values: [100, 250, 500, 1000, 2000, 4000, 8000] },
  charts: [
    {
      y: "wastedShare",
      title: "Work for nobody, by the deadline",
      points: [],
      series: { parameter: "travels", values: ["off", "on"] },
    },
    {
      id: "returned",
      y: "returnedShare",
      title: "Calls that returned, by the deadline",
      points: [],
      series: { parameter: "travels", values: ["off", "on"] },
    },
    {
      id: "queue",
      y: "returnedShare",
      title: "Calls that returned, by the places in the queue",
      points: [],
      sweep: { over: "queueLimit", values: [10, 20, 50, 100, 200, 500, 1000, 2000] },
      series: { parameter: "travels", values: ["off", "on"] },
    },
    {
      id: "cancel",
      y: "wastedShare",
      title: "Work for nobody, by the load",
      points: [],
      sweep: { over: "loadPerS", values: [100, 200, 300, 400, 500, 600, 700, 800] },
      series: { parameter: "cancel", values: ["off", "on"] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "late_s", measure: "recoveryMs", scale: 1000 },
      arguments: ({ loadPerS, blipMs, deadlineMs, ...graph }) => ({
        excess: excessOf({ loadPerS, blipMs, ...graph }),
        ...{ spare_per_s: carriedBy(graph) - loadPerS, capacity_per_s: carriedBy(graph), deadline_ms: deadlineMs },
      }),
      // Where all wait that come, nobody is told who has left, and the queue is empty before the end.
      when: ({ loadPerS, blip, retries, travels, cancel, queue, policy, queueLimit, deadlineMs, seconds, ...rest }) =>
        isLayered(rest) &&
        rest.graph === "front-middle-storage" &&
        blip === "burst" &&
        retries === 0 &&
        [travels, cancel, queue, policy].join(" ") === "off off fifo none" &&
        deadlineMs >= 100 &&
        loadPerS <= 0.75 * carriedBy(rest) &&
        (BURST_TIMES * loadPerS * rest.blipMs) / 1000 <= queueLimit * rest.servers &&
        BLIP_AT_S + rest.blipMs / 1000 + excessOf({ loadPerS, ...rest }) / (carriedBy(rest) - loadPerS) <= seconds,
    },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 60,
});

export const overload = describeExperiment({
  ...COMMON,
  id: "services/overload",
  title: "More calls than a service can serve",
  question: "More calls come than a service can serve. Which should it serve, and when should it say no to the others?",
  ...chosen(
    "overload",
    [
      "loadPerS",
      "seconds",
      "queue",
      "queueLimit",
      "policy",
      "deadlineMs",
      "travels",
      "retries",
      "backoff",
      "timeoutMs",
      "servers",
      "workers",
      "serverMs",
      "spread",
      "blip",
      "blipMs",
      "arrivals",
    ],
    {
      travels: { with: { loadPerS: 1200 }, why: "At a smaller load the queue takes longer to hold late requests." },
      timeoutMs: { with: { retries: 1 }, why: "A request that is sent once alone waits until the deadline." },
      policy: { with: { retries: 1 }, why: "A caller that sends each request once hears of few errors." },
      blip: { with: { blipMs: 2000 }, why: "A disturbance of no length is none." },
    },
  ),
  sweep: { over: "loadPerS", values: [400, 600, 700, 800, 900, 1000, 1200, 1600] },
  charts: [
    {
      y: "goodputPerS",
      title: "Calls that return, by the load and the order of the queue",
      points: [],
      series: { parameter: "queue", values: ["fifo", "lifo", "codel"] },
    },
    {
      id: "policy",
      y: "goodputPerS",
      title: "Calls that return, by the load and the protection",
      points: [],
      series: POLICIES,
    },
    {
      id: "limit",
      y: "goodputPerS",
      title: "Calls that return, by the places in the queue",
      points: [],
      sweep: { over: "queueLimit", values: [0, 10, 50, 100, 200, 300, 400, 500, 700, 1000] },
      series: { parameter: "deadlineMs", values: [500, 1000, 2000] },
    },
    {
      id: "latency",
      y: "p50Ms",
      title: "Median latency, by the load and the order of the queue",
      points: [],
      series: { parameter: "queue", values: ["fifo", "lifo", "codel"] },
    },
  ],
  models: [
    {
      ...{ paper: "today", function: "queue_mean_ms", measure: "meanMs", scale: 1 },
      arguments: ({ loadPerS, servers, workers, serverMs, spread }) => ({
        ...{ load: (loadPerS * serverMs) / (1000 * servers * workers), workers: servers * workers, work_ms: serverMs },
        squares: squareOf(spread),
      }),
      // The model has one queue for all. It stands for two servers that share calls in turn, but not for more of them,
      // or for a few workers each. Messages take half a millisecond, which it leaves out.
      when: ({ loadPerS, servers, workers, serverMs, blipMs, queue, arrivals }) =>
        servers <= 2 &&
        workers >= 8 &&
        serverMs >= 4 &&
        loadPerS * serverMs < 990 * servers * workers &&
        blipMs === 0 &&
        queue === "fifo" &&
        arrivals === "random",
    },
  ],
  roughMs: ({ loadPerS, seconds, retries }) => (loadPerS * seconds * (1 + retries)) / 150,
});
