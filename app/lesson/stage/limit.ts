/** The limit of a checkpoint’s goal as a moment of the run on the stage. */
import type { Run } from "../../../engine/experiments/types.ts";
import { timeAt } from "../../../engine/kernel/reads.ts";
import { MARK_KINDS, POWER } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Limit } from "../../timeline/props.ts";
import { callStretch } from "../../trace/folds.ts";
import type { GoalLimit } from "../context.ts";

const POWER_MARK = MARK_KINDS.indexOf("power");

/** When a machine crashes first; null where none does. */
function firstCrash({ marks }: TraceData): number | null {
  for (let row = 0; row < marks.count; row++) {
    if (marks.kind[row] === POWER_MARK && timeAt(marks.value, row) === POWER.crashed) return timeAt(marks.at, row);
  }
  return null;
}

/** Null where the run is not one that the goal speaks of. */
export function limitOn({ experiment, parameters, trace }: Run, call: number, goal: GoalLimit | null): Limit | null {
  if (goal === null || goal.experiment !== experiment) return null;
  if (Object.entries(goal.set).some(([key, value]) => parameters[key] !== value)) return null;
  const from = goal.from === "crash" ? firstCrash(trace) : callStretch(trace, Math.max(1, call)).from;
  return from === null ? null : { at: from + goal.nanos, from, misses: goal.misses, words: goal.words };
}
