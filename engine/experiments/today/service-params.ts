/** The parameters and the measures of services with a queue: open and closed loops, retries, hedges. */
import { seconds } from "../../kernel/time.ts";
import { calls } from "../common-params.ts";
import { choice, number, variant } from "../params.ts";
import type { SeriesTable } from "../series.ts";
import type { MeasureTable, Values } from "../types.ts";

/** When a server stands still. */
export const STALL_AT = seconds(1);

const CALLS = calls({
  ...{ max: 20_000, default: 2000 },
  why: "Enough for a tail: twenty of 2,000 calls are slower than the 99th percentile.",
});

const SERVER_MS = number({
  group: "machines",
  label: "A request is served in",
  unit: "ms",
  min: 0.1,
  max: 1000,
  step: 0.1,
  default: 10,
  why: "The mean, or the usual time where a few are slow. It is long beside a message, which takes 20 µs.",
  stretches: { name: "service", steps: ["Serve the request"], share: true },
});

const DISTRIBUTION = choice({
  group: "machines",
  label: "Service times",
  options: { constant: "Constant", exponential: "Exponential", tailed: "One in fifty takes 20 times as long" },
  default: "constant",
  why: "Constant times give the queue M/D/1, exponential ones M/M/1. A slow request may be one that misses a cache.",
  needs: { with: { calls: 1000 }, why: "Among few requests none may be slow." },
});

const LOAD = number({
  group: "workload",
  label: "Load",
  share: true,
  min: 0.05,
  max: 1.2,
  step: 0.05,
  default: 0.8,
  why: "The share of the server’s time that the calls ask for. From 1 on the queue grows as long as calls come.",
});

const STALL = number({
  group: "machines",
  label: "The server stands still for",
  unit: "ms",
  min: 0,
  max: 10_000,
  default: 0,
  why: "Once, a second after the start, as in a pause of its memory’s housekeeping.",
  needs: { with: { calls: 2000 }, why: "A short run ends before it." },
});

export const OPEN_PARAMS = {
  arrivals: choice({
    group: "workload",
    label: "Calls begin",
    options: {
      random: "At a rate, at random times",
      even: "At a rate, at even times",
      closed: "One after the other, as a tester that waits",
    },
    default: "random",
    why: "Users do not wait for each other. A tester with one call at a time sends less just when the server is slow.",
  }),
  load: variant(LOAD, {
    only: { parameter: "arrivals", values: ["random", "even"], why: "one call after the other has no rate of its own" },
  }),
  calls: CALLS,
  serverMs: SERVER_MS,
  distribution: DISTRIBUTION,
  stallMs: STALL,
} as const;

