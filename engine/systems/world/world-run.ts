/** Runs a world, and gives the results of every run on an Ethernet or a loopback interface. */
import type { Fault } from "../../faults/fault.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import type { World } from "./world.ts";

export interface WorldRun {
  /** Until the program had its last answer. The trace goes on until nothing is left to happen. */
  readonly elapsed: Nanos;
  readonly packets: number; // until then
  readonly laterPackets: number; // after it
  /** How long each was busy until the program had its last answer, by name: "caller.cpu0", "ethernet". */
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number; // 32-bit random numbers
  readonly trace: TraceData;
}

/** The media of a run, and its resources. */
export interface RunParts {
  /** Asked when the program has its last answer: how long each resource was busy, by its name. */
  readonly busy: () => readonly (readonly [name: string, busyNs: Nanos])[];
  readonly carriers: readonly { readonly packets: number; close(): void }[];
}

/** Runs until nothing is left to happen, and ends the trace. */
export function runWorld(world: World, { busy, carriers }: RunParts): WorldRun {
  const { sim, script, streams } = world;
  world.runUntilAnswered();
  const elapsed = sim.now;
  const sent = (): number => carriers.reduce((sum, { packets }) => sum + packets, 0);
  const packets = sent();
  const resources = new Map(busy().map(([name, busyNs]) => [name, { busyNs }]));
  world.runToEnd();
  for (const carrier of carriers) carrier.close();
  return {
    elapsed,
    packets,
    laterPackets: sent() - packets,
    resources,
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: world.finish(elapsed),
  };
}
