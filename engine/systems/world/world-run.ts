/** The results of every run on an Ethernet or a loopback interface, when its world has no event left. */
import type { Fault } from "../../faults/fault.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import type { World } from "./world.ts";

export interface WorldRun {
  readonly elapsed: Nanos;
  readonly packets: number;
  /** By name: "caller.cpu0", "ethernet". */
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
}

/** Ends the world's trace. @param busy how long each resource was busy, by its name */
export function endedRun(
  { sim, recorder, script, streams }: World,
  packets: number,
  busy: readonly (readonly [name: string, busyNs: Nanos])[],
): WorldRun {
  return {
    elapsed: sim.now,
    packets,
    resources: new Map(busy.map(([name, busyNs]) => [name, { busyNs }])),
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: recorder.finish(sim.now),
  };
}
