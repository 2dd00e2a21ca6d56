/** Runs services with a queue for the parameters of their experiments, and takes the measures. */
import { entryOf, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { millis, toMillis, toSeconds, type Nanos } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { serviceHosts, simulateService, type Arrivals, type ServiceRun } from "../../systems/today/service.ts";
import { moments } from "../../systems/today/service-times.ts";
import { failedIn, loadLines } from "../call-measures.ts";
import { callTimes } from "../call-times.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf } from "../statistics.ts";
import type { hedge, openLoop, retryStorm } from "./describe-service.ts";
import { hedgeOptions, openOptions, stormOptions } from "./service-ends.ts";
import { askedPerS, callersOf, meanInSystem, stormLoad } from "./queueing.ts";
import {
  STALL_AT,
  type HedgeMeasure,
  type HedgeValues,
  type OpenMeasure,
  type OpenValues,
  type StormMeasure,
  type StormValues,
} from "./service-params.ts";

const msOf = (nanos: number | null): number | null => (nanos === null ? null : toMillis(nanos));

function latencies({ trace }: ServiceRun) {
  const { meanNs, p50Ns, p99Ns, mostNs } = callTimes(trace);
  return { meanMs: msOf(meanNs), p50Ms: msOf(p50Ns), p99Ms: msOf(p99Ns), maxMs: msOf(mostNs) };
}

/** How long the servers’ processors were busy until the last answer, by that time and all of them. */
function busyPercent({ elapsed, resources }: ServiceRun, servers: number): number | null {
  const busy = serviceHosts(servers)
    .slice(1)
    .reduce((sum, server) => sum + entryOf(resources, `${server}.cpu0`, "resource").busyNs, 0);
  return elapsed > 0 ? (100 * busy) / (elapsed * servers) : null;
}

const seriesOf = ({ trace, elapsed, series }: ServiceRun) => ({ ...series, load: loadLines(trace, elapsed) });

// At a rate, or one after the other.

function runOpen(values: OpenValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { arrivals: when, load, calls, serverMs, distribution } = values;
  const faults = readFaults(serviceHosts(1));
  const [service] = moments(distribution, serverMs);
  const arrivals: Arrivals =
    when === "closed" ? { tag: "callers", callers: 1, thinkMs: 0 } : { tag: when, perS: (1000 * load) / service };
  const outcome = simulateService(
    { ...openOptions(values), calls, arrivals, serverMs, distribution },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: openMeasures(outcome, values, faults.length > 0), series: seriesOf(outcome) };
}

function openMeasures(outcome: ServiceRun, values: OpenValues, isBroken: boolean): Outcome<OpenMeasure>["measures"] {
  const { elapsed, trace } = outcome;
  const all = latenciesOf(trace);
  const { meanMs, ...others } = latencies(outcome);
  const perS = elapsed > 0 ? all.length / toSeconds(elapsed) : null;
  const isModelled = values.arrivals === "random" && values.stallMs === 0 && !isBroken;
  return {
    meanMs,
    ...others,
    modelMs: isModelled ? meanInSystem(values.distribution, values.serverMs, values.load) : null,
    utilisation: busyPercent(outcome, 1),
    underWay: elapsed > 0 ? meanUnderWay(trace, elapsed) : null,
    littleCalls: perS === null || meanMs === null ? null : (perS * meanMs) / 1000,
    callsPerS: perS,
  };
}

/** Calls under way, counted at each start and end of one. */
function meanUnderWay({ calls }: TraceData, elapsed: Nanos): number {
  const changes = Array.from({ length: calls.count }, (_, row) => [
    { at: timeAt(calls.start, row), by: 1 },
    { at: timeAt(calls.end, row), by: -1 },
  ]).flat();
  let [under, since, sum] = [0, 0, 0];
  for (const { at, by } of changes.sort((a, b) => a.at - b.at)) {
    sum += under * (at - since);
    under += by;
    since = at;
  }
  return sum / elapsed;
}

// Retries.

function runStorm(values: StormValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { thinkMs, calls, serverMs, distribution } = values;
  const faults = readFaults(serviceHosts(1));
  const outcome = simulateService(
    {
      ...stormOptions(values),
      calls,
      arrivals: { tag: "callers", callers: callersOf(values), thinkMs },
      serverMs,
      distribution,
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: stormMeasures(outcome, values), series: seriesOf(outcome) };
}

const WINDOW = millis(500);
const WELL = 0.8;
const LAST = 0.2;

/** When calls returned, in their order. */
function endsOfReturned(trace: TraceData): readonly Nanos[] {
  const rows = Array.from({ length: trace.calls.count }, (_, row) => row);
  const returned = rows.filter((row) => outcomeOf(trace, row) === "returned");
  return returned.map((row) => timeAt(trace.calls.end, row)).sort((a, b) => a - b);
}

/**
 * From a moment to the first window in which so many calls return as are asked for, but for a fifth; in words where the
 * run has no such window: nobody knows what comes after it. Null where it ends before that moment.
 */
function recoveryOf(ends: readonly Nanos[], from: Nanos, elapsed: Nanos, perS: number): number | string | null {
  const wanted = WELL * perS * toSeconds(WINDOW);
  for (let at = from; at + WINDOW <= elapsed; at += WINDOW) {
    if (ends.filter((end) => end >= at && end < at + WINDOW).length >= wanted) return toMillis(at - from);
  }
  return elapsed > from ? `not within ${Math.floor(toSeconds(elapsed - from))} s` : null;
}

function stormMeasures(outcome: ServiceRun, values: StormValues): Outcome<StormMeasure>["measures"] {
  const { trace, elapsed, requests, served } = outcome;
  const made = trace.calls.count;
  const returned = latenciesOf(trace).length;
  const ends = endsOfReturned(trace);
  const asked = askedPerS(values);
  const since = elapsed * (1 - LAST);
  return {
    returnedShare: made === 0 ? null : (100 * returned) / made,
    usefulPerS: elapsed > 0 ? ends.filter((at) => at > since).length / toSeconds(elapsed * LAST) : null,
    askedPerS: asked,
    recoveryMs: recoveryOf(ends, STALL_AT + millis(values.stallMs), elapsed, asked),
    requestsPerCall: made === 0 ? null : requests / made,
    wastedShare: served === 0 ? null : (100 * (served - Math.min(served, returned))) / served,
    stormLoad: 100 * stormLoad(values),
    p99Ms: latencies(outcome).p99Ms,
    failedCalls: failedIn(trace),
  };
}

// Hedges.

function runHedge(values: HedgeValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { servers, load, calls, serverMs, distribution } = values;
  const faults = readFaults(serviceHosts(servers));
  const [service] = moments(distribution, serverMs);
  const outcome = simulateService(
    {
      ...hedgeOptions(values),
      calls,
      arrivals: { tag: "random", perS: (1000 * load * servers) / service },
      serverMs,
      distribution,
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: hedgeMeasures(outcome, values), series: seriesOf(outcome) };
}

function hedgeMeasures(outcome: ServiceRun, { servers }: HedgeValues): Outcome<HedgeMeasure>["measures"] {
  const { trace, requests, served } = outcome;
  const made = trace.calls.count;
  const returned = latenciesOf(trace).length;
  return {
    ...latencies(outcome),
    requestsPerCall: made === 0 ? null : requests / made,
    wastedShare: served === 0 ? null : (100 * (served - Math.min(served, returned))) / served,
    utilisation: busyPercent(outcome, servers),
  };
}

export const services: Runs = {
  "today/retry-storm": runnerOf<typeof retryStorm>(runStorm),
  "today/open-loop": runnerOf<typeof openLoop>(runOpen),
  "today/hedge": runnerOf<typeof hedge>(runHedge),
};
