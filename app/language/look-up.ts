/**
 * The texts of a language, looked up by their English words. A page in English does not fetch this file.
 *
 * A text is found whole, "Next lesson", or as one with values, "{0} of {1}": what stands at a value may be anything,
 * and is looked up by itself. A text that means two things in one language has a second entry, with the element that
 * it stands in: "button|Run".
 */
import { textKey } from "../../lessons/text-key.ts";
import type { Compiled } from "./compile.ts";
import { inSentence } from "./in-sentence.ts";
import { filled } from "./message.ts";
import { fit, lettersIn, LONG_WORD, patternOf, withPlainSpaces } from "./pattern.ts";
import type { Fitting, Pattern } from "./pattern.ts";
import { hasFault, isCode, isSameEverywhere } from "./same-everywhere.ts";

interface Spoken {
  readonly whole: Map<string, string>;
  readonly patterns: Pattern[];
  readonly found: Map<string, string | null>;
  /** Of the texts that were looked up last. */
  readonly fitting: Map<string, readonly Fitting[]>;
  /** Translations that the page has been given: a part of a text that is one already. */
  readonly given: Set<string>;
  /** Texts of lessons, which come translated. */
  readonly ofLessons: Set<string>;
  readonly plurals: Intl.PluralRules;
  /** Makes a translation of any text: of the languages that only show what a page must stand. */
  readonly made: ((text: string) => string) | null;
}

let spoken: Spoken | null = null;

/** From here on the page speaks this language. Its catalogues come by `addTexts`. */
export function speak(locale: string, made: Spoken["made"] = null): void {
  const plurals = new Intl.PluralRules(locale);
  spoken = {
    whole: new Map(),
    patterns: [],
    found: new Map(),
    fitting: new Map(),
    given: new Set(),
    ofLessons: new Set(),
    plurals,
    made,
  };
}

/** Adds a catalogue to the language that the page speaks. */
export function addTexts({ whole, patterns }: Compiled): void {
  if (spoken === null) throw new Error("language: a catalogue comes before its language.");
  for (const [key, translation] of Object.entries(whole)) spoken.whole.set(key, translation);
  for (const [english, translation] of patterns) spoken.patterns.push(patternOf(english, translation));
  spoken.found.clear();
  spoken.fitting.clear();
}

/** Adds the texts of a lesson in the language of the page: the page puts them into its own. */
export function addOfLesson(texts: readonly string[]): void {
  for (const text of texts) spoken?.ofLessons.add(text);
  spoken?.found.clear();
}

/** Below this a pattern fits texts that only look like it: its values must then be numbers, or words that are found. */
const FEW_LETTERS = 8;

const isPlainValue = (text: string): boolean =>
  isSameEverywhere(text) || spoken?.given.has(text) === true || spoken?.ofLessons.has(text) === true;

/** Texts that hold no word are the same in every language. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** "{0} workstations", "{0} caller threads": before the words stands a number, never a sentence that ends so. */
const isCount = ({ pieces }: Pattern): boolean =>
  pieces.length === 2 && /^\n \p{Ll}+(?: \p{Ll}+)?$/u.test(pieces.join("\n"));

/**
 * Which values a pattern takes: with few letters plain ones, or words that are found; whole texts of the catalogue; as
 * plain ones, and of words only those that are found.
 */
type Values = "plain" | "found" | "whole" | "sure";

/**
 * "Reply to {0}" and "{0} over {1}" have words enough of their own, and "{0} at {1}" where the text begins with a
 * number; "{0} of {1}" has not: it is not "Time of a call".
 */
const hasOwnWords = ({ pieces }: Pattern, [first = ""]: readonly string[]): boolean =>
  [...pieces.slice(0, 1), ...pieces.slice(-1)].some((piece) => lettersIn(piece) > 1) ||
  pieces.some((piece) => lettersIn(piece) >= LONG_WORD) ||
  (pieces[0] === "" && /^\d/.test(first));

/** Whether a catalogue has the text itself, or with a capital. */
const standsWhole = (text: string): boolean =>
  [text, text.charAt(0).toUpperCase() + text.slice(1)].some((one) => spoken?.whole.has(textKey(one)) === true);

/** "Step {0}: {1}": what stands behind the colon may be anything. */
const endsOpen = ({ pieces }: Pattern): boolean => pieces.at(-1) === "" && pieces.at(-2)?.endsWith(": ") === true;

/** "Mode of {0}": what stands behind four letters may be a word that a program has chosen, such as "exam". */
const endsInWord = ({ pieces }: Pattern, [value = ""]: readonly string[]): boolean =>
  pieces.length === 2 && pieces[1] === "" && lettersIn(pieces.join("")) >= LONG_WORD && /^[a-z]\w*$/.test(value);

