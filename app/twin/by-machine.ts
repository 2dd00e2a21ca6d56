/** The difference of two calls between many machines, divided by machine: each has its part of the critical path. */
import type { Traced } from "../../engine/experiments/types.ts";
import { refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { machineName } from "../trace/machine-names.ts";
import { machinesIn } from "../trace/lanes.ts";
import { pathOf } from "../trace/path.ts";
import { exactDigits, inMicros, timeOf, totalOf } from "./differences.ts";
import type { Labels } from "./differences.ts";
import { trackAt } from "../trace/tables.ts";
import { tally } from "../../engine/kernel/tally.ts";

/** Nanoseconds of the critical path at one machine, work and waits together; null where a run has no such machine. */
export interface MachinePart {
  readonly name: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly delta: number;
}

/** The time of packets under way belongs to no machine. */
export const UNDER_WAY = "On the wire";

function partsOf(trace: TraceData, call: number): ReadonlyMap<string, number> {
  const { spans, packets, marks } = trace;
  // Machines that the path never touches have no time on it, but they are there.
  const parts = new Map(machinesIn(trace).map((machine) => [machineName(trace, machine), 0]));
  for (const { ref, part, from, to } of pathOf(trace, call)) {
    const row = refRow(ref);
    const table = refTable(ref);
    const track = table === "span" ? spans.track[row] : table === "mark" ? marks.track[row] : packets.from[row];
    const { machine } = trackAt(trace, track); // none: a network, where the packet is under way
    const name = machine === "" || (table === "packet" && part === "work") ? UNDER_WAY : machineName(trace, machine);
    tally(parts, name, to - from);
  }
  return parts;
}

/**
 * In the order of the second run's machines; the deltas sum to the difference of the calls. Empty where a trace has not
 * kept the call.
 */
export function byMachine(a: Traced, b: Traced, call: number): readonly MachinePart[] {
  if (pathOf(a.trace, call).length === 0 || pathOf(b.trace, call).length === 0) return [];
  const [inA, inB] = [partsOf(a.trace, call), partsOf(b.trace, call)];
  const names = new Set([...inB.keys(), ...inA.keys()]);
  return [...names].map((name) => {
    const [timeA, timeB] = [inA.get(name) ?? null, inB.get(name) ?? null];
    return { name, a: timeA, b: timeB, delta: timeOf(timeB) - timeOf(timeA) };
  });
}

const LISTED = 15;

/** The machines with the largest differences, in their order. A table of hundreds would say nothing. */
export function largest(parts: readonly MachinePart[]): readonly MachinePart[] {
  if (parts.length <= LISTED + 1) return parts;
  const kept = new Set(parts.toSorted((x, y) => Math.abs(y.delta) - Math.abs(x.delta)).slice(0, LISTED));
  return parts.filter((part) => kept.has(part));
}

/** "The call takes 120.4 µs longer in “Serial” than in “Parallel”." */
export function lengthSentence(parts: readonly MachinePart[], labels: Labels): string {
  const { delta } = totalOf(parts);
  if (delta === 0) return `The call takes as long in “${labels.b}” as in “${labels.a}”.`;
  const by = inMicros(Math.abs(delta), exactDigits([delta]));
  return `The call takes ${by} µs ${delta > 0 ? "longer" : "less"} in “${labels.b}” than in “${labels.a}”.`;
}
