/**
 * Some of many machines share a row: among very many, those with the same story; among few, those that take no part. A
 * reader opens such a row to its machines.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { storyGroupsOf } from "../trace/story-groups.ts";
import { planLanes } from "../trace/lanes.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { analysis } from "../trace/analysis.ts";
import { aloneOf } from "./arrange.ts";
import type { Arrangement, Unit } from "./arrange.ts";

/** So many machines beside the caller have a row each: the test ring of MultiRPC has room for them. */
const MOST_ALONE = 20;

const NONE: ReadonlySet<string> = new Set();

/** With nothing open. */
export const arrangementOf = analysis((trace: TraceData, call: number): Arrangement => {
  storyGroupsOf(trace, call);
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

function unitsOf(trace: TraceData, call: number, { machines }: LanePlan, open: ReadonlySet<string>): readonly Unit[] {
  const alone = (machine: number, story = ""): Unit => aloneOf(trace, machines, machine, story);
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
