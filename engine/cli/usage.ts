/** How a command ends: its exit codes, and the error for bad usage. */
import { closestWord } from "../faults/closest-word.ts";

export const DONE = 0;
export const CHECK_FAILED = 1; // the answer is there, and it is no
export const BAD_USAGE = 2;

/** Bad usage. The message is one line that names the value, what is allowed and the default. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** "did you mean X?" or the whole list, to stand after a semicolon. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = closestWord(word, known);
  const all = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
  return meant === undefined ? `${all}.` : `did you mean ${meant}? (${all})`;
}
