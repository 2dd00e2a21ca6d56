/** Texts with values, "{0} of {1}": whether a text has the words of one, and what stands at its values. */

export interface Pattern {
  readonly pieces: readonly string[]; // words before, between and behind the values
  readonly names: readonly string[];
  readonly isKept: readonly boolean[]; // of each value: it stays as it is written
  readonly translation: string;
  readonly element: string | null;
  readonly longest: string; // piece: a text without it cannot fit
  readonly letters: number; // of all pieces: the most decide between two that fit
  fits: RegExp | null; // made when a text first holds the longest piece
}

/** A pattern that a text has the words of, and what stands at its values there. */
export interface Fitting {
  readonly pattern: Pattern;
  readonly values: readonly string[];
}

export const lettersIn = (text: string): number => (text.match(/\p{L}/gu) ?? []).length;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Narrow and fixed spaces count as plain ones. */
const inAnySpace = (piece: string): string => escaped(piece).replaceAll(" ", String.raw`\s+`);
export const withPlainSpaces = (text: string): string => text.replaceAll(/\s+/g, " ");

export function patternOf(english: string, translation: string): Pattern {
  const [, element = null, text = english] = /^(\w+)\|(.*)$/su.exec(english) ?? [];
  const parts = text.split(/\{(\w+)\}/);
  const pieces = parts.filter((_, i) => i % 2 === 0);
  const names = parts.filter((_, i) => i % 2 === 1);
  return {
    pieces,
    names,
    isKept: names.map((name) => translation.includes(`{${name}, as written}`)),
    translation,
    element,
    longest: pieces.reduce((one, other) => (other.length > one.length ? other : one), ""),
    letters: lettersIn(pieces.join("")),
    fits: null,
  };
}

/** Letters of a word that is no small word of a sentence. */
export const LONG_WORD = 4;

/** "result of call 1, result of call 2" is a list of what the pattern says, not a call "1, result of call 2". */
const repeats = ({ longest }: Pattern, value: string): boolean =>
  lettersIn(longest) >= LONG_WORD && withPlainSpaces(value).includes(longest.trim());

/** "crossings × 3 results": the words behind a sign of arithmetic are a part of a formula. */
const isCutFormula = (value: string): boolean => /[×÷]\s*$/.test(value);

/** What stands at the values of a pattern in a text; null where the text has not its words. */
export function fit(pattern: Pattern, text: string): Fitting | null {
  pattern.fits ??= new RegExp(`^${pattern.pieces.map(inAnySpace).join("(.*?)")}$`, "su");
  const values = pattern.fits.exec(text)?.slice(1);
  return values === undefined || values.some((value) => repeats(pattern, value) || isCutFormula(value))
    ? null
    : { pattern, values };
}
