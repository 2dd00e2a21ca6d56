/** What the lines of a fault script do to machines, each at its moment. A line with an end does two things. */
import type { MachineFault } from "./fault.ts";

export interface MachineEvent {
  readonly fault: MachineFault;
  readonly machine: string;
  readonly at: number; // nanoseconds
  /** "go on" ends a pause. */
  readonly does: "crash" | "restart" | "pace" | "pause" | "go on";
  /** Of "pace": how many times as slow as its own pace the machine is from then on; else 1. */
  readonly times: number;
}

/** By time; at one time in the order given. */
export const machineEvents = (faults: readonly MachineFault[]): MachineEvent[] =>
  faults.flatMap(eventsOf).toSorted((a, b) => a.at - b.at);

/** The end of so long a time from then on: simulated time itself has an end. */
export const endAfter = (at: number, length: number): number => Math.min(Number.MAX_SAFE_INTEGER, at + length);

function eventsOf(fault: MachineFault): readonly MachineEvent[] {
  const { machine, at } = fault;
  const event = (does: MachineEvent["does"], after = 0, times = 1): MachineEvent => {
    return { fault, machine, at: endAfter(at, after), does, times };
  };
  switch (fault.what) {
    case "crash":
    case "restart":
      return [event(fault.what)];
    case "slow": {
      const { times, forNs } = fault;
      return [event("pace", 0, times), ...(forNs === undefined ? [] : [event("pace", forNs)])];
    }
    case "pause":
      return [event("pause"), event("go on", fault.forNs)];
  }
}
