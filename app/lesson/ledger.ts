/** How often the reader's 80 % intervals caught the truth. No marks: only what one's own certainty is worth. */
import { isRight } from "../../lessons/verdict.ts";
import type { Lesson } from "../../lessons/types.ts";
import type { LessonRecord } from "./answers.ts";

export interface Ledger {
  readonly caught: number;
  readonly given: number;
  readonly noIdea: number;
}

/** First commitments count; what is answered after a reply does not. */
export function ledgerOf(lesson: Lesson, record: LessonRecord): Ledger {
  const ledger = { caught: 0, given: 0, noIdea: 0 };
  for (const { predict } of lesson.steps) {
    const first = predict === undefined ? undefined : record.predictions[predict.id]?.answers[0];
    if (predict === undefined || first === undefined) continue;
    if (first.kind === "none") ledger.noIdea++;
    if (first.kind !== "number") continue;
    ledger.given++;
    if (isRight(lesson, predict, first)) ledger.caught++;
  }
  return ledger;
}

export function ledgerText({ caught, given, noIdea }: Ledger): string {
  const intervals =
    given === 0 ? "No interval committed yet." : `${caught} of ${given} of your 80\u202f% intervals caught the truth.`;
  return noIdea === 0 ? intervals : `${intervals} ${noIdea} time${noIdea === 1 ? "" : "s"} you had no idea.`;
}
