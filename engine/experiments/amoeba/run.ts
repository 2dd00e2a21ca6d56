/** Runs Amoeba’s transactions for an experiment’s parameters and takes the measures. */
import { millis, toMillis, toSeconds } from "../../kernel/time.ts";
import { amoebaHosts } from "../../protocols/amoeba/ends.ts";
import { simulateAmoeba, type AmoebaRun } from "../../systems/amoeba/system.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import { OUTCOMES } from "../../kernel/trace-data.ts";
import type { call } from "./describe.ts";
import type { AmoebaMeasure, AmoebaValues } from "./params.ts";

/** The bytes of argument and result. */
const dataOf = ({ bytes, direction }: AmoebaValues) => ({
  argumentBytes: direction === "back" ? 0 : bytes,
  resultBytes: direction === "there" ? 0 : bytes,
});

function runAmoeba(values: AmoebaValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { sweepMs, without, space, calls, threads, serverMs, hint } = values;
  const faults = readFaults(amoebaHosts(hint));
  const options = { hint, sweep: millis(sweepMs), without: rulesWithout(without) };
  const outcome = simulateAmoeba(
    { space, calls, threads, serverMs, ...dataOf(values), ...options },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: measuresOf(outcome, values) };
}

function measuresOf(outcome: AmoebaRun, values: AmoebaValues): Outcome<AmoebaMeasure>["measures"] {
  const { trace, elapsed, packets, retransmissions, notDone, unknown } = outcome;
  const { calls } = trace;
  const latencies = latenciesOf(trace);
  const { argumentBytes, resultBytes } = dataOf(values);
  const bits = latencies.length * (argumentBytes + resultBytes) * 8;
  const hasReturned = calls.count > 0 && OUTCOMES[Number(calls.outcome[0])] === "returned";
  return {
    msPerCall: calls.count === 0 ? null : toMillis(elapsed) / calls.count,
    latencyMs: latencies.length === 0 ? null : toMillis(median(latencies)),
    firstMs: hasReturned ? toMillis(Number(calls.end[0]) - Number(calls.start[0])) : null,
    throughputMbps: elapsed > 0 ? bits / 1e6 / toSeconds(elapsed) : null,
    packets,
    retransmissions,
    notDone,
    unknown,
  };
}

export const runs: Runs = { "amoeba/call": runnerOf<typeof call>(runAmoeba) };
