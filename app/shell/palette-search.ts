/**
 * Orders the entries of the search by how well they fit what somebody typed: a word, a number, or a whole sentence. In
 * another language an entry is found by its title and the words of that language, and by its English words.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import { translated } from "../language/text.ts";
import { hrefOf } from "../setup/link-table.ts";
import { ENTRIES, numberEntries } from "./palette-entries.ts";
import type { PaletteEntry } from "./palette-entries.ts";
import { EMPTY_WORDS } from "./palette-words.ts";
import { isSlip } from "./slips.ts";
import { stemOf, tokensOf } from "../words/tokens.ts";

/** Words of a sentence that say nothing of its subject, in English and in the language of the page. */
const emptyStems = (): ReadonlySet<string> =>
  new Set(tokensOf(`${EMPTY_WORDS} ${translated(EMPTY_WORDS)}`).map(stemOf));

interface Indexed {
  readonly entry: PaletteEntry;
  readonly title: ReadonlySet<string>;
  readonly words: ReadonlySet<string>; // stems
  readonly also: ReadonlySet<string>;
}

const indexed = new WeakMap<PaletteEntry, Indexed>();

function indexOf(one: PaletteEntry): Indexed {
  const known = indexed.get(one);
  if (known !== undefined) return known;
  const stems = (text: string): ReadonlySet<string> => new Set(tokensOf(text).map(stemOf));
  const title = translated(one.title);
  const own = one.more.flatMap((more) => (translated(more) === more ? [] : [translated(more)]));
  const words = stems([...(title === one.title ? [] : [title]), ...own, one.words].join(" "));
  const made = { entry: one, title: stems(title), words, also: stems(one.also ?? "") };
  indexed.set(one, made);
  return made;
}

/** How much a longer word counts that begins with what was typed, one of an answer, and one with another letter. */
const BEGINNING = 0.8;
const ALSO = 0.5;
const SLIP = 0.7;

/** The words that a typed word stands for, each with how well: itself, longer ones, or else slips of it. */
function meant(typed: string, all: readonly string[]): ReadonlyMap<string, number> {
  const longer = typed.length > 1 ? all.filter((word) => word.startsWith(typed)) : [];
  const found = new Map(longer.map((word) => [word, word === typed ? 1 : BEGINNING]));
  if (all.includes(typed)) found.set(typed, 1);
  if (found.size > 0) return found;
  return new Map(all.filter((word) => isSlip(typed, word)).map((word) => [word, SLIP]));
}

/** Nobody asks a longer question; a longer text that was pasted by mistake would hold the page up. */
const MOST_LETTERS = 400;

/** How much more an entry counts whose title is the query, and one whose title has all words of it. */
const WHOLE_TITLE = 6;
const IN_TITLE = 0.5;
/** An answered question goes before all else that fits as well, a term after it. A step’s text has many words. */
const WEIGHT: Readonly<Partial<Record<PaletteEntry["kind"], number>>> = {
  question: 2,
  step: 0.6,
  claim: 0.6,
  term: 0.25,
};

interface Weighed {
  readonly word: string;
  /** By entry: how well it has the word, from 0 to 1. */
  readonly shares: readonly number[];
  /** The fewer entries have a word, the more it says. */
  readonly rarity: number;
}

function weighedIn(all: readonly Indexed[]): (word: string) => Weighed {
  const known = [...new Set(all.flatMap(({ words, also }) => [...words, ...also]))];
  return (word) => {
    const stands = meant(word, known);
    const shares = all.map(({ words, also }) => {
      let best = 0;
      for (const [one, share] of stands) {
        if (words.has(one)) best = Math.max(best, share);
        else if (also.has(one)) best = Math.max(best, share * ALSO);
      }
      return best;
    });
    const having = shares.filter((share) => share > 0).length;
    return { word, shares, rarity: Math.log(1 + all.length / (1 + having)) };
  };
}

interface Found {
  readonly entries: readonly PaletteEntry[];
  /** False where nothing has what was typed: these come nearest. */
  readonly fits: boolean;
}

const NEAREST = 6;
/** Where all questions and all terms stand, for whoever finds nothing. */
const LISTS: readonly (string | null)[] = [hrefOf("reference", ["questions"]), hrefOf("reference", ["glossary"])];

/** A word that no entry has says nothing of which one is meant. */
const isKnown = ({ shares }: Weighed): boolean => shares.some((share) => share > 0);

/**
 * The entries that fit the query, best first; all entries for an empty query. Entries with every word of it go first,
 * and one whose title is the query before them.
 * Of a sentence an entry must have the words that are rare among all entries: at least half of the query's weight.
 * Where none has that, the nearest are found.
 */
export function findNear(query: string, among: readonly PaletteEntry[] = ENTRIES): Found {
  const typed = [...new Set(tokensOf(query.slice(0, MOST_LETTERS)).map(stemOf))];
  const empty = emptyStems();
  const said = typed.filter((word) => !empty.has(word));
  const wanted = said.length > 0 ? said : typed;
  if (wanted.length === 0) return { entries: query.trim() === "" ? among : [], fits: true };
  const all = among.map(indexOf);
  const weighed = wanted.map(weighedIn(all)).filter(isKnown);
  const whole = weighed.reduce((sum, { rarity }) => sum + rarity, 0);
  const scored = all.flatMap(({ entry: one, title }, i) => {
    const fits = weighed.map(({ shares, rarity }) => itemAt(shares, i, "share") * rarity);
    const sum = fits.reduce((total, fit) => total + fit, 0);
    if (sum === 0) return [];
    const hasAll = fits.every((fit) => fit > 0) && weighed.length === wanted.length;
    const isTitle = title.size > 0 && [...title].every((word) => typed.includes(word));
    const inTitle = weighed.reduce((total, { word, rarity }) => total + (title.has(word) ? rarity : 0), 0) / whole;
    const named = isTitle ? WHOLE_TITLE : 1 + IN_TITLE * inTitle;
    return [{ one, hasAll, isEnough: sum >= whole / 2, score: sum * named * (WEIGHT[one.kind] ?? 1) }];
  });
  const best = scored.toSorted((a, b) => Number(b.hasAll) - Number(a.hasAll) || b.score - a.score);
  const fitting = [...numberEntries(query), ...best.flatMap(({ one, isEnough }) => (isEnough ? [one] : []))];
  if (fitting.length > 0) return { entries: fitting, fits: weighed.length > 0 };
  const near = best.slice(0, NEAREST).map(({ one }) => one);
  return { entries: near.length > 0 ? near : among.filter(({ href }) => LISTS.includes(href)), fits: false };
}

/** The entries that fit the query, or come nearest to it. */
export const find = (query: string, among: readonly PaletteEntry[] = ENTRIES): readonly PaletteEntry[] =>
  findNear(query, among).entries;
