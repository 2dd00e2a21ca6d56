/** Questions from memory in the reader's record: what was asked, how it came out, and what to ask next. */
import { LESSONS } from "../../../lessons/course.ts";
import type { Remembered } from "../../../lessons/recalls.ts";
import { lessonOf, openingOf } from "../../../lessons/schedule.ts";
import type { Asking, QuestionName, Questions, Wanted } from "../../../lessons/schedule.ts";
import type { Lesson, Recall } from "../../../lessons/types.ts";
import type { Answers, LessonRecord, MemoryRecord } from "../../record/record.ts";
import { choiceEntry, logged } from "./log.ts";

const ORDER: readonly string[] = LESSONS.map(({ slug }) => slug);

export function askingsOf(lessons: Answers["lessons"]): readonly Asking[] {
  return Object.values(lessons).flatMap(({ turn, opening, ending }) =>
    [opening, ending].flatMap(({ asked, given }) =>
      asked.map((question): Asking => ({ question, turn, right: given[question]?.right ?? null })),
    ),
  );
}

/**
 * The questions with which a lesson opens, about lessons that the reader has opened. `all` asks about unopened ones,
 * too.
 */
export function wantedFor(slug: string, lessons: Answers["lessons"], all: boolean): readonly Wanted[] {
  const turnOf = (lesson: string): number => lessons[lesson]?.turn ?? 0;
  const begun = ORDER.filter((one) => all || turnOf(one) > 0);
  const turns = Object.values(lessons).map(({ turn }) => turn);
  const own = turnOf(slug);
  const turn = own > 0 ? own : Math.max(0, ...turns) + 1;
  return openingOf({ lesson: slug, turn, order: ORDER, known: new Set(begun), askings: askingsOf(lessons) });
}

/** A question with the lesson that its numbers are of. */
export interface RecallQuestion {
  readonly name: QuestionName;
  readonly lesson: Lesson;
  readonly recall: Recall;
}

export interface Pool {
  readonly names: Questions;
  readonly find: (name: QuestionName) => RecallQuestion | null;
}

/** The questions about some lessons. */
export function poolOf(lessons: readonly Remembered[]): Pool {
  const known = new Map(lessons.map((one) => [one.lesson.slug, one] as const));
  const namesOf = ({ lesson, recall }: Remembered): readonly QuestionName[] =>
    recall.map(({ id }): QuestionName => `${lesson.slug}/${id}`);
  return {
    names: new Map([...known].map(([slug, one]) => [slug, namesOf(one)])),
    find: (name) => {
      const own = known.get(lessonOf(name));
      const recall = own?.recall.find(({ id }) => `${lessonOf(name)}/${id}` === name);
      return own === undefined || recall === undefined ? null : { name, lesson: own.lesson, recall };
    },
  };
}

type Part = "opening" | "ending";

/** Keeps what is asked, so that a reload asks the same. */
export const withAsked = (record: LessonRecord, part: Part, asked: readonly QuestionName[]): LessonRecord => ({
  ...record,
  [part]: { ...record[part], asked },
});

/** An answer to a question: the first is logged and counts, later ones only show their replies. */
export function answered(
  record: LessonRecord,
  part: Part,
  { name, recall }: RecallQuestion,
  option: string,
): LessonRecord {
  const before = record[part].given[name];
  const entry = choiceEntry(name, "memory", recall.options, option);
  const given = before === undefined ? { first: option, option, right: entry.right } : { ...before, option };
  const memory: MemoryRecord = { ...record[part], given: { ...record[part].given, [name]: given } };
  const next = { ...record, [part]: memory };
  return before === undefined ? logged(next, entry) : next;
}
