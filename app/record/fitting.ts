/** A record beside the lesson as it is now. */
import type { Lesson, Prediction } from "../../lessons/types.ts";
import type { Committed } from "../../lessons/verdict.ts";
import type { LessonRecord } from "./record.ts";

/** Whether a drawn answer has as many points as its question has now; true of what is not drawn. */
function hasItsPoints(prediction: Prediction, answer: Committed): boolean {
  if (prediction.kind === "curve" && answer.kind === "curve") return answer.ys.length === prediction.truth.at.length;
  if (prediction.kind !== "crossing" || answer.kind !== "crossing") return true;
  const { curves, x } = prediction;
  return answer.curves.length === curves.length && answer.curves.every((ys) => ys.length === x.values.length);
}

/**
 * The record without predictions whose drawn curves have other points than their questions have now: nothing can be
 * compared with them, so they count as not answered. The same record where all fit.
 */
export function fitting(lesson: Lesson, record: LessonRecord): LessonRecord {
  const outgrown = lesson.steps.flatMap(({ predict }): readonly string[] => {
    const given = predict === undefined ? undefined : record.predictions[predict.id];
    if (predict === undefined || given === undefined) return [];
    return given.answers.every((answer) => hasItsPoints(predict, answer)) ? [] : [predict.id];
  });
  if (outgrown.length === 0) return record;
  const kept = Object.entries(record.predictions).filter(([id]) => !outgrown.includes(id));
  return { ...record, predictions: Object.fromEntries(kept) };
}
