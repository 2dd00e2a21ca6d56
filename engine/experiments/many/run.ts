/** Runs a call to many for an experiment’s parameters, and takes the measures. */
import { millisACall } from "../common-measures.ts";
import { failedIn } from "../call-measures.ts";
import type { Fault } from "../../faults/index.ts";
import { toMillis } from "../../kernel/time.ts";
import { timeAt } from "../../kernel/reads.ts";
import { numberUnder } from "../../kernel/tally.ts";
import { manyHosts, runMany, type ManyCall, type ManyRun } from "../../systems/many/run.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { mean } from "../statistics.ts";
import type { call } from "./describe.ts";
import type { ManyMeasure, ManyValues } from "./params.ts";

const PERCENT = 100;

/** A run’s parameters as the system has them. */
export const manyCallOf = ({ bytes, clients, bound, ...values }: ManyValues): ManyCall => ({
  ...values,
  argumentBytes: bytes,
  clients: values.way === "circus" && clients === "2" ? 2 : 1,
  isBound: bound === "before",
});

function runTheMany(values: ManyValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const given = manyCallOf(values);
  const faults = readFaults(manyHosts(given));
  const lost: readonly Fault[] =
    values.loss === 0 ? [] : [{ what: "lose", percent: values.loss * PERCENT, kind: null, from: null, to: null }];
  const outcome = runMany(given, seed, [...faults, ...lost], keep, progress);
  const unusedFaults = outcome.unusedFaults.filter((fault) => !lost.includes(fault));
  return { ...outcome, faults, unusedFaults, measures: measuresOf(outcome, given, faults) };
}

function measuresOf(outcome: ManyRun, given: ManyCall, faults: readonly Fault[]): Outcome<ManyMeasure>["measures"] {
  const { trace, heard, packets, callerPackets, callerBytes, repliesLost } = outcome;
  const made = trace.calls.count;
  const calls = Array.from({ length: made }, (_, i) => i + 1);
  const [first] = heard.filter(({ how }) => how === "answered");
  const distinct = (how: "answered" | "dead"): number =>
    mean(
      calls.map(
        (call) => new Set(heard.filter((one) => one.call === call && one.how === how).map(({ from }) => from)).size,
      ),
    ) ?? 0;
  const isUp = upThroughout(given, faults);
  const wrong = new Set(heard.filter(({ how, from }) => how === "dead" && isUp(from)).map(({ from }) => from));
  return {
    msPerCall: millisACall(outcome),
    firstMs: first === undefined ? null : toMillis(first.at - timeAt(trace.calls.start, first.call - 1)),
    answered: distinct("answered"),
    ...executionsOf(outcome, given, calls),
    namedDead: distinct("dead"),
    wrongNames: wrong.size,
    failedCalls: failedIn(trace),
    callerPackets,
    callerBytes,
    packets,
    repliesLost,
  };
}

/** Whether a callee had power for the whole run. */
function upThroughout({ callees, dead }: ManyCall, faults: readonly Fault[]): (host: number) => boolean {
  const crashed = faults.flatMap((fault) => (fault.what === "crash" ? [fault.machine] : []));
  return (host) => host <= callees - dead && !crashed.includes(`callee${host}`);
}

function executionsOf({ executed }: ManyRun, { callees, dead }: ManyCall, calls: readonly number[]) {
  const live = Array.from({ length: Math.max(0, callees - dead) }, (_, i) => i + 1);
  const counts = live.flatMap((host) =>
    calls.map((call) => executed.filter((one) => one.host === host && one.call === call).length),
  );
  const last = new Map<number, number>(); // of each callee, the latest call that it has run
  let outOfOrder = 0;
  for (const { host, call } of executed) {
    const before = numberUnder(last, host);
    if (call < before) outOfOrder++;
    else last.set(host, call);
  }
  return {
    leastExecutions: counts.length === 0 ? null : Math.min(...counts),
    mostExecutions: counts.length === 0 ? null : Math.max(...counts),
    outOfOrder,
  };
}

export const runs: Runs = { "many/call": runnerOf<typeof call>(runTheMany) };
