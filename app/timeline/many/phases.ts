/** The phases that machines go through, where a trace's marks say so. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Stretch } from "../folds.ts";
import type { LanePlan } from "../lanes.ts";
import type { Stage } from "../stage.ts";
import { indexTrace } from "../trace-index.ts";

export interface Phase extends Stretch {
  readonly name: string;
  /** Its number among the phases of the trace, by which its fill is chosen. */
  readonly kind: number;
  /** Of the machine, as the plan of lanes has it. */
  readonly machine: number;
}

/**
 * What a mark says where a machine enters a phase: those of a FlexRPC callee (Kim, Kim and Maeng 2009, Section III),
 * and the states of a connection in RPC2's server, on which MultiRPC runs.
 */
const PHASES: ReadonlySet<string> = new Set([
  "argument forward",
  "process",
  "result forward",
  "STARTBIND",
  "AWAITINIT3",
  "AWAITENABLE",
  "REQINQUEUE",
  "PROCESS",
  "INSE",
]);

/** What a mark says where a machine is in none any more. */
const REST: ReadonlySet<string> = new Set(["done", "AWAITREQUEST", "HARDERROR", "crash"]);

interface PhaseMarks {
  readonly names: readonly string[];
  readonly phases: readonly Phase[];
}

const known = new WeakMap<TraceData, PhaseMarks>();

function phaseMarks(trace: TraceData, plan: LanePlan): PhaseMarks {
  const before = known.get(trace);
  if (before !== undefined) return before;
  const { marks, labels, tracks } = trace;
  const names = labels.filter((label) => PHASES.has(label));
  const kinds = labels.map((label) => (PHASES.has(label) ? names.indexOf(label) : REST.has(label) ? -1 : -2));
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const phases: Phase[] = [];
  const open = new Map<number, number>(); // machine to the place of its phase in `phases`
  for (const row of names.length === 0 ? [] : indexTrace(trace).marks.rows) {
    const kind = kinds[marks.label[row] ?? -1] ?? -2;
    const machine = numbers.get(tracks[marks.track[row] ?? -1]?.machine ?? "") ?? -1;
    if (kind === -2 || machine < 0) continue;
    const at = marks.at[row] ?? 0;
    const last = open.get(machine);
    const entered = last === undefined ? undefined : phases[last];
    if (last !== undefined && entered !== undefined) phases[last] = { ...entered, to: at };
    open.delete(machine);
    if (kind < 0) continue;
    open.set(machine, phases.length);
    phases.push({ name: names[kind] ?? "", kind, machine, from: at, to: Infinity });
  }
  const found = { names, phases };
  known.set(trace, found);
  return found;
}

export const hasPhases = ({ trace, plan }: Stage): boolean => phaseMarks(trace, plan).names.length > 0;

/** In the order of the marks' labels in the trace. */
export const phaseNames = ({ trace, plan }: Stage): readonly string[] => phaseMarks(trace, plan).names;

/** Phases in view. One that nothing ended lasts as long as its call. */
export function phasesWithin({ trace, plan, call }: Stage, from: number, to: number): readonly Phase[] {
  return phaseMarks(trace, plan).phases.flatMap((phase): Phase[] => {
    const end = phase.to === Infinity ? Math.max(phase.from, call.to) : phase.to;
    return phase.from > to || end < from || end === phase.from ? [] : [{ ...phase, to: end }];
  });
}
