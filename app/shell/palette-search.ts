/** Orders the entries of the search by how well they fit what somebody typed: a word, a number, or a whole sentence. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { ENTRIES, numberEntries } from "./palette-entries.ts";
import type { PaletteEntry } from "./palette-entries.ts";
import { stemOf, tokensOf } from "./tokens.ts";

/** Words of a sentence that say nothing of its subject. */
const EMPTY = new Set(
  (
    "a an and are as at be been but by can do does for from had has have how i if in is it its me my no " +
    "not of on once only or our shall should so than that the their them then there they this to was we " +
    "what when where which who why will with would you your once too very always never all one"
  ).split(" "),
);

interface Indexed {
  readonly entry: PaletteEntry;
  readonly title: ReadonlySet<string>;
  readonly words: readonly string[]; // stems, each once
}

const indexed = new WeakMap<PaletteEntry, Indexed>();

function indexOf(one: PaletteEntry): Indexed {
  const known = indexed.get(one);
  if (known !== undefined) return known;
  const stems = (text: string): readonly string[] => [...new Set(tokensOf(text).map(stemOf))];
  const made = { entry: one, title: new Set(stems(one.title)), words: stems(one.words) };
  indexed.set(one, made);
  return made;
}

/** The share of a word that an entry has: 1 for the word itself, less for a longer word that begins with it. */
function shareOf(wanted: string, { words }: Indexed): number {
  if (words.includes(wanted)) return 1;
  return wanted.length > 1 && words.some((word) => word.startsWith(wanted)) ? 0.8 : 0;
}

/** Nobody asks a longer question; a longer text that was pasted by mistake would hold the page up. */
const MOST_LETTERS = 400;

/** How much more an entry counts whose title is the query, and one whose title has a word of it. */
const WHOLE_TITLE = 6;
const IN_TITLE = 1.5;
/** An answered question goes before all else that fits as well, a term after it. A step’s text has many words. */
const WEIGHT: Readonly<Partial<Record<PaletteEntry["kind"], number>>> = { question: 2, step: 0.6, term: 0.25 };

/**
 * The entries that fit the query, best first; all entries for an empty query. Entries with every word of it go first,
 * and one whose title is the query before them.
 * Of a sentence an entry must have the words that are rare among all entries: at least half of the query's weight.
 */
export function find(query: string, among: readonly PaletteEntry[] = ENTRIES): readonly PaletteEntry[] {
  const typed = [...new Set(tokensOf(query.slice(0, MOST_LETTERS)).map(stemOf))];
  const wanted = typed.some((word) => !EMPTY.has(word)) ? typed.filter((word) => !EMPTY.has(word)) : typed;
  if (wanted.length === 0) return query.trim() === "" ? among : [];
  const all = among.map(indexOf);
  const weighed = wanted.map((word) => {
    const shares = all.map((one) => shareOf(word, one));
    const having = shares.filter((share) => share > 0).length;
    return { shares, rarity: Math.log(1 + all.length / (1 + having)) };
  });
  const whole = weighed.reduce((sum, { rarity }) => sum + rarity, 0);
  const scored = all.flatMap(({ entry: one, title }, i) => {
    const fits = weighed.map(({ shares, rarity }) => itemAt(shares, i, "share") * rarity);
    const sum = fits.reduce((total, fit) => total + fit, 0);
    const hasAll = fits.every((fit) => fit > 0);
    if (!hasAll && sum < whole / 2) return [];
    const isTitle = title.size > 0 && [...title].every((word) => typed.includes(word));
    const named = isTitle ? WHOLE_TITLE : wanted.some((word) => title.has(word)) ? IN_TITLE : 1;
    return [{ one, hasAll, score: sum * named * (WEIGHT[one.kind] ?? 1) }];
  });
  const best = scored.toSorted((a, b) => Number(b.hasAll) - Number(a.hasAll) || b.score - a.score);
  return [...numberEntries(query), ...best.map(({ one }) => one)];
}
