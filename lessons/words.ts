/**
 * Words that say how numbers stand to one another: "nearly all", "twice", "the processors lead". A lesson binds such a
 * word to its numbers, and the word is checked as they are. Which words there are stands in the two tables here.
 */
import { itemAt } from "../engine/kernel/reads.ts";
import { LessonError } from "./named.ts";
import { saysOf } from "./numbers.ts";

/** Whether the word is true of the subject beside the others: of a part beside its whole, of one beside several. */
type Holds = (subject: number, others: readonly number[]) => boolean;

const share = (low: number, high: number): Holds => {
  return (part, [whole = NaN, ...more]) => more.length === 0 && part / whole >= low && part / whole <= high;
};
/** By itself a count; beside another value a factor, give or take a twentieth. */
const times = (n: number): Holds => {
  return (subject, others) => (others.length === 0 ? subject === n : share(0.95 * n, 1.05 * n)(subject, others));
};
/** By itself a count of nothing; of several, each is nothing. */
const none: Holds = (subject, others) => [subject, ...others].every((value) => value === 0);
const above: Holds = (subject, others) => others.length > 0 && others.every((value) => subject > value);
const below: Holds = (subject, others) => others.length > 0 && others.every((value) => subject < value);
const same: Holds = (subject, others) => others.length > 0 && others.every((value) => subject === value);
const alike: Holds = (subject, others) => others.length > 0 && others.every((one) => share(0.9, 1.1)(subject, [one]));
const place = (n: number): Holds => {
  return (subject, others) => others.length >= n - 1 && others.filter((value) => value < subject).length === n - 1;
};
/** A count of one; beside others, the one that is not nothing. */
const only: Holds = (subject, others) => (others.length === 0 ? subject === 1 : subject > 0 && none(0, others));

const each = (words: string, holds: Holds): readonly (readonly [string, Holds])[] =>
  words.split(", ").map((word) => [word, holds]);

const WORDS: ReadonlyMap<string, Holds> = new Map([
  // Of a part and its whole.
  ...each("all, always, every, each, the whole", share(1, 1)),
  ...each("nearly all, nearly the whole, nearly always, almost all, nearly every", share(0.9, 1 - Number.EPSILON)),
  ...each("most, mostly, more than half", share(0.5 + Number.EPSILON, 1)),
  ...each("less than half", share(0, 0.5 - Number.EPSILON)),
  ...each("half", share(0.45, 0.55)),
  ...each("nearly half", share(0.4, 0.5 - Number.EPSILON)),
  ...each("a third", share(0.3, 0.37)),
  ...each("a quarter", share(0.225, 0.275)),
  ...each("two thirds", share(0.63, 0.7)),
  ...each("three quarters", share(0.71, 0.79)),
  ...each("little, a small part", share(0, 0.2)),
  ...each("hardly, hardly any, nearly none, nearly nothing", share(0, 0.05)),
  // Of a count.
  ...each("none, no, nobody, nothing, never", none),
  ...each("only", only),
  ...["once", "twice", "three times", "four times", "five times"].flatMap((word, i) => each(word, times(i + 1))),
  ...["one", "two", "three", "four", "five", "six", "seven"].flatMap((word, i) => each(word, times(i + 1))),
  ...each("both", times(2)),
  // Of one value and another, or several.
  ...each("more, longer, larger, later, after, higher, above, behind, worse, exceeds, over", above),
  ...each("less, fewer, shorter, smaller, sooner, earlier, before, lower, below, under", below),
  ...each("largest, longest, highest, busiest, last, leads, lead, ahead", above),
  ...each("smallest, shortest, least, fewest, lowest, first", below),
  ...each("second", place(2)),
  ...each("third", place(3)),
  ...each("the same, just as many, just as much, just as long, equal", same),
  ...each("about as long, about as many, about as much, about the same, about equal", alike),
]);

/** A sentence that holds one of these, and speaks of a run, binds it. Smaller ones ("more", "no") would be noise. */
const TO_BIND = [
  ...["nearly all", "nearly always", "almost all", "most", "mostly", "all", "always", "every", "none", "nobody"],
  ...["never", "half", "largest", "smallest", "longest", "shortest", "highest", "lowest", "busiest", "least", "fewest"],
  ...["first", "last", "lead", "leads", "once", "twice", "only one", "the only", "more than", "less than"],
  ...["longer than", "shorter than", "fewer than", "hardly", "a third", "a quarter", "three quarters", "two thirds"],
  ...["no call", "no callee", "no server", "no promise", "no run"],
];

/** Longest first, so that "nearly all" is not read as "all". */
const anyOf = (words: Iterable<string>): RegExp =>
  new RegExp(`(?<![\\p{L}-])(${[...words].toSorted((a, b) => b.length - a.length).join("|")})(?![\\p{L}-])`, "giu");

const KNOWN = anyOf(WORDS.keys());
const WANTED = anyOf(TO_BIND);

/** The checked words in a phrase, in their order. */
const wordsIn = (phrase: string): readonly string[] => [...phrase.matchAll(KNOWN)].map(([word]) => word.toLowerCase());

/** They hold such a word, and compare nothing. */
const IDIOMS =
  /\b(?:in all|all in all|at (?:the )?(?:most|least|first|last|once)|leads? to|no longer|at all|half an hour)\b/gi;

/** The words of a sentence that must be bound where it speaks of a run. */
export const wantedIn = (sentence: string): readonly string[] =>
  [...sentence.replaceAll(IDIOMS, "").matchAll(WANTED)].map(([word]) => word);

/**
 * What is wrong with a phrase beside its values; null where nothing is. Each checked word in it must hold. Its subject
 * is the value that it names, else the first.
 * @param values by their names, as the note lists them
 */
export function wrongWord(phrase: string, values: ReadonlyMap<string, number>): string | null {
  const words = wordsIn(phrase);
  if (words.length === 0) {
    throw new LessonError(`"${phrase}" has no word that can be checked. There is ${[...WORDS.keys()].join(", ")}.`);
  }
  const names = [...values.keys()];
  const subject = names.find((name) => phrase.toLowerCase().includes(name.toLowerCase())) ?? itemAt(names, 0, "value");
  const others = [...values].flatMap(([name, value]) => (name === subject ? [] : [value]));
  const wrong = words.find((word) => WORDS.get(word)?.(values.get(subject) ?? NaN, others) !== true);
  return wrong === undefined ? null : `"${wrong}" is not so of ${subject}: the run says ${saysOf(values)}.`;
}
