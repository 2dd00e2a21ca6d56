/** A record beside the lesson as it is now. */
import { hasItsPoints } from "../../lessons/verdict.ts";
import type { Lesson } from "../../lessons/types.ts";
import type { LessonRecord } from "./record.ts";

/**
 * The record without predictions whose drawn curves have other points than their questions have now: nothing can be
 * compared with them, so they count as not answered. The same record where all fit.
 */
export function fitting(lesson: Lesson, record: LessonRecord): LessonRecord {
  const outgrown = lesson.steps.flatMap(({ predict }): readonly string[] => {
    const given = predict === undefined ? undefined : record.predictions[predict.id];
    if (predict === undefined || given === undefined) return [];
    return given.answers.every((answer) => hasItsPoints(lesson, predict, answer)) ? [] : [predict.id];
  });
  if (outgrown.length === 0) return record;
  const kept = Object.entries(record.predictions).filter(([id]) => !outgrown.includes(id));
  return { ...record, predictions: Object.fromEntries(kept) };
}
