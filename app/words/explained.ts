/** Finds the words of a text that the glossary explains. */
import { GLOSSARY } from "./glossary.ts";
import type { Term } from "./glossary.ts";

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

interface Word {
  readonly term: Term;
  readonly lower: string;
  /** Made when a text first holds the word: all of them at once would hold the page up. */
  pattern: RegExp | null;
  readonly word: string;
}

const WORDS: readonly Word[] = GLOSSARY.flatMap((term) =>
  (term.in ?? []).map((word): Word => ({ term, word, lower: word.toLowerCase(), pattern: null })),
);

/** A name of the papers is one only with its capital letters; a common word is one in any case. */
function patternOf(one: Word): RegExp {
  const flags = one.word === one.lower ? "iu" : "u";
  one.pattern ??= new RegExp(`(?<![\\p{L}\\p{N}])${escaped(one.word)}(?![\\p{L}\\p{N}])`, flags);
  return one.pattern;
}

/** The terms that stand in a text, each once, in the order of the text. */
export function explained(text: string): readonly Term[] {
  const lower = text.toLowerCase();
  const found = WORDS.flatMap((one) => {
    const at = lower.includes(one.lower) ? text.search(patternOf(one)) : -1;
    return at < 0 ? [] : [{ term: one.term, at }];
  });
  return [...new Set(found.toSorted((a, b) => a.at - b.at).map(({ term }) => term))];
}
