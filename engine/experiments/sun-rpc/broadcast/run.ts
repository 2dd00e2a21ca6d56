/** Runs a broadcast for an experiment's parameters and takes the measures. */
import { millis, toMicros, toMillis, toSeconds } from "../../../kernel/time.ts";
import { broadcastMachines, simulateBroadcast, type BroadcastOutcome } from "../../../systems/sunrpc-broadcast.ts";
import type { Outcome, RunRequest } from "../../runnable.ts";
import type { BroadcastMeasure, BroadcastValues } from "./params.ts";

function measuresOf(outcome: BroadcastOutcome): Outcome<BroadcastMeasure>["measures"] {
  const { answers, took, sends, executions, packets, bystanders, end } = outcome;
  const firsts = answers.filter(({ from }, i) => answers.findIndex((one) => one.from === from) === i);
  const [first] = firsts;
  const last = firsts.at(-1);
  return {
    answered: firsts.length,
    replies: answers.length,
    firstReplyMs: first === undefined ? null : toMillis(first.at),
    allAnsweredMs: last === undefined ? null : toMillis(last.at),
    totalS: toSeconds(took),
    sends,
    executions,
    packets,
    bystanders: bystanders.size,
    bystanderUs: toMicros([...bystanders.values()].reduce((sum, busy) => sum + busy, 0)),
    outcome: end,
  };
}

export function runBroadcast(
  values: BroadcastValues,
  { faults: readFaults, ...request }: RunRequest,
): Outcome<BroadcastMeasure> {
  const { serverMs, dead: down, waitFor: repliesWanted, ...same } = values;
  const faults = readFaults(broadcastMachines(values.machines));
  const outcome = simulateBroadcast(
    { ...same, down, repliesWanted, serverNs: millis(serverMs) },
    { ...request, faults },
  );
  return { ...outcome, faults, measures: measuresOf(outcome) };
}
