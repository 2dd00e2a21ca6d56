/**
 * Checks of plain English that a machine can make: sentences that are short, words that have a simpler one, numbers and
 * units as the site writes them, one name for one thing, and how hard a text is to read.
 *
 * Sentences and words are told apart by retext-english, simpler words come from retext-simplify, syllables from
 * `syllable`, and the grade from `flesch-kincaid`. Left out, because they cry wolf here: retext-passive (a packet is
 * lost, and nobody need be named), and retext-readability, which calls every sentence hard that names a protocol.
 */
import { fleschKincaid } from "flesch-kincaid";
import type { Nodes, Root } from "nlcst";
import { toString } from "nlcst-to-string";
import retextEnglish from "retext-english";
import retextSimplify from "retext-simplify";
import { syllable } from "syllable";
import { unified } from "unified";
import { VFile } from "vfile";
import { groupsIn } from "../engine/kernel/items.ts";

const MOST_WORDS = 25;

/**
 * The highest grade of a lesson by Flesch and Kincaid, which counts words a sentence and syllables a word. It is blind
 * to inverted or telegraphic sentences: those are a matter of reading aloud.
 */
export const HIGHEST_GRADE = 5;

/** Words with a simpler one that mean something else here: terms of the papers, and whole phrases that are plain. */
const TERMS = [
  ...["request", "there are", "there is", "it is", "maximum", "minimum", "component", "components", "function"],
  ...["address", "implement", "multiple", "option", "parameters", "procedure", "transmit", "type", "validate"],
  ...["initial", "forward", "time period", "portion", "delete", "submit", "contains", "provide", "all of", "evidence"],
  ...["identical", "a number of", "monitor", "effect", "allow", "however", "select", "interface", "equivalent"],
  ...["reflect", "number of", "previous", "similar", "include", "combined", "additional", "as well", "in order to"],
];

const PARSER = unified().use(retextEnglish);
const CHECKER = unified().use(retextEnglish).use(retextSimplify, { ignore: TERMS });

/** Words that a text uses for what another has a name for, with that name. Each as a whole word, in any case. */
export type Rivals = Readonly<Record<string, string>>;

/** On every page. */
const EVERYWHERE: Rivals = {
  "speed-up": "speedup",
  "wake up call": "wake-up",
  wakeup: "wake-up",
  runtime: "run time",
  afresh: "again",
  anew: "again",
  dearer: "takes longer",
  ere: "before",
  likewise: "the same",
};

/** Mistakes that stand literally in a sentence. */
const PATTERNS: readonly { readonly what: RegExp; readonly says: string }[] = [
  { what: /(?:\d|^)\s?us\b/, says: "write µs, not us" },
  { what: /\p{L}'(?:\p{L}|\s|$)/u, says: "write ’, not '" },
  { what: /\b[a-z]{2,}[A-Z]\w*/, says: "a raw key stands in the sentence; write the parameter’s label" },
  // From four digits on, as the site's formatter does. Years, and the numbers of standards, have no comma.
  { what: /(?<![\w.,#/]|RFC |IEEE )(?!(?:19|20)\d\d\b)\d{4,}(?![\w,]|\.\d)/, says: "separate thousands by a comma" },
];

/** Names that look like a raw key. */
const NAMES = /\b(macOS|iOS|sendto|pcapng|model\.py|LaTeX)\b/g;

function nodesOf(tree: Nodes, type: "SentenceNode" | "WordNode"): readonly Nodes[] {
  if (tree.type === type) return [tree];
  return "children" in tree ? tree.children.flatMap((child) => nodesOf(child, type)) : [];
}

/** A number, a numeral, or a unit of one letter hides the end of a sentence from the parser. */
const withEnds = (text: string): string =>
  text.replaceAll(/(?<!\p{L})(\d[\d.,]*|[IVX]+|\w+\/s)\. (?=\p{Lu})/gu, "many. ");

/** Letters or digits make a word; a dash alone does not. */
const wordsIn = (tree: Nodes): readonly string[] =>
  nodesOf(tree, "WordNode")
    .map((word) => toString(word))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

const found = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "i").test(text);

/**
 * Findings in a text, a line each; empty for a text without faults.
 * @param text some sentences, numbers and names filled in
 * @param rivals words that the place of this text has another name for
 */
export function lintProse(text: string, rivals: Rivals = {}): readonly string[] {
  const file = new VFile(withEnds(text));
  const tree = CHECKER.runSync(CHECKER.parse(file), file) as Root;
  const long = nodesOf(tree, "SentenceNode").flatMap((sentence) => {
    const words = wordsIn(sentence).length;
    return words > MOST_WORDS ? [`${words} words, at most ${MOST_WORDS}: "${toString(sentence)}"`] : [];
  });
  const plain = text.replaceAll(NAMES, "");
  const patterns = PATTERNS.flatMap(({ what, says }) => {
    const [match] = groupsIn(what, plain);
    return match === undefined ? [] : [`${says} ("${match}"): "${text}"`];
  });
  const names = Object.entries({ ...EVERYWHERE, ...rivals }).flatMap(([word, name]) =>
    found(text, word) ? [`write "${name}", not "${word}": "${text}"`] : [],
  );
  return [...long, ...patterns, ...names, ...file.messages.map(({ reason }) => `${reason}: "${text}"`)];
}

/** The difficulty of texts: the school grade of Flesch and Kincaid, from words a sentence and syllables a word. */
export function gradeOf(texts: readonly string[]): number {
  const trees = texts.map((text) => PARSER.parse(withEnds(text)));
  const words = trees.flatMap((tree) => wordsIn(tree));
  const sentence = trees.reduce((sum, tree) => sum + nodesOf(tree, "SentenceNode").length, 0);
  return fleschKincaid({
    sentence,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
  });
}
