/**
 * The reader's answers. This browser keeps them; the reader exports and imports them as JSON, and resets them. A
 * browser that keeps nothing still holds the answers until the page is closed, and says so.
 */
import { create } from "zustand";
import { EMPTY, NOTHING_KEPT } from "./record.ts";
import type { Answers, LessonRecord } from "./record.ts";
import { answersText, KEY } from "./answers-text.ts";

export const answers = create<Answers>(() => ({ lessons: {}, kept: true, problem: null }));

/** What keeps the answers. */
export interface Keeper {
  /** The text that is kept: null for none, undefined where nothing is kept at all. */
  readonly read: () => string | null | undefined;
  /** False where it keeps nothing or has no room left: then the answers last as long as the page. */
  readonly write: (lessons: Answers["lessons"]) => boolean;
}

const browser: Keeper = {
  read: () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return undefined;
    }
  },
  write: (lessons) => {
    try {
      localStorage.setItem(KEY, answersText(lessons));
      return true;
    } catch {
      return false;
    }
  },
};

let keeper = browser;

/** From here on a learning platform keeps the answers, and this browser none of them: others may use it, too. */
export const keepElsewhere = (other: Keeper): void => void (keeper = other);

async function takeIn(text: string | null | undefined): Promise<void> {
  if (text === undefined) return answers.setState({ kept: false });
  if (text === null) return;
  const { answersFrom } = await import("./kept-answers.ts");
  answers.setState(answersFrom(text));
}

/**
 * Takes in the answers that another tab of this browser wrote, so that the next answer here does not write over them.
 */
function listenToOtherTabs(): void {
  if (keeper !== browser) return;
  globalThis.addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) void takeIn(newValue);
  });
  // A tab that the browser had frozen was told nothing meanwhile.
  const lookAgain = (): void => {
    const text = keeper.read();
    if (text !== undefined && text !== null && text !== answersText(answers.getState().lessons)) void takeIn(text);
  };
  globalThis.addEventListener("pageshow", lookAgain);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lookAgain();
  });
}

let reading: Promise<void> | null = null;

/**
 * Takes in the answers that this browser keeps, once. A place that shows answers begins after it. A new reader has
 * none, and does not fetch the code that reads them. Rejects where that code cannot be fetched; the next call tries
 * again.
 */
export function takeInAnswers(): Promise<void> {
  reading ??= takeIn(keeper.read()).then(listenToOtherTabs, (error: unknown) => {
    reading = null;
    throw error;
  });
  return reading;
}

/** Puts the answers in place and keeps them, as far as the browser does. */
export function keep(lessons: Answers["lessons"]): void {
  answers.setState({ lessons, kept: keeper.write(lessons) });
}

export const recordOf = (slug: string): LessonRecord => answers.getState().lessons[slug] ?? EMPTY;

type Change = (record: LessonRecord) => LessonRecord;

const put = (slug: string, change: Change): void =>
  keep({ ...answers.getState().lessons, [slug]: change(recordOf(slug)) });

let isTold = false;

/** Changes a lesson's answers. The page tells of the first that the browser does not keep; platforms tell their own. */
export function update(slug: string, change: Change): void {
  put(slug, change);
  if (isTold || answers.getState().kept || keeper !== browser) return;
  isTold = true;
  answers.setState({ problem: NOTHING_KEPT });
}

/**
 * A step was seen, the `at`th of its lesson. The first of a lesson gives the lesson its turn: the count of lessons
 * opened, in any order.
 */
export function see(slug: string, step: string, at: number): void {
  const { lessons } = answers.getState();
  const turns = Object.values(lessons).map(({ turn }) => turn);
  const others = Object.entries(lessons).flatMap(([other, { visit }]) => (other === slug ? [] : [visit]));
  put(slug, (record) => ({
    ...record,
    turn: record.turn > 0 ? record.turn : Math.max(0, ...turns) + 1,
    visit: Math.max(record.visit, Math.max(0, ...others) + 1),
    seen: record.seen.includes(step) ? record.seen : [...record.seen, step],
    at,
  }));
}

/** Forgets one lesson's answers, or all. */
export function reset(slug?: string): void {
  const { lessons } = answers.getState();
  keep(slug === undefined ? {} : Object.fromEntries(Object.entries(lessons).filter(([key]) => key !== slug)));
}
