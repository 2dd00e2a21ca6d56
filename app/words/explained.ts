/** Which of a text's words the glossary explains. */
import { GLOSSARY } from "./glossary.ts";
import type { Term } from "./glossary.ts";

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A name of the papers is one only with its capital letters; a common word is one in any case. */
const PATTERNS: readonly (readonly [Term, RegExp])[] = GLOSSARY.flatMap((term) =>
  (term.in ?? []).map((word): readonly [Term, RegExp] => {
    const flags = word === word.toLowerCase() ? "iu" : "u";
    return [term, new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, flags)];
  }),
);

/** The terms that stand in a text, each once, in the order of the text. */
export function explained(text: string): readonly Term[] {
  const found = PATTERNS.flatMap(([term, pattern]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ term, at }];
  });
  return [...new Set(found.toSorted((a, b) => a.at - b.at).map(({ term }) => term))];
}
