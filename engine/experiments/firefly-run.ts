/** Runs the Firefly for an experiment's parameters and takes the measures. */
import { formatFault, parseScript } from "../faults/index.ts";
import { waterfall } from "../kernel/critical-path.ts";
import { toMillis, toSeconds } from "../kernel/time.ts";
import { OUTCOMES, type TraceData } from "../kernel/trace-data.ts";
import { simulateFirefly, type FireflyOutcome } from "../systems/firefly.ts";
import { median } from "./statistics.ts";
import type { Measure, MeasureInfo, ParamValues, Run, RunOptions } from "./types.ts";

export interface FireflyRequest {
  readonly experiment: string;
  readonly measures: Readonly<Record<string, MeasureInfo>>;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly options: RunOptions;
}

export function runFirefly(request: FireflyRequest): Run {
  const { experiment, argumentBytes, resultBytes, parameters, seed, options } = request;
  const number = (key: string): number => Number(parameters[key]);
  const faults = parseScript(request.faults, { machines: ["caller", "server"] });
  const outcome = simulateFirefly(
    {
      procedure: { argumentBytes, resultBytes, array: parameters["arrayType"] === "fixed" ? "fixed" : "variable" },
      threads: number("threads"),
      calls: number("calls"),
      networkMbps: number("networkMbps"),
      callerProcessors: number("callerProcessors"),
      serverProcessors: number("serverProcessors"),
      shared: parameters["segment"] === "shared",
    },
    seed,
    faults,
    // The first call is kept in any case: its longest step is a measure.
    options.keep === "none" ? { calls: 1 } : options.keep,
    options.progress,
  );
  return {
    experiment,
    parameters,
    seed,
    faults: faults.map(formatFault),
    unusedFaults: outcome.unusedFaults.map(formatFault),
    measures: takeMeasures(outcome, request),
    resources: Object.fromEntries(outcome.resources),
    elapsedNs: outcome.elapsed,
    packets: outcome.packets,
    draws: outcome.draws,
    traceHash: outcome.trace.hash,
    trace: outcome.trace,
  };
}

function takeMeasures(outcome: FireflyOutcome, request: FireflyRequest): Record<string, Measure> {
  const { trace } = outcome;
  const latencies = latenciesOf(trace, "returned");
  const elapsedS = toSeconds(outcome.elapsed);
  const returned = latencies.length;
  const sum = latencies.reduce((total, latency) => total + latency, 0);
  const bits = (request.argumentBytes + request.resultBytes) * 8;
  const perSecond = (amount: number): number | null => (elapsedS > 0 ? amount / elapsedS : null);
  const values: Record<string, number | string | null> = {
    latencyMs: returned === 0 ? null : toMillis(sum / returned),
    medianMs: returned === 0 ? null : toMillis(median(latencies)),
    elapsedS,
    callsPerSecond: perSecond(returned),
    throughputMbps: perSecond((returned * bits) / 1e6),
    callerCpu: perSecond(cpuSeconds(outcome, "caller")),
    serverCpu: perSecond(cpuSeconds(outcome, "server")),
    longestStep: longestStep(trace),
    failedCalls: trace.calls.count - returned,
  };
  const entries = Object.entries(request.measures).map(([name, { unit }]): [string, Measure] => [
    name,
    { value: values[name] ?? null, unit },
  ]);
  return Object.fromEntries(entries);
}

function latenciesOf(trace: TraceData, outcome: (typeof OUTCOMES)[number]): number[] {
  const { calls } = trace;
  const wanted = OUTCOMES.indexOf(outcome);
  const latencies: number[] = [];
  for (let row = 0; row < calls.count; row++) {
    if (calls.outcome[row] === wanted) latencies.push((calls.end[row] ?? 0) - (calls.start[row] ?? 0));
  }
  return latencies;
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
  if (trace.calls.count === 0 || trace.calls.outcome[0] === OUTCOMES.indexOf("pending")) return null;
  const work = waterfall(trace, 1).filter((row) => !row.wait);
  const longest = work.reduce((best, row) => (row.nanos > best.nanos ? row : best), work[0] ?? { nanos: 0, name: "" });
  if (longest.name === "") return null;
  return "layer" in longest && longest.layer === "wire" ? "Transmission time on Ethernet" : longest.name;
}