export const OPEN_MEASURES = {
  meanMs: { label: "Latency, mean", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  p50Ms: {
    label: "Latency, median",
    unit: "ms",
    what: "half of all calls returned within it; none where fewer returned",
  },
  p99Ms: {
    label: "Latency, 99th percentile",
    unit: "ms",
    what: "99 of 100 calls returned within it; none where fewer returned",
  },
  maxMs: { label: "Latency, longest", unit: "ms", what: "of the calls that returned" },
  modelMs: {
    label: "Mean by queueing theory",
    unit: "ms",
    what:
      "one server and random arrivals (Pollaczek and Khinchine): M/D/1 for constant, M/M/1 for exponential times; " +
      "none from a load of 1 on, for even arrivals, with a stall, and with faults",
  },
  utilisation: { label: "Server busy", unit: "%", what: "time that its processor has worked, by the time of the run" },
  underWay: { label: "Calls under way, mean", unit: "", what: "counted over the time of the run" },
  littleCalls: {
    label: "By Little’s law",
    unit: "",
    what: "calls a second by their mean latency: as many must be under way",
  },
  callsPerS: { label: "Calls a second", unit: "", what: "calls that returned, by the time of the run" },
} satisfies MeasureTable;

/** Without it nobody retries. */
const STORM = {
  with: { calls: 1000 },
  why: "A run that ends before the server stumbles has no retries.",
} as const;

export const STORM_PARAMS = {
  callers: number({
    group: "workload",
    label: "Callers",
    min: 1,
    max: 1000,
    default: 80,
    why: "With the other defaults they ask for four fifths of what the server can do.",
  }),
  thinkMs: number({
    group: "workload",
    label: "Between two calls of a caller",
    unit: "ms",
    min: 1,
    max: 60_000,
    default: 1000,
    why: "The mean of an exponential time: callers are independent of each other.",
  }),
  calls: variant(CALLS, { default: 3000, why: "With the defaults half a minute and more." }),
  serverMs: variant(SERVER_MS, { why: "The server can do a hundred calls a second, then." }),
  distribution: DISTRIBUTION,
  stallMs: variant(STALL, { default: 2000, why: "Once, a second after the start: the stumble that begins the storm." }),
  queue: number({
    group: "machines",
    label: "Places in the queue",
    min: 0,
    max: 10_000,
    default: 100,
    why: "A request that finds it full is dropped without a word. With the defaults a full queue takes a second.",
  }),
  timeoutMs: number({
    group: "ending",
    label: "A caller waits for",
    unit: "ms",
    min: 10,
    max: 60_000,
    default: 500,
    why: "Then it gives up on that request. The server does not hear of it, and serves it all the same.",
    stretches: { name: "timer", timer: "Service client", state: "calling" },
  }),
  attempts: number({
    group: "ending",
    label: "Attempts",
    min: 1,
    max: 20,
    default: 5,
    why: "A usual limit of clients that retry.",
    needs: STORM,
  }),
  retry: choice({
    group: "ending",
    label: "Before a retry",
    options: { fixed: "No pause", backoff: "A pause that doubles", jitter: "A random part of it" },
    default: "fixed",
    why: "The question of this run. With a pause of one length all callers come back together.",
    needs: STORM,
  }),
  pauseMs: number({
    group: "ending",
    label: "First pause",
    unit: "ms",
    min: 1,
    max: 60_000,
    default: 500,
    why: "As long as a caller waits for a reply. A pause that doubles grows up to an hour.",
    needs: { with: { ...STORM.with, retry: "backoff" }, why: STORM.why },
    only: { parameter: "retry", values: ["backoff", "jitter"], why: "without a pause none is first" },
  }),
  budget: number({
    group: "ending",
    label: "Retries for each call",
    share: true,
    min: 0,
    max: 20,
    step: 0.05,
    default: 20,
    why: "A budget of 10 % is usual where there is one: ten calls pay for one retry. 20 for each is no limit.",
    needs: STORM,
  }),
  stock: number({
    group: "ending",
    label: "Retries that may be saved",
    min: 1,
    max: 1000,
    default: 10,
    why:
      "Ten at most, as tokens in the example of gRPC’s retry throttle, which counts failures and successes. Here " +
      "each call brings its budget. All ten are there at the beginning, but with a budget of 0 there are none. A " +
      "budget as large as the retries binds nobody.",
    needs: { with: { ...STORM.with, budget: 0.1 }, why: "A large budget fills any stock at once." },
  }),
} as const;

export const STORM_MEASURES = {
  returnedShare: { label: "Calls that returned", unit: "%", what: "of all calls" },
  usefulPerS: { label: "Calls a second at the end", unit: "", what: "that returned in the last fifth of the run" },
  askedPerS: {
    label: "Calls a second that are asked for",
    unit: "",
    what: "callers, by their pause between two calls and a served call’s time (Little’s law)",
  },
  recoveryMs: {
    label: "Until it is well again",
    unit: "ms",
    what:
      "from the stall’s end to the first half second in which four fifths of what is asked for return; where the run " +
      "has no such half second, how long it looked",
  },
  requestsPerCall: { label: "Requests a call", unit: "", what: "sent until the last answer, by the calls" },
  wastedShare: { label: "Served for nobody", unit: "%", what: "of the requests that were served" },
  stormLoad: {
    label: "Load by those who wait",
    unit: "%",
    what:
      "computed: what all callers together ask of the server while none gets a reply in time, by what it can do; " +
      "above 100 % the queue stays full",
  },
  p99Ms: OPEN_MEASURES.p99Ms,
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result" },
} satisfies MeasureTable;

export const HEDGE_PARAMS = {
  load: variant(LOAD, { max: 0.95, default: 0.3, why: "Of the servers’ time, without hedges." }),
  calls: variant(CALLS, { default: 4000, why: "Forty of them are slower than the 99th percentile." }),
  servers: number({
    group: "machines",
    label: "Servers",
    min: 1,
    max: 20,
    default: 4,
    why: "Calls and hedges go to them in turn; a hedge to another than its call, where there is one.",
  }),
  serverMs: SERVER_MS,
  distribution: variant(DISTRIBUTION, { default: "tailed" }),
  hedge: choice({
    group: "ending",
    label: "A second copy of a late call",
    options: { off: "None", on: "After a while" },
    default: "on",
    why: "A hedge: the first reply counts.",
    needs: { with: { calls: 1000 }, why: "Of few calls none may be late." },
  }),
  hedgeMs: number({
    group: "ending",
    label: "After",
    unit: "ms",
    min: 0.1,
    max: 1000,
    step: 0.1,
    default: 20,
    why: "Longer than nearly all calls take, so that few are hedged.",
    only: { parameter: "hedge", values: ["on"], why: "no copy is sent" },
    stretches: { name: "timer", timer: "Service client", state: "calling" },
  }),
  cancel: choice({
    group: "ending",
    label: "The loser",
    options: { off: "Is served to its end", on: "Gets a cancel" },
    default: "off",
    why: "A cancel takes a request out of a queue. One that is served already is served to its end.",
    needs: { with: { calls: 1000 }, why: "Of few calls none may be hedged." },
    only: { parameter: "hedge", values: ["on"], why: "nobody loses" },
  }),
} as const;

export const HEDGE_MEASURES = {
  p50Ms: OPEN_MEASURES.p50Ms,
  p99Ms: OPEN_MEASURES.p99Ms,
  meanMs: OPEN_MEASURES.meanMs,
  maxMs: OPEN_MEASURES.maxMs,
  requestsPerCall: STORM_MEASURES.requestsPerCall,
  wastedShare: STORM_MEASURES.wastedShare,
  utilisation: {
    label: "Servers busy",
    unit: "%",
    what: "time that their processors have worked, by the time of the run and all",
  },
} satisfies MeasureTable;

/** Of all services here. */
export const SERVICE_SERIES = {
  load: {
    label: "Load",
    unit: "calls/s",
    what: "calls that begin, and calls that return, in each fiftieth of the run",
  },
  queue: { label: "Requests that wait", unit: "", what: "in the queue of each server" },
} satisfies SeriesTable;

export type OpenValues = Values<typeof OPEN_PARAMS>;
export type StormValues = Values<typeof STORM_PARAMS>;
export type HedgeValues = Values<typeof HEDGE_PARAMS>;
export type OpenMeasure = keyof typeof OPEN_MEASURES;
export type StormMeasure = keyof typeof STORM_MEASURES;
export type HedgeMeasure = keyof typeof HEDGE_MEASURES;
