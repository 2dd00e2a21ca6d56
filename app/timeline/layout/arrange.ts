/**
 * Some machines share a row: among many, those with the same story; among few, those that take no part. A reader opens
 * such a row to its machines.
 */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { storyGroupsOf } from "../../trace/story-groups.ts";
import type { StoryGroup } from "../../trace/story-groups.ts";
import { isMany, planLanes } from "../../trace/lanes.ts";
import type { LanePlan } from "../../trace/lanes.ts";
import { machineKind, machineName } from "../../trace/machine-names.ts";
import { analysis } from "../../trace/slices.ts";
import type { Sliced } from "../../trace/slices.ts";
import { counted } from "../../words/numbers.ts";
import { capital } from "../../words/sentences.ts";

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

/** So many machines beside the caller have a row each: the test ring of MultiRPC has room for them. */
const MOST_ALONE = 20;

const NONE: ReadonlySet<string> = new Set();

/** With nothing open. */
export const arrangementOf = analysis(function* (trace: TraceData, call: number): Sliced<Arrangement> {
  yield* storyGroupsOf.sliced(trace, call);
  return arranged(trace, call, NONE);
});

const known = new WeakMap<Arrangement, Map<string, Arrangement>>();

/** @param open keys of the groups that the reader has opened */
export function arrange(trace: TraceData, call: number, open: ReadonlySet<string> = NONE): Arrangement {
  const closed = arrangementOf(trace, call);
  const asked = [...open].filter((key) => closed.units.some(({ group }) => group?.key === key));
  if (asked.length === 0) return closed;
  const before = known.get(closed) ?? new Map<string, Arrangement>();
  known.set(closed, before);
  const key = asked.toSorted().join("|");
  const made = before.get(key) ?? arranged(trace, call, open);
  before.set(key, made);
  return made;
}

function arranged(trace: TraceData, call: number, open: ReadonlySet<string>): Arrangement {
  const plan = planLanes(trace);
  const units = unitsOf(trace, call, plan, open);
  const count = plan.machines.length;
  const seatOf = Int32Array.from({ length: count }, (_, machine) => machine);
  const unitOf = new Int32Array(count + units.length).fill(-1);
  const { onPath } = storyGroupsOf(trace, call);
  for (const [number, { machines, group }] of units.entries()) {
    unitOf[count + number] = number;
    for (const machine of machines) {
      unitOf[machine] = number;
      const isTold = machines.length === 1 || machine === group?.teller || onPath[machine] === 1;
      if (!isTold) seatOf[machine] = count + number;
    }
  }
  return { trace, call, plan, units, seatOf, unitOf };
}

/** Each machine in a row of its own, on some lanes of the trace. */
export function arrangeOn(trace: TraceData, call: number, plan: LanePlan): Arrangement {
  const units = plan.machines.map((_, machine) => aloneOf(trace, plan.machines, machine, ""));
  const seats = Int32Array.from({ length: units.length }, (_, machine) => machine);
  return { trace, call, plan, units, seatOf: seats, unitOf: seats };
}

const aloneOf = (trace: TraceData, machines: readonly string[], machine: number, story: string): Unit => ({
  ...{ machines: [machine], title: capital(machineName(trace, machines[machine] ?? "")), story },
  ...{ group: null, isOpen: false },
});

function unitsOf(trace: TraceData, call: number, { machines }: LanePlan, open: ReadonlySet<string>): readonly Unit[] {
  const alone = (machine: number, story = ""): Unit => aloneOf(trace, machines, machine, story);
  if (!isMany({ machines })) return machines.map((_, machine) => alone(machine));
  const { groups } = storyGroupsOf(trace, call);
  const few = machines.length - 1 <= MOST_ALONE;
  const shared = groups.filter(({ machines: members, idle }) => members.length > 1 && (idle || !few));
  const isShared = new Set(shared);
  const all = few ? groups.flatMap((group) => (isShared.has(group) ? [] : group.machines)).sort((a, b) => a - b) : [];
  const rows = few ? all.map((machine) => alone(machine)) : [];
  const rest = few ? shared : groups;
  return [
    ...(machines.length === 0 ? [] : [alone(0)]),
    ...rows,
    ...rest.flatMap((group): readonly Unit[] => {
      const [first] = group.machines;
      if (!isShared.has(group)) return first === undefined ? [] : [alone(first, group.story)];
      const isOpen = open.has(group.key);
      const { title, story } = group;
      const unit = { title, story, group, isOpen, machines: isOpen ? [] : group.machines };
      return isOpen ? [unit, ...group.machines.map((machine) => alone(machine))] : [unit];
    }),
  ];
}

/** The seat that stands for all machines together: a broadcast goes to it. */
export const everybody = ({ unitOf }: Pick<Arrangement, "unitOf">): number => unitOf.length;

/** Whether a machine's own work and packets are drawn: not those of one for which another of its group stands. */
export const isTold = ({ seatOf }: Arrangement, machine: number): boolean => seatOf[machine] === machine;

/** Whether a machine speaks for all of its row: two of one story would say the same twice. */
export function isTeller({ units, unitOf }: Arrangement, machine: number): boolean {
  const unit = units[unitOf[machine] ?? -1];
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
