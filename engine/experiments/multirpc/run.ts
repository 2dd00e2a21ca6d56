/**
 * Runs calls to many machines for an experiment's parameters and takes the measures. The times of MultiRPC and of
 * iterative RPC2 are both measures of multirpc/call. So the run is repeated in each of these two modes that is not its
 * own, with the same seed and the same faults, and without a trace.
 */
import type { Fault } from "../../faults/index.ts";
import { entryOf } from "../../kernel/reads.ts";
import { toMillis } from "../../kernel/time.ts";
import {
  FOREIGN_LOADS,
  checkedRpc2Faults,
  simulateRpc2,
  USUAL_GAP,
  USUAL_REQUEST,
  type CallMode,
  type CampusSite,
  type Placement,
  type Rpc2Options,
  type Rpc2Outcome,
  type Trial,
} from "../../systems/rpc2.ts";
import { interval95 } from "../interval.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { mean, standardDeviation } from "../statistics.ts";
import type { OnProgress, RunOptions } from "../types.ts";
import type { call, callbackBreak } from "./describe.ts";
import type { CallbackMeasure, CallMeasure } from "./measures.ts";
import type { callbackWays } from "./describe-ways.ts";
import { runWays } from "./run-ways.ts";
import type { CallbackValues, CallValues } from "./params.ts";
import type { specification } from "./specification/describe.ts";
import { runSpecification } from "./specification/run.ts";

declare module "../types.ts" {
  interface Sites {
    /** The campus that a run was on, and where its machines stood there. */
    readonly campus: CampusSite;
  }
}

type Outcomes = ReadonlyMap<CallMode, Rpc2Outcome>;

/** The ways to call whose times are measures of every run. */
const COMPARED = ["multi", "iterative"] as const;

/** A run of multirpc/call. */
function runCall(values: CallValues, request: RunRequest): Outcome<CallMeasure> {
  const settings = callOptions(values);
  const faults = checkedRpc2Faults(request.faults(), settings.servers, settings.clients);
  // Two runs, or three where the mode is not one of the two that are compared.
  const ways = new Set<CallMode>([settings.mode, ...COMPARED]);
  const { keep, progress } = request;
  const progressOf =
    (way: number): OnProgress =>
    (share) =>
      progress?.((way + share) / ways.size);
  const main = simulateRpc2(settings, request.seed, faults, keep, progressOf(0));
  const outcomes: Outcomes = new Map(
    [...ways].map((mode, way) => {
      const beside = (): Rpc2Outcome =>
        simulateRpc2({ ...settings, mode }, request.seed, faults, "none", progressOf(way));
      return [mode, way === 0 ? main : beside()];
    }),
  );
  const draws = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.draws, 0);
  return { ...outcomeOf(main, faults), measures: callMeasures(main, outcomes, settings), draws };
}

/** Calls that a trace of only a part keeps at least, where workstations are called one by one. */
const KEPT_WORKSTATIONS = 1000;

/** A call of RPC2 is to one workstation: figures show the fate of every workstation only if all calls are kept. */
function keepAll(keep: RunOptions["keep"], { mode, servers }: Rpc2Options): RunOptions["keep"] {
  if (typeof keep === "string" || mode === "multi") return keep;
  return { ...keep, calls: Math.max(keep.calls, Math.min(servers, KEPT_WORKSTATIONS)) };
}

/** A run of multirpc/callback-break: one call to every workstation. */
function runCallback(values: CallbackValues, request: RunRequest): Outcome<CallbackMeasure> {
  const settings = callbackOptions(values);
  const faults = checkedRpc2Faults(request.faults(), settings.servers);
  const { keep, progress } = request;
  const main = simulateRpc2(settings, request.seed, faults, keepAll(keep, settings), progress);
  return { ...outcomeOf(main, faults), measures: callbackMeasures(main) };
}

const outcomeOf = (main: Rpc2Outcome, faults: readonly Fault[]) => ({
  ...main,
  faults,
  site: { kind: "campus", ...main.site } as const,
});

/** The paper's ring had room for twenty servers; further ones stand elsewhere, one on each subnet in turn. */
const PLACEMENTS = { ring: "campus", campus: "mixed", "one-ring": "ring" } as const satisfies Record<string, Placement>;

const YIELD_EVERY = { never: "never", "32": 32, "1": 1 } as const;

