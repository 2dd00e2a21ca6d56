/** Runs Cedar for an experiment's parameters and takes the measures. */
import { failedIn } from "../call-measures.ts";
import { outcomeOf, timeAt } from "../../kernel/reads.ts";
import { toMicros, toMillis, toSeconds } from "../../kernel/time.ts";
import { numberUnder } from "../../kernel/tally.ts";
import { machinesOf } from "../../systems/cedar/naming.ts";
import { simulateCedar, type CedarOutcome } from "../../systems/cedar.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { call } from "./describe.ts";
import type { CedarMeasure, CedarValues } from "./params.ts";

function runCedar(values: CedarValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const faults = readFaults(machinesOf(values));
  const { arrayWords, networkMbps, threads, calls, exception, argumentPackets, load, oneWayMs, serverMs } = values;
  const outcome = simulateCedar(
    {
      argumentWords: values.arguments,
      resultWords: values.results,
      arrayWords,
      argumentPackets,
      serverMs,
      networkMbps,
      oneWayMs,
      load,
      threads,
      calls,
      exception,
      binding: values.binding,
      replica: values.replica,
      access: values.access,
      security: values.security,
      bystanders: values.bystanders,
      transport: values.transport,
      liveness: values.liveness,
      underWay: values.underWay,
      acknowledgements: values.acknowledgements,
      without: rulesWithout(values.without),
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: takeMeasures(outcome) };
}

function takeMeasures(outcome: CedarOutcome): Outcome<CedarMeasure>["measures"] {
  const { trace, count } = outcome;
  const latencies = latenciesOf(trace);
  const returned = latencies.length;
  const elapsedS = toSeconds(outcome.elapsed);
  const perSecond = (amount: number): number | null => (elapsedS > 0 ? amount / elapsedS : null);
  const cpu = (machine: string): number | null => {
    const busy = outcome.resources.get(`${machine}.cpu0`);
    return busy === undefined ? null : perSecond(toSeconds(busy.busyNs));
  };
  return {
    medianUs: returned === 0 ? null : toMicros(median(latencies)),
    minimumUs: returned === 0 ? null : toMicros(latencies.reduce((least, one) => Math.min(least, one), Infinity)),
    transmissionUs: outcome.firstTransmissionUs,
    wireUs: toMicros(count.firstWireNs),
    packets: count.packets,
    packetsPerCall: trace.calls.count === 0 ? null : count.packets / trace.calls.count,
    laterPackets: count.later,
    throughputMbps: perSecond((returned * outcome.callBytes * 8) / 1e6),
    executions: numberUnder(outcome.executions, 1),
    outcome: outcomeOfFirst(outcome),
    detectMs: detection(outcome),
    bystanderUs: toMicros(outcome.bystanderNs),
    failedCalls: failedIn(trace),
    callerCpu: cpu("caller"),
    serverCpu: cpu("server"),
  };
}

function outcomeOfFirst({ trace, firstEnd }: CedarOutcome): string {
  if (trace.calls.count === 0) return "not made";
  if (firstEnd === null) return "pending";
  return firstEnd === "returned" || firstEnd === "unwound" ? firstEnd : "exception";
}

/** From the first crash of the server to the end of the first call that failed after it. */
function detection({ serverCrash: crash, trace: { calls }, trace }: CedarOutcome): number | null {
  if (crash === null) return null;
  for (let row = 0; row < calls.count; row++) {
    const end = timeAt(calls.end, row);
    if (outcomeOf(trace, row) === "failed" && end >= crash) return toMillis(end - crash);
  }
  return null;
}

export const runs: Runs = { "cedar/call": runnerOf<typeof call>(runCedar) };
