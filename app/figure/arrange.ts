/** The rows of a figure as data: who shares one, and where the packets of each machine end. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { StoryGroup } from "../trace/story-groups.ts";
import { planLanes } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { machineKind, machineName } from "../trace/machine-names.ts";
import { analysis } from "../trace/analysis.ts";
import { counted } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";

/** A machine, or some with one story. */
export interface Unit {
  /** By their numbers in the plan; none for the head of a group that is open. */
  readonly machines: readonly number[];
  readonly title: string;
  /** The story that they have in common; empty where there is nothing to say. */
  readonly story: string;
  /** The group that it stands for, to be opened or closed; null for a machine by itself. */
  readonly group: StoryGroup | null;
  readonly isOpen: boolean;
}

export interface Arrangement {
  readonly trace: TraceData;
  readonly call: number;
  readonly plan: LanePlan;
  readonly units: readonly Unit[];
  /**
   * The seat of each machine's packets: its own number, or a number beyond those of machines for the unit that it
   * shares. In a shared unit only machines whose story is told have a seat of their own.
   */
  readonly seatOf: Int32Array;
  /** The unit of each seat. */
  readonly unitOf: Int32Array;
}

/** Each machine in a row of its own, on some lanes of the trace. */
export function arrangeOn(trace: TraceData, call: number, plan: LanePlan): Arrangement {
  const units = plan.machines.map((_, machine) => aloneOf(trace, plan.machines, machine, ""));
  const seats = Int32Array.from({ length: units.length }, (_, machine) => machine);
  return { trace, call, plan, units, seatOf: seats, unitOf: seats };
}

export const aloneOf = (trace: TraceData, machines: readonly string[], machine: number, story: string): Unit => ({
  ...{ machines: [machine], title: capital(machineName(trace, itemAt(machines, machine, "machine"))), story },
  ...{ group: null, isOpen: false },
});

/** Two machines have a row each. */
export const arrangementOfTwo = analysis((trace: TraceData, call: number): Arrangement => {
  return arrangeOn(trace, call, planLanes(trace));
});

/** The seat that stands for all machines together: a broadcast goes to it. */
export const everybody = ({ unitOf }: Pick<Arrangement, "unitOf">): number => unitOf.length;

/** Whether a machine's own work and packets are drawn: not those of one for which another of its group stands. */
export const isTold = ({ seatOf }: Arrangement, machine: number): boolean => seatOf[machine] === machine;

/** Whether a machine speaks for all of its row: two of one story would say the same twice. */
export function isTeller({ units, unitOf }: Arrangement, machine: number): boolean {
  const unit = units[numberAt(unitOf, machine)];
  return unit !== undefined && (unit.group === null || unit.group.teller === machine);
}

/** "workstation 12"; of a seat that some machines share "93 more workstations"; "all" of everybody's. */
export function seatName(arrangement: Arrangement, seat: number): string {
  const { trace, plan, seatOf } = arrangement;
  if (seat === everybody(arrangement)) return "all";
  const machine = plan.machines[seat];
  if (machine !== undefined) return machineName(trace, machine);
  const names = plan.machines.filter((_, number) => seatOf[number] === seat);
  return counted(names.length, `more ${machineKind(trace, names)}`);
}