/** The options that both experiments have parameters for. */
const commonOptions = (values: CallValues | CallbackValues) => ({
  mode: values.mode,
  library: values.library,
  procedure: values.procedure,
  computeMs: values.computeMs,
  timeoutMs: values.timeoutMs,
  socketBytes: values.socketBytes,
  yieldEvery: YIELD_EVERY[values.yieldEvery],
  load: FOREIGN_LOADS[values.foreignLoad],
  lossRate: values.lossPercent / 100,
  backboneDelayMs: values.backboneMs,
});

const callOptions = (values: CallValues): Rpc2Options => ({
  ...commonOptions(values),
  servers: values.servers,
  distribution: values.distribution,
  clients: values.clients,
  threads: values.threads,
  dead: values.dead,
  placement: PLACEMENTS[values.placement],
  trials: values.trials,
  waitFor: Math.min(values.waitFor, values.servers),
  followUp: values.followUp,
  handlerMs: values.handlerMs,
  requestMs: values.requestMs,
  tellsOutcomes: false,
  gapMs: values.gapMs,
  sending: values.sending === "multicast" ? "multicast" : "one by one",
  security: values.security,
  cipher: values.cipher,
  history: { replyAcks: values.replyAcks === "on", naks: values.nak === "on" },
  without: rulesWithout(values.without),
  clockFirst: values.eventOrder === "timeouts-first",
  switchPer: values.switchPer,
  eventScan: values.eventScan,
  tables: values.tables,
  handler: values.handler,
  mostFailures: values.mostFailures,
  callers: values.callers,
});

const callbackOptions = (values: CallbackValues): Rpc2Options => ({
  ...commonOptions(values),
  servers: values.workstations,
  distribution: "constant",
  dead: Math.round(values.workstations * values.deadFraction),
  placement: "campus",
  trials: 1,
  waitFor: values.workstations,
  followUp: "same",
  handlerMs: 0,
  requestMs: USUAL_REQUEST.ms,
  tellsOutcomes: true,
  gapMs: USUAL_GAP.ms,
  clockFirst: false,
});

const tookMs = (trials: readonly Trial[]): readonly number[] => trials.map(({ took }) => toMillis(took));

/** Trials in which MultiRPC has called somebody. */
const calledOf = ({ trials }: Rpc2Outcome): readonly Trial[] => trials.filter(({ refused }) => !refused);

const retriedShare = ({ packets, retries }: Rpc2Outcome): number | null =>
  packets === 0 ? null : (100 * retries) / packets;

/** Half of the 95 % interval of a mean; null from one trial. */
function halfOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const { mean: middle, high } = interval95(values);
  return high === null ? null : high - middle;
}

const idleMs = ({ took, busy }: Trial): number => toMillis(took - busy);

function callMeasures(
  main: Rpc2Outcome,
  outcomes: Outcomes,
  { trials, mode }: Rpc2Options,
): Outcome<CallMeasure>["measures"] {
  const multi = tookMs(calledOf(entryOf(outcomes, "multi", "run of the mode")));
  const rpc2 = tookMs(entryOf(outcomes, "iterative", "run of the mode").trials);
  const [multiRpcMs, rpc2Ms] = [mean(multi), mean(rpc2)];
  const later = main.furtherTrials;
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
    handlerCalls: mode === "multi" ? mean(main.trials.map(({ handlerCalls }) => handlerCalls)) : null,
    reentries: mode === "multi" ? mean(main.trials.map(({ reentries }) => reentries)) : null,
    startSpreadMs: mean(
      main.trials.flatMap(({ startSpread }) => (startSpread === null ? [] : [toMillis(startSpread)])),
    ),
    tableBytes: main.tableBytes,
    stallMs: later.length === 0 ? null : Math.max(...later.map(({ longestWait }) => toMillis(longestWait))),
  };
}

function callbackMeasures(main: Rpc2Outcome): Outcome<CallbackMeasure>["measures"] {
  const trial = main.trials[0];
  if (trial === undefined) throw new Error("A callback break ended without its one call.");
  return {
    elapsedMs: toMillis(trial.took),
    told: trial.replies,
    deadFound: trial.failures,
    falseFailures: main.living.filter((workstation) => !trial.heard.has(workstation)).length,
    packets: main.packets,
    retriedPackets: retriedShare(main),
    droppedReplies: main.lostReplies,
    clientIdleMs: idleMs(trial),
  };
}

export const runs: Runs = {
  "multirpc/call": runnerOf<typeof call>(runCall),
  "multirpc/callback-break": runnerOf<typeof callbackBreak>(runCallback),
  "multirpc/callback-ways": runnerOf<typeof callbackWays>(runWays),
  "multirpc/specification": runnerOf<typeof specification>(runSpecification),
};