/** No list, unless it is quoted: of "Section 2, Table I" the number of the section is not "2, Table I". */
const isFound = (text: string, behind = ""): boolean =>
  isPlainValue(text) ||
  (/[,;] /.test(text) && !behind.startsWith("”") ? standsWhole(text) : lookUp(text, null) !== null);

function takes(pattern: Pattern, values: readonly string[], few: Values): boolean {
  const hasMany = pattern.letters >= FEW_LETTERS && !isCount(pattern);
  const isLast = (i: number): boolean => i === values.length - 1;
  if (few === "whole")
    return values.every(
      (value, i) => isPlainValue(value) || standsWhole(value) || (!isLast(i) && isFound(value, pattern.pieces[i + 1])),
    );
  if (hasMany && few !== "found") return true;
  if (few !== "found") return values.every(isPlainValue);
  const closed = endsOpen(pattern) || endsInWord(pattern, values) ? values.slice(0, -1) : values;
  return (
    !hasMany &&
    !isCount(pattern) &&
    hasOwnWords(pattern, values) &&
    closed.every((value, i) => isFound(value, pattern.pieces[i + 1]))
  );
}

const signsIn = ({ pieces }: Pattern): number => pieces.join("").length;

const MOST_FITTING = 200;

/** Where one sentence ends and another begins: a pattern of one sentence fits both only by mistake. */
const SENTENCES = /[^.][.?!](?<!\bFigs?\.)\s+[\p{Lu}\p{Lo}\d]/u;

/** Of two patterns that fit, the one with this share of the letters of the other is as near to the text. */
const RIVAL = 0.6;

const LOWER_WORD = /(?<!\p{L})\p{Ll}{4}/u;

/** Whether no word at the values of a pattern stays English; names, units and what is kept as it is written may. */
const hasFoundValues = ({ pattern: { isKept }, values }: Fitting): boolean =>
  values.every(
    (value, i) =>
      !LOWER_WORD.test(value) ||
      isKept[i] === true ||
      value.split(", ").every(isPlainValue) ||
      lookUp(value.trim(), null) !== null,
  );

/** The patterns that a text has the words of, whatever stands at their values. */
function fittingOf(text: string, { patterns, fitting }: Spoken): readonly Fitting[] {
  const before = fitting.get(text);
  if (before !== undefined) return before;
  const plain = withPlainSpaces(text);
  const found = patterns.flatMap((pattern) => (plain.includes(pattern.longest) ? (fit(pattern, text) ?? []) : []));
  if (fitting.size > MOST_FITTING) fitting.clear();
  fitting.set(text, found);
  return found;
}

function byPattern(
  text: string,
  element: string | null,
  of: Spoken,
  hasSentences: boolean,
  few: Values = "plain",
): string | null {
  const all = fittingOf(text, of).filter(
    ({ pattern, values }) =>
      (pattern.element === null || pattern.element === element) &&
      values.some((value) => SENTENCES.test(value)) === hasSentences &&
      takes(pattern, values, few),
  );
  const fitting = few === "sure" ? all.filter(hasFoundValues) : all;
  // Of as many letters and values the one with more signs: "{0}. One run" before "{0} One run".
  const byLetters = fitting.toSorted(
    ({ pattern: a }, { pattern: b }) =>
      b.letters - a.letters || b.pieces.length - a.pieces.length || signsIn(b) - signsIn(a),
  );
  // Another with nearly as many letters of its own may have cut the text at better places: where its values are found.
  const rivals = byLetters.filter(({ pattern }) => pattern.letters > (byLetters[0]?.pattern.letters ?? NaN) * RIVAL);
  const first = rivals.length < 2 ? rivals[0] : (rivals.find(hasFoundValues) ?? rivals[0]);
  if (first === undefined) return null;
  const { names, translation } = first.pattern;
  const putIn = (text: (value: string) => string): Readonly<Record<string, string>> =>
    Object.fromEntries(first.values.map((value, i) => [names[i] ?? "", text(value)]));
  return filled(translation, putIn(translated), of.plurals, putIn(String));
}

const MOST_REMEMBERED = 20_000;

