/** Which steps of a lesson need others: a figure stays covered until the prediction of another step is committed. */
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { Lesson } from "../../lessons/types.ts";

/** The step whose prediction lifts the cover of this one, both from 1; null where it needs none. */
export function neededBy({ steps }: Pick<Lesson, "steps">, step: number): number | null {
  const until = steps[step - 1]?.cover?.until;
  const at = steps.findIndex(({ predict }) => predict !== undefined && predict.id === until);
  return at < 0 || at === step - 1 ? null : at + 1;
}

/** The chosen steps and all that they need, ascending; "all" where that is every step. */
export function withNeeded(lesson: Pick<Lesson, "steps">, steps: AskedLesson["steps"]): AskedLesson["steps"] {
  if (steps === "all") return "all";
  const chosen = new Set(steps.filter((step) => step <= lesson.steps.length));
  for (const step of chosen) {
    const needed = neededBy(lesson, step);
    if (needed !== null) chosen.add(needed); // a set takes in what is added while it is gone through
  }
  return chosen.size === lesson.steps.length ? "all" : [...chosen].sort((a, b) => a - b);
}

/** The chosen steps that need this one, from 1. */
export const needing = (lesson: Pick<Lesson, "steps">, step: number, chosen: readonly number[]): readonly number[] =>
  chosen.filter((one) => neededBy(lesson, one) === step);
