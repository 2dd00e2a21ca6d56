/** Runs FlexRPC for an experiment's parameters and takes the measures. */
import { faultText, readFaults } from "../../faults/language.ts";
import type { Keep } from "../../kernel/trace.ts";
import { millis, toMicros, toMillis } from "../../kernel/time.ts";
import { OUTCOMES } from "../../kernel/trace-data.ts";
import { machineNames, simulateFlexrpc, type FlexrpcOptions, type FlexrpcOutcome } from "../../systems/flexrpc.ts";
import type { Outcome, RunRequest } from "../define.ts";
import { relayMeasures, type FlexrpcMeasure, type FlexrpcValues } from "./params.ts";

const SEGMENT = 1448; // bytes of data in a full one
/** More segments than this are not kept to be looked at: with their bytes they would take 300 MB and more. */
const MOST_KEPT = 150_000;

export function runFlexrpc(values: FlexrpcValues, request: RunRequest): Outcome<FlexrpcMeasure> {
  const options = optionsOf(values);
  const faults = readFaults(request.faults, { machines: machineNames(options.callees) });
  const outcome = simulateFlexrpc(options, faults, keepOf(options, request.keep), request.progress);
  const measures = { ...callMeasures(outcome, options), ...firstCallMeasures(outcome, options) };
  const texts = { faults: faults.map(faultText), unusedFaults: outcome.unusedFaults.map(faultText) };
  return { ...outcome, ...texts, draws: 0, measures }; // FlexRPC takes no seed
}

function optionsOf(values: FlexrpcValues): FlexrpcOptions {
  const { callees, deadBy, failCallee, waitFor } = values;
  const dead = deadOf(callees, values.deadPeers);
  return {
    mode: values.mode,
    callees,
    argumentBytes: values.argumentBytes,
    resultBytes: values.resultBytes,
    pipelined: values.results === "pipelined",
    wanted: waitFor === "first" ? 1 : waitFor === "majority" ? Math.floor(callees / 2) + 1 : callees,
    calls: values.calls,
    processUs: values.processUs,
    networkMbps: values.networkMbps,
    relayCost: values.relayCost,
    moderationUs: values.moderationUs,
    calleeUs: values.calleeUs,
    order: values.order,
    slowCallee: values.slowCallee,
    slowMs: values.slowMs,
    refusing: deadBy === "silence" ? [] : [...dead, ...(failCallee >= 1 && failCallee <= callees ? [failCallee] : [])],
    silent: deadBy === "silence" ? dead : [],
  };
}

/** So many of the callees, spread evenly over their numbers. */
function deadOf(callees: number, count: number): number[] {
  const dead = Math.min(count, callees);
  return Array.from({ length: dead }, (_, i) => Math.floor(((i + 0.5) * callees) / dead) + 1);
}

/** Fewer calls than asked for, or none, where they would be too much to look at. All of them, if all were asked for. */
function keepOf({ mode, callees, argumentBytes, resultBytes, calls }: FlexrpcOptions, keep: Keep): Keep {
  if (typeof keep === "string") return keep;
  const segments = (bytes: number): number => Math.ceil(bytes / SEGMENT) + 1;
  const bundles = mode === "serial" ? (callees + 1) / 2 : 1;
  const perCall = callees * (segments(argumentBytes) + bundles * segments(resultBytes));
  return { calls: Math.min(keep.calls, Math.floor(MOST_KEPT / perCall), calls) };
}

type Measures = Outcome<FlexrpcMeasure>["measures"];
type FirstCallMeasures = Pick<Measures, "argumentArrivalUs" | "resultPhaseUs" | `relayEfficiency${number}`>;

/** Measures over all calls of the run. */
function callMeasures(outcome: FlexrpcOutcome, options: FlexrpcOptions): Omit<Measures, keyof FirstCallMeasures> {
  const { trace, resources, answers, elapsed } = outcome;
  const { calls } = trace;
  const took: number[] = [];
  for (let row = 0; row < calls.count; row++) {
    if (OUTCOMES[calls.outcome[row] ?? 0] === "returned") took.push((calls.end[row] ?? 0) - (calls.start[row] ?? 0));
  }
  const latency = took.length === 0 ? null : mean(took);
  const out = resources.get("caller.out");
  const microseconds = latency === null ? null : toMicros(latency);
  return {
    latencyUs: microseconds,
    latencyMs: latency === null ? null : toMillis(latency),
    bandwidthMbps: microseconds === null ? null : (options.argumentBytes * 8) / microseconds,
    elapsedUs: toMicros(elapsed),
    elapsedMs: toMillis(elapsed),
    answers: answers.length === 0 ? null : mean(answers),
    failedCalls: calls.count - took.length,
    callerBytes: out?.bytes ?? null,
    callerLinkUse: out === undefined || elapsed === 0 ? null : (100 * out.busyNs) / elapsed,
    deepestQueueBytes: outcome.deepestQueueBytes,
    idealMs: idealMs(options),
  };
}

/** Measures of the run's first call. */
function firstCallMeasures({ trace, watch, chain }: FlexrpcOutcome, { mode }: FlexrpcOptions): FirstCallMeasures {
  const [start, end, outcome] = [trace.calls.start[0], trace.calls.end[0], trace.calls.outcome[0]];
  const since = (at: number | null): number | null =>
    at === null || start === undefined ? null : toMicros(at - start);
  const isOver = OUTCOMES[outcome ?? 0] === "returned" && watch.processedAt !== null && end !== undefined;
  const efficiencies = Object.keys(relayMeasures).map((name, i): [string, number | null] => {
    const machine = chain[i];
    return [name, mode === "serial" && machine !== undefined ? watch.relayEfficiency(machine) : null];
  });
  return {
    argumentArrivalUs: since(watch.argumentAt),
    resultPhaseUs: isOver ? toMicros(end - (watch.processedAt ?? end)) : null,
    ...Object.fromEntries(efficiencies),
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half of t0 (FlexRPC paper, Section IV): one hop one way, software included. */
const HOP_NANOS = millis(0.15437) / 2;

/** Bytes over the network's speed, and a hop for each callee (Ghemawat, Gobioff and Leung 2003, Section 3.2). */
const idealMs = ({ argumentBytes, networkMbps, callees }: FlexrpcOptions): number =>
  (argumentBytes * 8) / (networkMbps * 1000) + toMillis(callees * HOP_NANOS);
