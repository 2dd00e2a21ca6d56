/**
 * Runs calls to many machines for an experiment's parameters and takes the measures. What MultiRPC and what iterative
 * RPC2 take are both measures of multirpc/call: what the run's mode is not, is run once more beside it, with the same
 * seed and the same faults, and leaves no trace.
 */
import { formatFault } from "../faults/index.ts";
import type { Fault } from "../faults/fault.ts";
import { toMillis } from "../kernel/time.ts";
import {
  FOREIGN_LOADS,
  parseRpc2Faults,
  simulateRpc2,
  USUAL_GAP,
  USUAL_REQUEST,
  type CallMode,
  type Distribution,
  type Placement,
  type Rpc2Options,
  type Rpc2Outcome,
  type Trial,
} from "../systems/rpc2.ts";
import type { SecurityLevel } from "../wire/rpc2-codes.ts";
import { interval95 } from "./interval.ts";
import { mean, standardDeviation } from "./statistics.ts";
import type { Measure, MeasureInfo, OnProgress, ParamValues, Run, RunOptions } from "./types.ts";

export interface MultirpcRequest {
  readonly experiment: string;
  readonly measures: Readonly<Record<string, MeasureInfo>>;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly options: RunOptions;
}

type Values = Readonly<Record<string, number | null>>;
type Outcomes = Partial<Record<CallMode, Rpc2Outcome>>;

/** The ways to call whose times are measures of every run. */
const COMPARED = ["multi", "iterative"] as const;

/** A run of multirpc/call. */
export function runCall(request: MultirpcRequest): Run {
  const settings = callOptions(request.parameters);
  const faults = parseRpc2Faults(request.faults, settings.servers);
  // Two runs, or three where the mode is not one of the two that are compared.
  const ways = new Set<CallMode>([settings.mode, ...COMPARED]);
  const { keep, progress } = request.options;
  const of =
    (way: number): OnProgress =>
    (share) =>
      progress?.((way + share) / ways.size);
  const main = simulateRpc2(settings, request.seed, faults, keep, of(0));
  const outcomes = [...ways].map((mode, way): [CallMode, Rpc2Outcome] =>
    way === 0 ? [mode, main] : [mode, simulateRpc2({ ...settings, mode }, request.seed, faults, "none", of(way))],
  );
  const others: Outcomes = Object.fromEntries(outcomes);
  const draws = outcomes.reduce((sum, [, outcome]) => sum + outcome.draws, 0);
  return { ...runOf(request, faults, main, callMeasures(main, others, settings)), draws };
}

/** Of workstations that are called one by one, so many have their calls in a trace that keeps only a part. */
const KEPT_WORKSTATIONS = 1000;

/** A call of RPC2 is to one workstation: what has become of all is known only where all their calls are kept. */
function keepAll(keep: RunOptions["keep"], { mode, servers }: Rpc2Options): RunOptions["keep"] {
  if (typeof keep === "string" || mode === "multi") return keep;
  return { calls: Math.max(keep.calls, Math.min(servers, KEPT_WORKSTATIONS)) };
}

/** A run of multirpc/callback-break: one call to every workstation. */
export function runCallback(request: MultirpcRequest): Run {
  const settings = callbackOptions(request.parameters);
  const faults = parseRpc2Faults(request.faults, settings.servers);
  const { keep, progress } = request.options;
  const main = simulateRpc2(settings, request.seed, faults, keepAll(keep, settings), progress);
  return runOf(request, faults, main, callbackMeasures(main));
}

function runOf(request: MultirpcRequest, faults: readonly Fault[], main: Rpc2Outcome, values: Values): Run {
  const { experiment, parameters, seed, measures } = request;
  const { trace } = main;
  return {
    experiment,
    parameters,
    seed,
    faults: faults.map(formatFault),
    unusedFaults: main.unusedFaults.map(formatFault),
    measures: Object.fromEntries(
      Object.entries(measures).map(([name, { unit }]): [string, Measure] => [
        name,
        { value: values[name] ?? null, unit },
      ]),
    ),
    resources: Object.fromEntries(main.resources),
    elapsedNs: main.elapsed,
    packets: main.packets,
    draws: main.draws,
    traceHash: trace.hash,
    trace,
    campus: main.site,
  };
}

/** The paper's ring had room for twenty servers; what is more stands elsewhere, one on each subnet in turn. */
const PLACEMENTS: Readonly<Record<string, Placement>> = { ring: "campus", campus: "mixed", "one-ring": "ring" };

const LOADS: Readonly<Record<string, number>> = FOREIGN_LOADS;

