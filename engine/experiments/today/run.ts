/** Runs a call between two servers of today for an experiment’s parameters, and takes the measures. */
import { millisACall } from "../common-measures.ts";
import { failedIn } from "../call-measures.ts";
import { toSeconds } from "../../kernel/time.ts";
import { simulateToday, todayEnds, type TodayRun } from "../../systems/today/call.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { call } from "./describe.ts";
import { services } from "./run-service.ts";
import type { TodayMeasure, TodayValues } from "./params.ts";

const US = 1e3;

function runToday(values: TodayValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { bytes, networkGbps, nagle, writes, keepAlive, ...same } = values;
  const asks = keepAlive === "on";
  const faults = readFaults(todayEnds({ stack: values.stack, asks }).hosts);
  const outcome = simulateToday(
    {
      ...same,
      asks,
      argumentBytes: bytes,
      gbps: networkGbps,
      nagle: nagle === "on",
      writes: writes === "2" ? 2 : 1,
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: measuresOf(outcome) };
}

function measuresOf(outcome: TodayRun): Outcome<TodayMeasure>["measures"] {
  const { trace, elapsed, packets, retransmissions, wireNs, resources } = outcome;
  const latencies = latenciesOf(trace);
  const made = trace.calls.count;
  const aCall = (nanos: number): number | null => (made === 0 ? null : nanos / US / made);
  const busy = (machine: string): number => {
    const processor = resources.get(`${machine}.cpu0`);
    if (processor === undefined) throw new Error(`The run has no processor of ${machine}.`);
    return processor.busyNs;
  };
  return {
    msPerCall: millisACall(outcome),
    latencyUs: latencies.length === 0 ? null : median(latencies) / US,
    callsPerS: elapsed > 0 ? latencies.length / toSeconds(elapsed) : null,
    clientUs: aCall(busy("client")),
    serverCpuUs: aCall(busy("server")),
    wireUs: aCall(wireNs),
    wireShare: elapsed > 0 ? (100 * wireNs) / elapsed : null,
    packets,
    retransmissions,
    failedCalls: failedIn(trace),
  };
}

export const runs: Runs = { "today/call": runnerOf<typeof call>(runToday), ...services };