/** The translation of a text without blanks around it; null where the catalogues have none. */
function lookUp(text: string, element: string | null): string | null {
  if (spoken === null || !hasWord(text) || isCode(text)) return null;
  const { whole, found, given, made } = spoken;
  if (made !== null) return made(text);
  const remembered = `${element ?? ""}|${text}`;
  const before = found.get(remembered);
  if (before !== undefined) return before;
  const of = spoken;
  const result =
    whole.get(textKey(remembered)) ??
    whole.get(textKey(text)) ??
    whole.get(textKey(withPlainSpaces(text))) ??
    betweenMarks(text, (inside) => whole.get(textKey(inside)) ?? null) ??
    (hasFault(text) ? inPieces(text, element, of, false) : null) ??
    byPattern(text, element, of, false, "sure") ??
    betweenMarks(text, (inside) => byPattern(inside, element, of, false, "sure")) ??
    inOtherForm(text, element, whole) ??
    byPattern(text, element, of, false, "found") ??
    betweenMarks(text, (inside) => lookUp(inside, element)) ??
    withAmount(text, element) ??
    byPattern(text, element, of, true, "whole") ??
    inPieces(text, element, of, true) ??
    byPattern(text, element, of, false) ??
    betweenMarks(text, (inside) => byPattern(inside, element, of, false)) ??
    byPattern(text, element, of, true) ??
    byPattern(text, element, of, true, "found") ??
    inPieces(text, element, of, false);
  if (found.size > MOST_REMEMBERED) {
    found.clear();
    given.clear();
  }
  found.set(remembered, result);
  if (result !== null) given.add(result);
  return result;
}

/** Elements that stand before and behind a text of their parent are no part of it, nor is a colon behind the first. */
const MARKED = /^([\s\uE000-\uF8FF]*(?:(?<=[\uE000-\uF8FF])[:;,]\s|[−+]\s)?)(.*?)([\s\uE000-\uF8FF]*)$/su;

function betweenMarks(text: string, find: (inside: string) => string | null): string | null {
  const [, before = "", inside = "", behind = ""] = MARKED.exec(text) ?? [];
  const found = inside === text ? null : find(inside);
  return found === null ? null : `${before}${found}${behind}`;
}

/** German nouns have a capital letter in a sentence, too. */
const hasCapitalNouns = (): boolean => spoken?.plurals.resolvedOptions().locale.startsWith("de") === true;

const mostLetters = (text: string, of: Spoken): number =>
  Math.max(0, ...fittingOf(text, of).map(({ pattern }) => pattern.letters));

/** Whether a pattern has more of a text's words with its full stop than any has without it: it is no label then. */
const isSentence = (text: string): boolean =>
  spoken !== null && mostLetters(text, spoken) > mostLetters(text.slice(0, -1), spoken);

/** A label in a sentence, without its capital letter, a sentence without its full stop, or a label with one. */
function inOtherForm(text: string, element: string | null, whole: Spoken["whole"]): string | null {
  const capital = whole.get(textKey(text.charAt(0).toUpperCase() + text.slice(1)));
  if (capital !== undefined) return hasCapitalNouns() ? capital : inSentence(capital);
  const small = whole.get(textKey(text.charAt(0).toLowerCase() + text.slice(1)));
  if (small !== undefined) return small.charAt(0).toUpperCase() + small.slice(1);
  const sentence = whole.get(textKey(`${text}.`));
  if (sentence !== undefined) return sentence.replace(/[.。]$/u, "");
  const [, number = "", named = ""] = /^(\d\.\d\s)(\p{Lu}.*)$/su.exec(text) ?? []; // "1.2 Exactly once, …"
  const numbered = named === "" ? null : lookUp(named, element);
  if (numbered !== null) return number + numbered;
  const isLabel = /[^.]\.$/.test(text) && !SENTENCES.test(text) && !isSentence(text);
  const label = isLabel ? lookUp(text.slice(0, -1), element) : null;
  return label === null ? null : `${label}${/\p{Script=Han}/u.test(label) ? "。" : "."}`;
}

const MOST_TOGETHER = 4;

/** Each part with its translation, or null; several parts that have one translation together are one. */
function foundIn(
  parts: readonly string[],
  find: (text: string, isOne: boolean) => string | null,
): readonly (readonly [part: string, found: string | null])[] {
  const all: [string, string | null][] = [];
  for (let at = 0; at < parts.length;) {
    let count = Math.min(MOST_TOGETHER, parts.length - at - (at === 0 ? 1 : 0));
    let found: string | null = null;
    for (; count > 0; count--) {
      found = find(parts.slice(at, at + count).join(" "), count === 1);
      if (found !== null || count === 1) break;
    }
    all.push([parts.slice(at, at + count).join(" "), found]);
    at += count;
  }
  return all;
}

