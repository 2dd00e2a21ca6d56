/** The steps of a lesson in which an answer is still missing: until there is none, the lesson is not finished. */
import type { Lesson, Step } from "../../../lessons/types.ts";
import type { LessonRecord } from "../../record/record.ts";
import { transferSaid } from "./said.ts";

function isOpen({ predict, explain, checkpoint, transfer, ...step }: Step, record: LessonRecord): boolean {
  const said = [explain, transfer === undefined ? undefined : transferSaid(step, transfer)].flatMap((one) => one ?? []);
  const hasNoText = (id: string): boolean => {
    const { pick = null, text = "" } = record.explains[id] ?? {};
    return pick === null && text.trim() === "";
  };
  // A solution that was shown is an answer given up, as "No idea" is.
  const [first] = checkpoint?.parts ?? [];
  const isTold = record.checks[`${checkpoint?.id}/${first?.id}`]?.told === true;
  return (
    (predict !== undefined && record.predictions[predict.id] === undefined) ||
    said.some(({ id }) => hasNoText(id)) ||
    (checkpoint !== undefined &&
      !isTold &&
      checkpoint.parts.some(({ id }) => record.checks[`${checkpoint.id}/${id}`]?.passed !== true))
  );
}

/** The places of those steps, from 1. */
export const openSteps = ({ steps }: Lesson, record: LessonRecord): readonly number[] =>
  steps.flatMap((step, i) => (isOpen(step, record) ? [i + 1] : []));
