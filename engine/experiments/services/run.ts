/** Runs services for the parameters of their experiments, and takes the measures. */
import { entryOf, outcomeOf, sumAt, timeAt } from "../../kernel/reads.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import { millis, seconds, toMillis, toSeconds, type Nanos } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { PIECES } from "../../systems/services/counts.ts";
import { capacityOf, lastService, machinesOf, visitsOf } from "../../systems/services/graph.ts";
import { simulateServices, type ServicesOptions, type ServicesRun } from "../../systems/services/simulate.ts";
import { failedIn } from "../call-measures.ts";
import { quantile } from "../call-times.ts";
import { runnerOf, type Outcome, type Runner, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, mean } from "../statistics.ts";
import { contentionRuns } from "./run-contention.ts";
import { jobRuns } from "./run-jobs.ts";
import { QUESTION_NAMES, settingsOf, type Settings } from "./settings.ts";
import type { graph } from "./describe.ts";
import { graphOf } from "./graph-of.ts";
import type { ServicesMeasure } from "./measures.ts";
import { meanTimeMs } from "./queueing.ts";

export function optionsOf(values: Settings): ServicesOptions {
  const { retries, budget, budgetRule, hedgeMs, seconds: length } = values;
  const isShare = budgetRule === "share" || budgetRule === "finagle";
  const blipAt = seconds(values.blipAtS);
  return {
    graph: graphOf(values),
    arrivals: values.arrivals,
    loadPerS: values.loadPerS,
    time: seconds(length),
    clients: values.clients,
    latency: millis(values.networkMs),
    timeout: millis(values.timeoutMs),
    deadline: millis(values.deadlineMs),
    travels: values.travels !== "off",
    reserves: values.travels === "reserve",
    cancels: values.cancel === "on",
    retries,
    retryAt: values.retryAt,
    backoff: values.backoff,
    budget: isShare && budget >= retries + (hedgeMs === 0 ? 0 : 1) ? Infinity : budget, // no call makes more copies
    budgetRule,
    hedgeAfter: hedgeMs === 0 ? Infinity : millis(hedgeMs),
    policy: values.policy,
    balancer: values.balancer,
    queue: values.queue,
    queueLimit: values.queueLimit,
    blip: values.blip,
    blipAt,
    blipTime: blipAt < seconds(length) ? millis(values.blipMs) : 0,
    keys: values.keys,
    keyLife: millis(values.keyLifeMs),
    pool: values.pool,
    poolWait: millis(values.poolWaitMs),
    checkEvery: millis(values.checkMs),
    checkFails: values.checkFails,
    checkBy: values.checkBy,
    whom: values.whom,
    errorShare: values.errorShare,
  };
}

function runGraph(values: Settings, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const options = optionsOf(values);
  const faults = readFaults(machinesOf(options.graph));
  const run = simulateServices(options, { seed, faults, keep, ...(progress === undefined ? {} : { progress }) });
  const capacity: SeriesLine = { name: "capacity", atNs: [0], values: [capacityOfLast(options)] };
  return {
    ...run,
    faults,
    measures: { ...measuresOf(run, options), modelMs: faults.length > 0 ? null : modelOf(options) },
    series: {
      attempts: [...run.series.attempts.map((line) => byNeed(line, options)), capacity],
      queue: run.series.queue,
      latency: latencyLines(run.trace, options.time),
    },
  };
}

/** Requests that a call needs at the last service. */
const needOf = ({ graph: all }: ServicesOptions): number => entryOf(visitsOf(all), lastService(all).name, "service");

/** Calls a second that the last service can carry. */
const capacityOfLast = (options: ServicesOptions): number => capacityOf(lastService(options.graph)) / needOf(options);

/** Requests at the last service in the unit of calls, so that they stand beside the calls that return. */
function byNeed(line: SeriesLine, options: ServicesOptions): SeriesLine {
  const need = line.name === "useful" ? 1 : needOf(options);
  return need === 1 ? line : { ...line, values: line.values.map((value) => (value === null ? null : value / need)) };
}

const LAST = 0.2;