/** Several sentences, each that has a translation, or a list with commas of which all things have one. */
function inPieces(text: string, element: string | null, of: Spoken, isWhole: boolean): string | null {
  const { whole } = of;
  const together = (part: string): string | null => whole.get(textKey(part)) ?? null;
  const sentences = text.split(/(?<=[.?!])(?<!\bFigs?\.)\s+/);
  if (sentences.length > 1) {
    const found = foundIn(sentences, (one, isOne) =>
      isOne ? lookUp(one, element) : (together(one) ?? byPattern(one, element, of, false, "sure")),
    );
    const none = found.filter(([, one]) => one === null).length;
    return (isWhole ? none > 0 : none === found.length) ? null : joined(found.map(([part, one]) => one ?? part));
  }
  const things = text.split(/(?<=[,;:])\s+/); // each with its mark
  if (things.length === 1) return null;
  const found = foundIn(things, (one, isOne) => {
    const thing = one.replace(/[,;:]$/u, "");
    const mark = one.slice(thing.length);
    const inside = isOne
      ? (lookUp(thing, element) ?? (!hasWord(thing) || isPlainValue(thing) ? thing : null))
      : (together(thing) ?? inOtherForm(thing, element, whole) ?? withAmount(thing, element));
    return inside === null ? null : `${inside}${mark}`;
  });
  const missing = found.filter(([, one]) => one === null).length;
  // Of a long list some things may have no translation, such as lines of faults.
  if (missing > 0 && (isWhole || found.length < 3 || missing > found.length / 2)) return null;
  return joined(found.map(([part, one]) => one ?? part));
}

/** "One server 10 ms", "637 result", "Firefly (5 processors)". */
function withAmount(text: string, element: string | null): string | null {
  if (SENTENCES.test(text)) return null;
  const [, thing = "", amount = ""] =
    /^(.*[\p{L})](?<!\b(?:of|to|at|in|by|for)))(\s[−+]?\d[\d.,]*(?:\s(?:[mnµ]?s|min|%))?)$/u.exec(text) ?? [];
  const isList = /[,;] /.test(thing); // of a list the amount is one of its last thing alone
  const found = thing === "" || (isList && !standsWhole(thing)) ? null : lookUp(thing, element);
  if (found !== null) return found + amount;
  if (thing !== "" && isSameEverywhere(thing)) return text;
  const [, number = "", counted = ""] = /^([−+]?\d[\d.,]*\s)(\p{Ll}.*)$/u.exec(text) ?? [];
  const words = counted === "" ? null : lookUp(counted, element);
  if (words !== null) return number + words;
  const [, name = "", inside = ""] = /^(\S[^()]*) \(([^()]+)\)$/u.exec(text) ?? [];
  if (name === "") return null;
  const outer = isPlainValue(name) ? name : lookUp(name, element);
  const inner = isPlainValue(inside) ? inside : lookUp(inside, element);
  return inner === null || outer === null ? null : `${outer} (${inner})`;
}

/** Chinese sets no blank between sentences, and a comma of its own. */
function joined(pieces: readonly string[]): string {
  if (!pieces.some((piece) => /\p{Script=Han}/u.test(piece))) return pieces.join(" ");
  const marks: Readonly<Record<string, string>> = { ",": "，", ";": "；", ":": "：" };
  return pieces.map((piece) => piece.replace(/[,;:]$/, (mark) => marks[mark] ?? mark)).join("");
}

/**
 * A text of the page in the language that the page speaks; as it is where there is no translation.
 * @param element the name of the element that it stands in
 */
export function translated(text: string, element: string | null = null): string {
  if (spoken === null) return text;
  const inside = text.trim();
  const result = lookUp(inside, element);
  return result === null ? text : text.replace(inside, () => result);
}

/** Stands for an element among the texts of its parent. */
const FIRST_MARK = 0xe000;
const MARKS = /([\uE000-\uF8FF])/u;

/**
 * What stands in an element, texts and other things in their order, in the language of the page. Texts that follow each
 * other, with what stands between them, are one text: a translation may have another order. Null where the whole has
 * no translation.
 */
export function translatedParts<T>(
  parts: readonly (string | T)[],
  element: string | null,
): readonly (string | T)[] | null {
  const text = parts.map((part, i) => (typeof part === "string" ? part : String.fromCharCode(FIRST_MARK + i))).join("");
  const inside = text.trim();
  const result = lookUp(inside, element);
  if (result === null) return null;
  return text
    .replace(inside, () => result)
    .split(MARKS)
    .filter((piece) => piece !== "")
    .map((piece) => (MARKS.test(piece) ? (parts[piece.charCodeAt(0) - FIRST_MARK] ?? piece) : piece));
}

/** Small words of English that other languages written with our letters do not have. */
const ENGLISH = /\b(?:the|of|and|is|are|with|which|this|that|what|its|your|it|for|to)\b/i;

/** Whether a text on a translated page is still English: it is marked, so that it is read aloud as English. */
export const isEnglish = (text: string): boolean => ENGLISH.test(text);
