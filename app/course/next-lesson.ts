/** The lesson with which a reader of the course begins or goes on. */
import { LESSONS } from "../../lessons/course.ts";
import type { CourseLesson } from "../../lessons/course.ts";
import type { Answers } from "../record/record.ts";

interface NextLesson {
  readonly lesson: CourseLesson;
  readonly step: number | null; // null: from its beginning
}

/** The unfinished lesson that the reader was in last; else the first that is not finished; null where all are. */
export function nextLesson(lessons: Answers["lessons"], course: readonly CourseLesson[] = LESSONS): NextLesson | null {
  const open = course.filter(({ slug }) => lessons[slug]?.finished !== true);
  const begun = open
    .flatMap((lesson) => {
      const record = lessons[lesson.slug];
      return record === undefined || record.turn === 0 ? [] : [{ lesson, record }];
    })
    .sort((a, b) => b.record.visit - a.record.visit || b.record.turn - a.record.turn);
  const [last, first] = [begun[0], open[0]];
  if (last !== undefined) return { lesson: last.lesson, step: Math.max(1, last.record.at) };
  return first === undefined ? null : { lesson: first, step: null };
}
