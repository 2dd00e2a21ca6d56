/** How every message shows a text that somebody wrote: on one line, and each character of it to be seen. */
import { codePointOf } from "../kernel/items.ts";

const LONGEST_QUOTE = 60;

/** What no reader sees, what turns a line round, and all white space but the usual one. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

const codeOf = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");

/** The text with the codes of what cannot be seen: `\u202e`. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === " " ? character : codeOf(character)));

/** The text in quotes on one line. */
export const quoteWhole = (text: string): string => visible(JSON.stringify(text));

/** The same, cut behind so many characters where it is longer. */
export const quoteUpTo = (longest: number, text: string): string =>
  quoteWhole(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The text in quotes on one line, cut where it is long. */
export const quote = (text: string): string => quoteUpTo(LONGEST_QUOTE, text);

/** One character in quotes; by its number where it cannot be seen. */
export function quoteCharacter(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && visible(character) === character) return JSON.stringify(character);
  const code = codePointOf(character).toString(16).toUpperCase().padStart(4, "0");
  return `the character U+${code}`;
}
