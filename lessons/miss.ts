/** How a wrong prediction misses, and so what its giver may believe. */
import type { Lesson, Miss, Prediction, Prose, Side } from "./types.ts";
import { chosen, crossingMiss, isRight, judgedCurve, truthOf } from "./verdict.ts";
import type { Committed } from "./verdict.ts";

/** On which side a number or a curve misses; null where it does not, or where it misses in its shape only. */
export function sideOf(lesson: Lesson, prediction: Prediction, answer: Committed): Side | null {
  if (prediction.kind === "number" && answer.kind === "number") {
    if (isRight(lesson, prediction, answer)) return null;
    return answer.value > truthOf(lesson, prediction) ? "tooHigh" : "tooLow";
  }
  if (prediction.kind === "curve" && answer.kind === "curve") {
    const plateau = judgedCurve(lesson.paper, prediction, answer.ys).find(({ feature }) => feature === "plateau");
    if (plateau === undefined || plateau.hit) return null;
    return plateau.drawn > plateau.truth ? "tooHigh" : "tooLow";
  }
  return null;
}

/** The first reply to a wrong answer; null where the prediction has none for it. */
export function missOf(lesson: Lesson, prediction: Prediction, answer: Committed): Miss | null {
  if (prediction.kind === "choice") {
    const option = answer.kind === "choice" ? chosen(prediction.options, answer.option) : undefined;
    if (option === undefined) return null;
    const { reply, tags = [] } = option;
    return { reply, tags };
  }
  if (prediction.kind === "crossing") {
    const miss = answer.kind === "crossing" ? crossingMiss(lesson, prediction, answer.curves) : null;
    return miss === null ? null : prediction.misses[miss];
  }
  const side = sideOf(lesson, prediction, answer);
  if (side !== null) return prediction.misses[side];
  return prediction.kind === "curve" ? prediction.misses.shape : null;
}

/** What the giver of an answer may believe: nothing where it is right, or none. */
export const shownBy = (lesson: Lesson, prediction: Prediction, answer: Committed): Miss["tags"] =>
  isRight(lesson, prediction, answer) || answer.kind === "none" ? [] : (missOf(lesson, prediction, answer)?.tags ?? []);

/** The reply to the last of some wrong answers; null where the prediction has none, or an earlier answer had it. */
export function freshReply(lesson: Lesson, prediction: Prediction, answers: readonly Committed[]): Prose | null {
  const replies = answers.map((answer) => missOf(lesson, prediction, answer)?.reply ?? null);
  const last = replies.at(-1) ?? null;
  return replies.indexOf(last) < replies.length - 1 ? null : last;
}
