/** Runs FlexRPC for an experiment's parameters and takes the measures. */
import { failedIn } from "../call-measures.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { entryOf, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { millis, toMicros, toMillis } from "../../kernel/time.ts";
import { machineNames, simulateFlexrpc, type FlexrpcOptions, type FlexrpcOutcome } from "../../systems/flexrpc.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, mean } from "../statistics.ts";
import type { multicast } from "./describe.ts";
import { PAPER_CALL, RELAY_MEASURES, type FlexrpcMeasure, type FlexrpcValues } from "./params.ts";
import type { gfsPush, incast, paxosRound, probe } from "./uses.ts";

const SEGMENT = 1448; // bytes of data in a full one
/** The most segments that a trace keeps: with their bytes they take 300 MB. */
const MOST_KEPT = 150_000;

function runFlexrpc(values: FlexrpcValues, request: RunRequest): Outcome<FlexrpcMeasure> {
  const options = optionsOf(values);
  const faults = request.faults(machineNames(options.callees));
  const outcome = simulateFlexrpc(options, request.seed, faults, keepOf(options, request.keep), request.progress);
  const measures = { ...callMeasures(outcome, options), ...firstCallMeasures(outcome, options) };
  return { ...outcome, faults, measures };
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
    portBytes: values.portBytes,
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

/** `count` of the callees, spread evenly over their numbers. */
function deadOf(callees: number, count: number): number[] {
  const dead = Math.min(count, callees);
  return Array.from({ length: dead }, (_, i) => Math.floor(((i + 0.5) * callees) / dead) + 1);
}

/** Keeps fewer calls than asked for, or none, where their segments exceed MOST_KEPT; all where all were asked for. */
function keepOf({ mode, callees, argumentBytes, resultBytes, calls }: FlexrpcOptions, keep: Keep): Keep {
  if (typeof keep === "string") return keep;
  const segments = (bytes: number): number => Math.ceil(bytes / SEGMENT) + 1;
  const bundles = mode === "serial" ? (callees + 1) / 2 : 1;
  const perCall = callees * (segments(argumentBytes) + bundles * segments(resultBytes));
  return { ...keep, calls: Math.min(keep.calls, Math.floor(MOST_KEPT / perCall), calls) };
}

type Measures = Outcome<FlexrpcMeasure>["measures"];
type FirstCallMeasures = Pick<Measures, "argumentArrivalUs" | "resultPhaseUs" | `relayEfficiency${number}`>;

/** Measures over all calls of the run. */
function callMeasures(outcome: FlexrpcOutcome, options: FlexrpcOptions): Omit<Measures, keyof FirstCallMeasures> {
  const { trace, resources, answers, elapsed } = outcome;
  const latencies = latenciesOf(trace);
  const latency = mean(latencies);
  const { busyNs, bytes } = entryOf(resources, "caller.out", "resource");
  if (bytes === undefined) throw new Error("The caller’s link has not counted its bytes.");
  const microseconds = latency === null ? null : toMicros(latency);
  return {
    latencyUs: microseconds,
    latencyMs: latency === null ? null : toMillis(latency),
    bandwidthMbps: microseconds === null ? null : (options.argumentBytes * 8) / microseconds,
    elapsedUs: toMicros(elapsed),
    elapsedMs: toMillis(elapsed),
    answers: mean(answers),
    failedCalls: failedIn(trace),
    callerBytes: bytes,
    callerLinkUse: elapsed === 0 ? null : (100 * busyNs) / elapsed,
    deepestQueueBytes: outcome.deepestQueueBytes,
    goodputMbps: elapsed === 0 ? null : (latencies.length * options.callees * options.resultBytes * 8e3) / elapsed,
    lostPackets: outcome.watch.lostPackets,
    idealMs: idealMs(options),
  };
}

/** Measures of the run's first call. */
function firstCallMeasures({ trace, watch, chain }: FlexrpcOutcome, { mode }: FlexrpcOptions): FirstCallMeasures {
  const { calls } = trace;
  const { argumentAt, processedAt } = watch;
  const returnedAt = calls.count > 0 && outcomeOf(trace, 0) === "returned" ? timeAt(calls.end, 0) : null;
  const hasPhase = returnedAt !== null && processedAt !== null && returnedAt >= processedAt;
  const efficiencies = Object.keys(RELAY_MEASURES).map((name, i): [string, number | null] => {
    const machine = chain[i];
    return [name, mode === "serial" && machine !== undefined ? watch.relayEfficiency(machine) : null];
  });
  return {
    argumentArrivalUs: argumentAt === null ? null : toMicros(argumentAt - timeAt(calls.start, 0)),
    resultPhaseUs: hasPhase ? toMicros(returnedAt - processedAt) : null,
    ...Object.fromEntries(efficiencies),
  };
}

/** Half of t0 (FlexRPC paper, Section IV): one hop one way, software included. */
const HOP_NANOS = millis(0.15437) / 2;

/** Bytes over the network's speed, and a hop for each callee (Ghemawat, Gobioff and Leung 2003, Section 3.2). */
const idealMs = ({ argumentBytes, networkMbps, callees }: FlexrpcOptions): number =>
  (argumentBytes * 8) / (networkMbps * 1000) + toMillis(callees * HOP_NANOS);

export const runs: Runs = {
  "flexrpc/multicast": runnerOf<typeof multicast>((parameters, request) =>
    runFlexrpc({ ...PAPER_CALL, ...parameters }, request),
  ),
  "flexrpc/gfs-push": runnerOf<typeof gfsPush>((parameters, request) =>
    runFlexrpc({ ...PAPER_CALL, resultBytes: 0, ...parameters }, request),
  ),
  // A round is two calls, prepare and accept.
  "flexrpc/paxos-round": runnerOf<typeof paxosRound>((parameters, request) =>
    runFlexrpc({ ...PAPER_CALL, calls: 2, argumentBytes: 64, resultBytes: 32, ...parameters }, request),
  ),
  "flexrpc/incast": runnerOf<typeof incast>((parameters, request) =>
    runFlexrpc({ ...PAPER_CALL, mode: "parallel", argumentBytes: 64, processUs: 52, ...parameters }, request),
  ),
  "flexrpc/p2p-probe": runnerOf<typeof probe>((parameters, request) =>
    runFlexrpc({ ...PAPER_CALL, resultBytes: 16, ...parameters }, request),
  ),
};
