/** The question of each lesson of the course: a reader of one lesson need not wait for those of all others. */
import { QUESTIONS } from "./catalogue-questions.ts";

/** Throws where the course has no such lesson. */
export function questionOf(slug: string): string {
  const question = QUESTIONS[slug];
  if (question === undefined) throw new RangeError(`course: there is no lesson "${slug}", so it has no question.`);
  return question;
}
