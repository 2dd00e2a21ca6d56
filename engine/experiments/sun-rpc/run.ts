/** Runs Sun RPC for an experiment's parameters and takes the measures. */
import { toMicros, toSeconds, type Nanos } from "../../kernel/time.ts";
import { numberUnder } from "../../kernel/tally.ts";
import { simulateSunRpc, type SunRpcOutcome } from "../../systems/sunrpc.ts";
import { CLOCK_TICK, CLOCK_UNIT, EMPTY_LOOP_US, machinesOf } from "../../systems/sunrpc/options.ts";
import type { RoutineTime } from "../../systems/sunrpc/profile.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import type { broadcast } from "./broadcast/describe.ts";
import { runBroadcast } from "./broadcast/run.ts";
import type { call } from "./describe.ts";
import { messageBytes } from "./messages.ts";
import type { olympus } from "./olympus/describe.ts";
import { runOlympus } from "./olympus/run.ts";
import type { SunRpcMeasure, SunRpcValues } from "./params.ts";

function runSunRpc(values: SunRpcValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const otherWork = values.otherWork === "nfs";
  const faults = readFaults(machinesOf({ ...values, otherWork }));
  const { dispatching, encoding, timeouts, duplicateCache, udpChecksums, without, otherWork: _work, ...same } = values;
  const outcome = simulateSunRpc(
    {
      ...same,
      dispatching: dispatching === "list",
      xdr: encoding === "xdr",
      timeouts: timeouts === "on",
      duplicateCache: duplicateCache === "on",
      otherWork,
      udpChecksums: udpChecksums === "on",
      without: rulesWithout(without),
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: takeMeasures(outcome, values) };
}

/** Time and processor time of all calls, as the program's clock shows them. */
function clocksOf(outcome: SunRpcOutcome, { clock }: SunRpcValues): { readonly took: Nanos; readonly charged: Nanos } {
  if (clock === "exact") return { took: outcome.loopNs, charged: outcome.clientCpuNs };
  return { took: outcome.loopTicks * CLOCK_TICK, charged: outcome.clientSixtieths * CLOCK_UNIT };
}

function takeMeasures(outcome: SunRpcOutcome, values: SunRpcValues): Outcome<SunRpcMeasure>["measures"] {
  const { ended, clientCpuNs } = outcome;
  const { took, charged } = clocksOf(outcome, values);
  const perCall = (nanos: Nanos): number | null => (ended === 0 ? null : toMicros(nanos / ended));
  const parts = partsOf(outcome.profile, clientCpuNs);
  // A loop of C calls has no such parts.
  const hasParts = ended > 0 && values.program !== "c-call";
  const part = (nanos: Nanos): number | null => (hasParts ? perCall(nanos) : null);
  const percent = (nanos: Nanos): number | null => (hasParts ? (100 * nanos) / clientCpuNs : null);
  return {
    elapsedUs: perCall(took),
    clientCpuUs: perCall(charged),
    loopUs: values.program === "c-call" && ended > 0 ? EMPTY_LOOP_US : null,
    socketUs: part(parts.socket),
    selectUs: part(parts.select),
    xdrUs: part(parts.xdr),
    dispatchUs: part(parts.dispatch),
    socketPercent: percent(parts.socket + parts.select),
    xdrPercent: percent(parts.xdr),
    dispatchPercent: percent(parts.dispatch),
    packets: outcome.packets + outcome.laterPackets,
    sends: numberUnder(outcome.sends, 1), // a client that found no server sent no call
    executions: numberUnder(outcome.executions, 1),
    wrongArguments: outcome.wrongArguments,
    outcome: endOf(outcome),
    failedAfterS: outcome.failedAfter === null ? null : toSeconds(outcome.failedAfter),
    ...messageBytes(values),
  };
}

function endOf({ firstEnd, trace, failedAfter }: SunRpcOutcome): string {
  if (firstEnd !== null) return firstEnd;
  if (trace.calls.count > 0) return "hangs";
  return failedAfter === null ? "crashed" : "not bound";
}

/** The parts of the client's time that the paper speaks of. */
type Part = "socket" | "select" | "xdr" | "dispatch";

const DISPATCHING: ReadonlySet<string> = new Set(["_callrpc", "_strcmp"]);
/** The paper counts these two with the routines that are called xdr. */
const ALSO_XDR: ReadonlySet<string> = new Set(["_bcopy", "seterr_reply"]);

function partOf(routine: string): Part | null {
  if (routine === "_select") return "select";
  if (routine === "_sendto" || routine === "_recvfrom") return "socket";
  if (DISPATCHING.has(routine)) return "dispatch";
  return routine.startsWith("_xdr") || ALSO_XDR.has(routine) ? "xdr" : null;
}

/** @param charged of the process in all: what no routine accounts for are interrupts of the packets that it sends */
function partsOf(profile: readonly RoutineTime[], charged: Nanos): Readonly<Record<Part, Nanos>> {
  const parts = { socket: charged, select: 0, xdr: 0, dispatch: 0 };
  for (const { routine, nanos } of profile) {
    const part = partOf(routine);
    if (part === "socket") continue;
    parts.socket -= nanos;
    if (part !== null) parts[part] += nanos;
  }
  return parts;
}

export const runs: Runs = {
  "sun-rpc/call": runnerOf<typeof call>(runSunRpc),
  "sun-rpc/olympus": runnerOf<typeof olympus>(runOlympus),
  "sun-rpc/broadcast": runnerOf<typeof broadcast>(runBroadcast),
};
