/**
 * A prediction as a short code, which a phone shows in a lecture and a teacher types or pastes: eleven letters and
 * digits, "7KQ2-M0X4-9ZR". Three name the question, three the answer, three tell this phone from others, and two check
 * the rest. There is no name in it.
 */
import type { Lesson, Prediction } from "../types.ts";
import { isRight } from "../verdict.ts";
import type { Committed } from "../verdict.ts";
import { numberOf, scaleOf, shareOn, valueAt } from "./answer-scale.ts";
import { digestOf } from "./report-data.ts";

/** Crockford’s: no letter that is read as a digit. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS = 15; // of three letters
const STEPS = 2 ** 14 - 2; // of a scale; one more value says “no idea”
const NO_IDEA = STEPS + 1;

const lettersOf = (value: number, count: number): string =>
  Array.from({ length: count }, (_, i) => LETTERS[(value >> (5 * (count - 1 - i))) & 31]).join("");
const valueOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0);

const digest = (text: string, bits: number): number => Number.parseInt(digestOf(text).slice(-7), 16) % 2 ** bits;
const question = (lesson: Lesson, { id }: Prediction): string => lettersOf(digest(`${lesson.slug} ${id}`, BITS), 3);
const check = (code: string): string => lettersOf(digest(`check ${code}`, 10), 2);

function placeOf(lesson: Lesson, prediction: Prediction, answer: Committed): number {
  if (prediction.kind === "choice") {
    const place = answer.kind === "choice" ? prediction.options.findIndex(({ id }) => id === answer.option) : -1;
    return place < 0 ? NO_IDEA : place;
  }
  const number = numberOf(prediction, answer);
  return number === null ? NO_IDEA : Math.round(shareOn(scaleOf(lesson, prediction), number) * STEPS);
}

/** @param phone a text that tells this reader from others: a name and a time */
export function answerCode(lesson: Lesson, prediction: Prediction, answer: Committed, phone: string): string {
  const right = isRight(lesson, prediction, answer) ? 2 ** 14 : 0;
  const said = lettersOf(right + placeOf(lesson, prediction, answer), 3);
  const code = `${question(lesson, prediction)}${said}${lettersOf(digest(`phone ${phone}`, BITS), 3)}`;
  return `${code}${check(code)}`.replace(/^(.{4})(.{4})/, "$1-$2-");
}

/** An answer without a name: what a histogram needs. */
export interface Told {
  readonly right: boolean;
  /** The place of an option; a number on the scale; null for no idea. */
  readonly at: number | null;
}

/** An answer as a file has it. */
export function toldBy(lesson: Lesson, prediction: Prediction, answer: Committed): Told {
  const right = isRight(lesson, prediction, answer);
  if (prediction.kind !== "choice") return { right, at: numberOf(prediction, answer) };
  const place = placeOf(lesson, prediction, answer);
  return { right, at: place === NO_IDEA ? null : place };
}

/** The letters of a code, however it was typed. */
export const bareCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");

/** What a code says of this question; a sentence where it says nothing of it. */
export function readCode(lesson: Lesson, prediction: Prediction, text: string): Told | string {
  const code = bareCode(text);
  const shown = `“${text.trim().slice(0, 20)}”`;
  if (code.length !== 11) return `${shown} is no code: a code has 11 letters and digits.`;
  if (check(code.slice(0, 9)) !== code.slice(9)) return `${shown} has a slip in it: a letter or digit is another.`;
  if (code.slice(0, 3) !== question(lesson, prediction)) return `${shown} answers another question.`;
  const said = valueOf(code.slice(3, 6));
  const [right, place] = [said >= 2 ** 14, said % 2 ** 14];
  if (place === NO_IDEA) return { right, at: null };
  if (prediction.kind === "choice")
    return place < prediction.options.length ? { right, at: place } : `${shown} answers another question.`;
  return { right, at: valueAt(scaleOf(lesson, prediction), place / STEPS) };
}
