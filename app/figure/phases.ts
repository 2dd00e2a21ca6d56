/** The phases that machines go through, where a trace's marks say so. */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { MARK_KINDS, POWER } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "../trace/folds.ts";
import type { ShownCall } from "./shown-call.ts";
import { trackAt } from "../trace/tables.ts";
import { indexTrace } from "../trace/trace-index.ts";
import { analysis } from "../trace/analysis.ts";
import { planLanes } from "../trace/lanes.ts";

interface Phase extends Stretch {
  readonly name: string;
  /** Its number among the phases of the trace, by which its fill is chosen. */
  readonly kind: number;
  /** Of the machine, as the plan of lanes has it. */
  readonly machine: number;
}

const [PHASE, POWER_MARK] = [MARK_KINDS.indexOf("phase"), MARK_KINDS.indexOf("power")];

interface PhaseMarks {
  readonly names: readonly string[];
  readonly phases: readonly Phase[];
}

const phaseMarks = analysis((trace: TraceData): PhaseMarks => {
  const { marks } = trace;
  const rows = indexTrace(trace).marks.rows;
  const numbers = new Map(planLanes(trace).machines.map((machine, number) => [machine, number]));
  const names: string[] = [];
  const phases: Phase[] = [];
  const open = new Map<number, number>(); // machine to the place of its phase in `phases`
  for (const row of rows) {
    const name = enteredAt(trace, row);
    const machine = name === undefined ? undefined : numbers.get(trackAt(trace, marks.track[row]).machine);
    if (name === undefined || machine === undefined) continue;
    const at = timeAt(marks.at, row);
    const last = open.get(machine);
    const entered = last === undefined ? undefined : phases[last];
    if (last !== undefined && entered !== undefined) phases[last] = { ...entered, to: at };
    open.delete(machine);
    if (name === null) continue;
    if (!names.includes(name)) names.push(name);
    open.set(machine, phases.length);
    phases.push({ name, kind: names.indexOf(name), machine, from: at, to: Infinity });
  }
  return { names, phases };
});

/** The phase that a machine enters; null where it is in none any more; undefined for a mark that says neither. */
function enteredAt({ marks, labels }: TraceData, row: number): string | null | undefined {
  const value = marks.value[row];
  if (marks.kind[row] === POWER_MARK) return value === POWER.crashed ? null : undefined;
  if (marks.kind[row] !== PHASE) return undefined;
  return value === 0 ? null : itemAt(labels, numberAt(marks.label, row), "label");
}

export const hasPhases = ({ trace }: ShownCall): boolean => phaseMarks(trace).names.length > 0;

/** In the order in which they are first entered. */
export const phaseNames = ({ trace }: ShownCall): readonly string[] => phaseMarks(trace).names;

/** Phases in view. One that nothing ended lasts as long as its call. */
export function phasesWithin({ trace, call }: ShownCall, from: number, to: number): readonly Phase[] {
  return phaseMarks(trace).phases.flatMap((phase): Phase[] => {
    const end = phase.to === Infinity ? Math.max(phase.from, call.to) : phase.to;
    return phase.from > to || end < from || end === phase.from ? [] : [{ ...phase, to: end }];
  });
}
