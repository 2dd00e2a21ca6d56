/**
 * Reads the text that the browser kept. Answers that this page cannot read, of another version or damaged, are the
 * reader's all the same: the page sets them aside under a key of their own before anything is written.
 */
import { KEY } from "./answers-text.ts";
import { readAnswers } from "./read-answers.ts";
import { setAside } from "./set-aside.ts";
import type { Answers } from "./record.ts";

/** The answers of a kept text; where it cannot be read, none, and a sentence that says why and where the text is. */
export function answersFrom(text: string): Pick<Answers, "lessons" | "problem"> {
  const read = readAnswers(text);
  if (typeof read !== "string") return { lessons: read, problem: null };
  const key = setAside(KEY, text);
  const where =
    key === null
      ? "The browser has no room to set them aside: the next answer takes their place."
      : `They are set aside in this browser’s storage as ${key}, and the lessons begin without them.`;
  return { lessons: {}, problem: `The answers that this browser kept cannot be read. ${read} ${where}` };
}
