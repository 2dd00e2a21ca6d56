/** Runs the Firefly for an experiment's parameters and takes the measures. */
import { failedIn } from "../call-measures.ts";
import { waterfall } from "../../kernel/waterfall.ts";
import { outcomeOf } from "../../kernel/reads.ts";
import { micros, toMillis, toSeconds } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { machinesOf, simulateFirefly, type FireflyOptions, type FireflyOutcome } from "../../systems/firefly.ts";
import { ONE_MACHINE } from "../../systems/firefly/run-same-machine.ts";
import { isLocal } from "../../systems/firefly/transport.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { maxArg, maxResult, nullCall } from "./describe.ts";
import type { marshal } from "./marshal-describe.ts";
import { runMarshal } from "./marshal-run.ts";
import type { FireflyMeasure, FireflyValues } from "./params.ts";
import { designOf } from "./switches.ts";

function runFirefly(
  values: FireflyValues,
  procedure: FireflyOptions["procedure"],
  { seed, faults: readFaults, keep, progress }: RunRequest,
): Outcome<FireflyMeasure> {
  const faults = readFaults(machinesOf({ transport: values.transport, servers: values.serverMachines }));
  const outcome = simulateFirefly(
    {
      procedure,
      threads: values.threads,
      calls: values.calls,
      networkMbps: values.networkMbps,
      callerProcessors: values.callerProcessors,
      serverProcessors: values.serverProcessors,
      shared: values.segment === "shared",
      without: rulesWithout(values.without),
      design: designOf(values),
      foreignPackets: values.foreignPackets,
      servers: values.serverMachines,
      pause: micros(values.pauseMs * 1000),
      transport: values.transport,
    },
    seed,
    faults,
    // The first call is kept in any case: its longest step is a measure.
    keep === "none" ? { calls: 1 } : keep,
    progress,
  );
  const bytes = procedure.argumentBytes + procedure.resultBytes;
  return { ...outcome, faults, measures: takeMeasures(outcome, bytes, isLocal(values.transport)) };
}

/** @param isOne whether caller and server are one machine */
function takeMeasures(outcome: FireflyOutcome, callBytes: number, isOne: boolean): Outcome<FireflyMeasure>["measures"] {
  const { trace } = outcome;
  const latencies = latenciesOf(trace);
  const elapsedS = toSeconds(outcome.elapsed);
  const returned = latencies.length;
  const calls = trace.calls.count;
  const sum = latencies.reduce((total, latency) => total + latency, 0);
  const bits = callBytes * 8;
  const perSecond = (amount: number): number | null => (elapsedS > 0 ? amount / elapsedS : null);
  return {
    latencyMs: returned === 0 ? null : toMillis(sum / returned),
    medianMs: returned === 0 ? null : toMillis(median(latencies)),
    elapsedS,
    callsPerSecond: perSecond(returned),
    throughputMbps: perSecond((returned * bits) / 1e6),
    callerCpu: perSecond(cpuSeconds(outcome, isOne ? ONE_MACHINE : "caller")),
    serverCpu: perSecond(cpuSeconds(outcome, isOne ? ONE_MACHINE : "server")),
    fastPathShare: calls === 0 || isOne ? null : (100 * (calls - outcome.slowCalls)) / calls,
    lossesPerSecond: perSecond(outcome.raceLosses),
    longestStep: longestStep(trace),
    failedCalls: failedIn(trace),
  };
}

function cpuSeconds(outcome: FireflyOutcome, machine: string): number {
  let nanos = 0;
  for (const [name, { busyNs }] of outcome.resources) {
    if (name.startsWith(`${machine}.cpu`)) nanos += busyNs;
  }
  return toSeconds(nanos);
}

/** The longest turn of work on the first call's critical path; null where that call did not end. */
function longestStep(trace: TraceData): string | null {
  if (trace.calls.count === 0 || outcomeOf(trace, 0) === "pending") return null;
  const [first, ...others] = waterfall(trace, 1).filter((row) => !row.wait);
  if (first === undefined) return null;
  const longest = others.reduce((best, row) => (row.nanos > best.nanos ? row : best), first);
  return longest.layer === "wire" ? "Transmission time on Ethernet" : longest.name;
}

export const runs: Runs = {
  "firefly/null": runnerOf<typeof nullCall>((parameters, request) =>
    runFirefly(parameters, { argumentBytes: 0, resultBytes: 0, array: "variable" }, request),
  ),
  "firefly/max-result": runnerOf<typeof maxResult>((parameters, request) => {
    const { resultBytes, arrayType } = parameters;
    return runFirefly(parameters, { argumentBytes: 0, resultBytes, array: arrayType }, request);
  }),
  "firefly/max-arg": runnerOf<typeof maxArg>((parameters, request) => {
    const { argumentBytes, arrayType } = parameters;
    return runFirefly(parameters, { argumentBytes, resultBytes: 0, array: arrayType }, request);
  }),
  "firefly/marshal": runnerOf<typeof marshal>(runMarshal),
};
