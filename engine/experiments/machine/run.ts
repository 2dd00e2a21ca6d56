/** Runs a call of any protocol on any machine for an experiment’s parameters, and takes the measures. */
import { millisACall } from "../common-measures.ts";
import { failedIn } from "../call-measures.ts";
import { PORTABLES } from "../../systems/portable/all.ts";
import { runPortable, type PortableRun } from "../../systems/portable/run.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import type { call } from "./describe.ts";
import type { MachineMeasure, MachineValues } from "./params.ts";

function runMachine(values: MachineValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const { protocol, checksums, machine, medium: network, faster, bytes, resultBytes, serverMs, calls } = values;
  const portable = PORTABLES[protocol];
  const faults = readFaults(portable.ends().hosts);
  const outcome = runPortable(
    portable,
    {
      machine,
      network,
      calls,
      argumentBytes: bytes,
      resultBytes,
      serverMs,
      faster,
      sums: checksums === "own" ? portable.sums : !portable.sums,
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: measuresOf(outcome) };
}

function measuresOf(outcome: PortableRun): Outcome<MachineMeasure>["measures"] {
  const { trace, elapsed, packets, retransmissions, frameBytes, wireNs, localNs } = outcome;
  const made = trace.calls.count;
  return {
    msPerCall: millisACall(outcome),
    wireShare: elapsed > 0 ? (100 * wireNs) / elapsed : null,
    timesLocal: millisACall(outcome) === null || localNs === null ? null : elapsed / made / localNs,
    packets,
    bytesPerCall: made === 0 ? null : frameBytes / made,
    retransmissions,
    failedCalls: failedIn(trace),
  };
}

export const runs: Runs = { "machine/call": runnerOf<typeof call>(runMachine) };