function measuresOf(
  run: ServicesRun,
  options: ServicesOptions,
): Omit<Outcome<ServicesMeasure>["measures"], CallTimes | "modelMs"> {
  const { trace, totals, workedNs, workedWhileNs, wastedNs } = run;
  const { graph: all, time, blipAt, blipTime } = options;
  const made = trace.calls.count;
  const latencies = latenciesOf(trace);
  const last = lastService(all);
  const needed = made * needOf(options);
  const meanNs = mean(latencies);
  return {
    goodputPerS: returnedBetween(trace, time * (1 - LAST), time) / toSeconds(time * LAST),
    offeredPerS: made / toSeconds(time),
    returnedShare: made === 0 ? null : (100 * latencies.length) / made,
    meanMs: meanNs === null ? null : toMillis(meanNs),
    attemptsPerCall: needed === 0 ? null : (totals.first + totals.retried + totals.hedged) / needed,
    wastedShare: workedNs === 0 ? null : (100 * wastedNs) / workedNs,
    utilisation: (100 * workedWhileNs) / (time * last.servers * last.workers),
    sentAgain: totals.retried,
    failuresToStop: run.failuresToStop,
    refusals: totals.refused,
    recoveryMs: blipTime === 0 || blipAt + blipTime >= time ? null : recoveryOf(trace, blipAt + blipTime, time),
    doneAgain: run.doneAgain,
    failedShare: made === 0 ? null : (100 * (made - latencies.length)) / made,
    failedCalls: failedIn(trace),
  };
}

type CallTimes = "p50Ms" | "p90Ms" | "p99Ms" | "p999Ms";

function modelOf({ graph: { services }, arrivals, loadPerS, latency, ...options }: ServicesOptions): number | null {
  const [only, ...others] = services;
  const isPlain = options.blipTime === 0 && options.hedgeAfter === Infinity && options.policy === "none";
  if (only === undefined || others.length > 0 || !isPlain) return null;
  const inside = meanTimeMs(only, loadPerS, arrivals === "random" ? 1 : 0);
  return inside === null ? null : inside + 2 * toMillis(latency);
}

const returnedBetween = (trace: TraceData, from: Nanos, to: Nanos): number => {
  let count = 0;
  for (let row = 0; row < trace.calls.count; row++) {
    const end = timeAt(trace.calls.end, row);
    if (end >= from && end < to && outcomeOf(trace, row) === "returned") count++;
  }
  return count;
};

const WINDOW = millis(500);
const WELL = 0.9;

/**
 * Until nine of ten calls that begin in a piece of time return, in that and all later ones. The last piece says
 * nothing: nobody calls behind it, so that its calls are served though the others were not.
 */
function recoveryOf(trace: TraceData, from: Nanos, until: Nanos): number | string {
  const count = Math.max(1, Math.floor((until - from) / WINDOW) - 1);
  const [begun, returned] = [new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < trace.calls.count; row++) {
    const piece = Math.floor((timeAt(trace.calls.start, row) - from) / WINDOW);
    if (piece < 0 || piece >= count) continue;
    begun[piece] = sumAt(begun, piece) + 1;
    if (outcomeOf(trace, row) === "returned") returned[piece] = sumAt(returned, piece) + 1;
  }
  const lastIll = begun.findLastIndex((calls, piece) => sumAt(returned, piece) < WELL * calls);
  if (lastIll === count - 1) return `not within ${toSeconds(count * WINDOW)} s`;
  return toMillis((lastIll + 1) * WINDOW);
}

/** The median and the 99th percentile of the calls that returned in each piece of time; none where none did. */
function latencyLines(trace: TraceData, time: Nanos): readonly SeriesLine[] {
  const width = Math.max(1, Math.ceil(time / PIECES));
  const pieces = Array.from({ length: PIECES }, (): number[] => []);
  for (let row = 0; row < trace.calls.count; row++) {
    if (outcomeOf(trace, row) !== "returned") continue;
    const end = timeAt(trace.calls.end, row);
    pieces[Math.floor(end / width)]?.push(end - timeAt(trace.calls.start, row));
  }
  for (const piece of pieces) piece.sort((a, b) => a - b);
  const line = (name: string, share: number): SeriesLine => ({
    name,
    atNs: pieces.map((_, piece) => piece * width),
    values: pieces.map((times) => {
      const nanos = quantile(times, share);
      return nanos === null ? null : toMillis(nanos);
    }),
  });
  return [line("median", 0.5), line("99th percentile", 0.99)];
}

export const runs: Runs = {
  "services/graph": runnerOf<typeof graph>((values, request) => runGraph({ ...settingsOf(null), ...values }, request)),
  ...Object.fromEntries(
    QUESTION_NAMES.map((question): [string, Runner] => {
      // It has values for some parameters only.
      const run = runnerOf<typeof graph>((values, request) =>
        runGraph({ ...settingsOf(question), ...values }, request),
      );
      return [`services/${question}`, run];
    }),
  ),
  ...jobRuns,
  ...contentionRuns,
};
