/**
 * What the reader answered: kept in this browser, exported and imported as JSON, reset on request. A browser that keeps
 * nothing still holds the answers until the page is closed, and says so.
 */
import { create } from "zustand";
import { EMPTY } from "./record.ts";
import type { Answers, LessonRecord } from "./record.ts";
import { answersText, readAnswers } from "./read-answers.ts";

const KEY = "roundtrip-answers";

function load(): Answers {
  try {
    const kept = localStorage.getItem(KEY);
    const read = kept === null ? {} : readAnswers(kept);
    return { lessons: typeof read === "string" ? {} : read, kept: true };
  } catch {
    return { lessons: {}, kept: false };
  }
}

export const answers = create<Answers>(load);

/** Puts the answers in place and keeps them, as far as the browser does. */
export function keep(lessons: Answers["lessons"]): void {
  let kept = true;
  try {
    localStorage.setItem(KEY, answersText(lessons));
  } catch {
    kept = false; // a private window, or no room left: they last as long as the page
  }
  answers.setState({ lessons, kept });
}

export const recordOf = (slug: string): LessonRecord => answers.getState().lessons[slug] ?? EMPTY;

export function update(slug: string, change: (record: LessonRecord) => LessonRecord): void {
  keep({ ...answers.getState().lessons, [slug]: change(recordOf(slug)) });
}

/** A step was seen. The first of a lesson gives the lesson its turn: the count of lessons opened, in any order. */
export function see(slug: string, step: string): void {
  const turns = Object.values(answers.getState().lessons).map(({ turn }) => turn);
  update(slug, (record) => ({
    ...record,
    turn: record.turn > 0 ? record.turn : Math.max(0, ...turns) + 1,
    seen: record.seen.includes(step) ? record.seen : [...record.seen, step],
  }));
}

/** Forgets one lesson's answers, or all. */
export function reset(slug?: string): void {
  const { lessons } = answers.getState();
  keep(slug === undefined ? {} : Object.fromEntries(Object.entries(lessons).filter(([key]) => key !== slug)));
}
