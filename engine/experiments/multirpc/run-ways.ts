/** Runs a change of a file for multirpc/callback-ways, and takes the measures. */
import { toMillis } from "../../kernel/time.ts";
import { checkedRpc2Faults, USUAL_GAP, USUAL_REQUEST } from "../../systems/rpc2.ts";
import {
  simulateCallbackWays,
  type CallbackWaysOptions,
  type CallbackWaysOutcome,
} from "../../systems/callback-ways.ts";
import type { Outcome, RunRequest } from "../runnable.ts";
import { CALLBACK_PARAMS } from "./params.ts";
import type { WaysMeasure, WaysValues } from "./ways-params.ts";

const optionsOf = (values: WaysValues): CallbackWaysOptions => {
  const holders = Math.min(values.workstations, values.campus);
  return {
    way: values.way,
    confirms: values.confirm === "calls",
    filter: values.filter,
    campus: values.campus,
    holders,
    dead: Math.round(holders * values.deadFraction),
    cachedFiles: values.cachedFiles,
    replacementsPerHour: values.replacementsPerHour,
    watchS: values.watchS,
    calls: {
      library: "1987",
      computeMs: values.computeMs,
      distribution: "constant",
      procedure: "computes",
      timeoutMs: CALLBACK_PARAMS.timeoutMs.default,
      socketBytes: CALLBACK_PARAMS.socketBytes.default,
      yieldEvery: 32,
      handlerMs: 0,
      requestMs: USUAL_REQUEST.ms,
      tellsOutcomes: true,
      gapMs: USUAL_GAP.ms,
      clockFirst: false,
      load: 0,
      lossRate: values.lossPercent / 100,
      backboneDelayMs: 0,
    },
  };
};

export function runWays(values: WaysValues, request: RunRequest): Outcome<WaysMeasure> {
  const options = optionsOf(values);
  const isToAll = options.way === "broadcast" || options.way === "multicast";
  const faults = checkedRpc2Faults(request.faults(), isToAll ? options.campus : options.holders);
  const outcome = simulateCallbackWays(options, request.seed, faults, request.keep, request.progress);
  return { ...outcome, packets: outcome.allPackets, faults, measures: measuresOf(outcome, options) };
}

function measuresOf(outcome: CallbackWaysOutcome, { watchS }: CallbackWaysOptions): Outcome<WaysMeasure>["measures"] {
  const { holders, known, joinsSent, joinsTaken } = outcome;
  return {
    elapsedMs: toMillis(outcome.took),
    told: outcome.told,
    known,
    unknown: holders - known,
    disturbed: outcome.disturbed,
    workstationMs: toMillis(outcome.workstationNs),
    disturbedMs: toMillis(outcome.disturbedNs),
    packets: outcome.packets,
    membershipPerS: joinsSent === 0 ? 0 : joinsSent / watchS,
    membershipBehind: joinsSent - joinsTaken,
    wrongMembers: outcome.wrongMembers,
    threadBytes: outcome.threadBytes,
  };
}