/** What both experiments have parameters for. */
function commonOptions(values: ParamValues) {
  const yieldEvery = values["yieldEvery"];
  return {
    mode: values["mode"] as CallMode,
    library: values["library"] === "2025" ? "2025" : "1987",
    procedure: values["procedure"] === "waits" ? "waits" : "computes",
    computeMs: Number(values["computeMs"]),
    timeoutMs: Number(values["timeoutMs"]),
    socketBytes: Number(values["socketBytes"]),
    yieldEvery: yieldEvery === "1" ? 1 : yieldEvery === "never" ? "never" : 32,
    load: LOADS[String(values["foreignLoad"])] ?? 0,
    lossRate: Number(values["lossPercent"]) / 100,
    backboneDelayMs: Number(values["backboneMs"]),
  } as const;
}

function callOptions(values: ParamValues): Rpc2Options {
  const number = (key: string): number => Number(values[key]);
  return {
    ...commonOptions(values),
    servers: number("servers"),
    distribution: values["distribution"] as Distribution,
    dead: number("dead"),
    placement: PLACEMENTS[String(values["placement"])] ?? "mixed",
    trials: number("trials"),
    waitFor: Math.min(number("waitFor"), number("servers")),
    followUp: values["followUp"] === "all" ? "all" : "same",
    handlerMs: number("handlerMs"),
    requestMs: number("requestMs"),
    tellsOutcomes: false,
    gapMs: number("gapMs"),
    security: values["security"] as SecurityLevel,
    cipher: values["cipher"] === "des" ? "des" : "xor",
    history: { replyAcks: values["replyAcks"] === "on", naks: values["nak"] === "on" },
    clockFirst: values["eventOrder"] === "timeouts-first",
  };
}

function callbackOptions(values: ParamValues): Rpc2Options {
  const workstations = Number(values["workstations"]);
  return {
    ...commonOptions(values),
    servers: workstations,
    distribution: "constant",
    dead: Math.round(workstations * Number(values["deadFraction"])),
    placement: "campus",
    trials: 1,
    waitFor: workstations,
    followUp: "same",
    handlerMs: 0,
    requestMs: USUAL_REQUEST.ms,
    tellsOutcomes: true,
    gapMs: USUAL_GAP.ms,
    clockFirst: false,
  };
}

const tookMs = (trials: readonly Trial[]): readonly number[] => trials.map(({ took }) => toMillis(took));

const retriedShare = ({ packets, retries }: Rpc2Outcome): number | null =>
  packets === 0 ? null : (100 * retries) / packets;

/** Half of the 95 % interval of a mean; null from one trial. */
function halfOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const { mean: middle, high } = interval95(values);
  return high === null ? null : high - middle;
}

const idleMs = ({ took, busy }: Trial): number => toMillis(took - busy);

function callMeasures(main: Rpc2Outcome, others: Outcomes, { trials }: Rpc2Options): Values {
  const multi = tookMs(others.multi?.trials ?? []);
  const rpc2 = tookMs(others.iterative?.trials ?? []);
  const [multiRpcMs, rpc2Ms] = [mean(multi), mean(rpc2)];
  const later = main.trials.slice(1);
  return {
    multiRpcMs,
    multiRpcSdMs: standardDeviation(multi),
    multiRpcHalfMs: halfOf(multi),
    rpc2Ms,
    rpc2SdMs: standardDeviation(rpc2),
    rpc2HalfMs: halfOf(rpc2),
    speedup: multiRpcMs !== null && rpc2Ms !== null && multiRpcMs > 0 ? rpc2Ms / multiRpcMs : null,
    elapsedMs: mean(tookMs(main.trials)),
    packets: main.packets / trials,
    retriedPackets: retriedShare(main),
    droppedReplies: main.lostReplies / trials,
    clientIdleMs: mean(main.trials.map(idleMs)),
    replies: mean(main.trials.map(({ replies }) => replies)),
    failures: mean(main.trials.map(({ failures }) => failures)),
    stallMs: later.length === 0 ? null : Math.max(...later.map(({ longestWait }) => toMillis(longestWait))),
  };
}

function callbackMeasures(main: Rpc2Outcome): Values {
  const trial = main.trials[0];
  if (trial === undefined) throw new Error("A callback break ended without its one call.");
  return {
    elapsedMs: toMillis(trial.took),
    told: trial.replies,
    deadFound: trial.failures,
    falseFailures: main.living.filter((workstation) => !trial.heard.has(workstation)).length,
    packets: main.packets,
    draws: main.draws,
    retriedPackets: retriedShare(main),
    droppedReplies: main.lostReplies,
    clientIdleMs: idleMs(trial),
  };
}
