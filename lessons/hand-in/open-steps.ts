/** The steps of a lesson in which an answer is still missing: until there is none, the lesson is not finished. */
import type { Lesson, Step } from "../types.ts";
import type { AskedLesson } from "./assignment.ts";
import { checksIn, saidIn } from "./said.ts";

/** The answers to a lesson, as a reader’s record and a report both have them. */
interface Answered {
  readonly predictions: Readonly<Record<string, unknown>>; // by the prediction’s id
  readonly explains: Readonly<Record<string, { readonly pick: string | null; readonly text: string }>>;
  /** By "checkpoint/part". */
  readonly checks: Readonly<Record<string, { readonly passed: boolean; readonly told: boolean }>>;
}

function isOpen(step: Step, record: Answered): boolean {
  const { predict } = step;
  const hasNoText = (id: string): boolean => {
    const { pick = null, text = "" } = record.explains[id] ?? {};
    return pick === null && text.trim() === "";
  };
  // A solution that was shown is an answer given up, as "No idea" is.
  const checks = checksIn(step).map(({ name }) => record.checks[name]);
  const isTold = checks[0]?.told === true;
  return (
    (predict !== undefined && record.predictions[predict.id] === undefined) ||
    saidIn(step).some(({ id }) => hasNoText(id)) ||
    (!isTold && checks.some((check) => check?.passed !== true))
  );
}

/**
 * The places of those steps, from 1.
 * @param asked the steps that an assignment asks for, from 1; all of them without one
 */
export const openSteps = (
  { steps }: Lesson,
  record: Answered,
  asked: AskedLesson["steps"] = "all",
): readonly number[] =>
  steps.flatMap((step, i) => (isOpen(step, record) && (asked === "all" || asked.includes(i + 1)) ? [i + 1] : []));
