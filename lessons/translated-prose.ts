/**
 * The prose of a lesson in another language. A translation is a list of paragraphs. Above each stands a comment with
 * the key of the English paragraph that it translates.
 *
 * Steps, questions and buttons come from the English text, so a translation cannot lose one. Where the English
 * paragraph has changed since, its key is another: the page then shows the translation as older, with the English text
 * one press away. A paragraph without a translation stands in English.
 */
import { childrenOf, textOf } from "./lint-text.ts";
import type { TextNode } from "./lint-text.ts";
import { textKey } from "./text-key.ts";

interface Paragraph {
  readonly key: string;
  readonly text: string;
}

interface Placed extends Paragraph {
  readonly start: number; // in the text of the lesson
  readonly end: number;
}

interface Offsets {
  readonly start: { readonly offset?: number };
  readonly end: { readonly offset?: number };
}

const keyOf = (text: string): string => textKey(text.replaceAll(/\s+/g, " ").trim());

/** Whether a paragraph has words: one that is only a button or a question has none. */
const hasWords = (node: TextNode): boolean =>
  node.type === "text" ? /\p{L}/u.test(textOf(node)) : childrenOf(node).some(hasWords);

/** The paragraphs of a lesson's prose that have words, in their order. @param tree as parse-text.ts reads the text */
export function paragraphsIn(english: string, tree: TextNode): readonly Placed[] {
  if (tree.type === "paragraph") {
    const { start, end } = (tree.position ?? {}) as Partial<Offsets>;
    if (start?.offset === undefined || end?.offset === undefined || !hasWords(tree)) return [];
    const text = english.slice(start.offset, end.offset);
    return [{ key: keyOf(text), text, start: start.offset, end: end.offset }];
  }
  return childrenOf(tree).flatMap((child) => paragraphsIn(english, child));
}

/** The paragraphs of a translation, in their order. */
export const translationsIn = (translation: string): readonly Paragraph[] =>
  [...translation.matchAll(/^\{\/\* (\w+) \*\/\}\s*\n(.*?)(?=^\{\/\* |$(?![\s\S]))/gms)].map(
    ([, key = "", text = ""]) => ({
      key,
      text: text.trim(),
    }),
  );

/** A paragraph with its translation, and whether that is of an older English text; null where there is none. */
interface Paired {
  readonly english: Placed;
  readonly translation: string | null;
  readonly isOlder: boolean;
}

/** An English paragraph that changed has the translation that follows that of the paragraph before it. */
export function paired(english: readonly Placed[], translations: readonly Paragraph[]): readonly Paired[] {
  const keys = new Set(english.map(({ key }) => key));
  let next = 0; // behind the translation that was used last
  return english.map((one): Paired => {
    const at = translations.findIndex(({ key }) => key === one.key);
    const older = translations[next];
    if (at >= 0) {
      next = at + 1;
      return { english: one, translation: translations[at]?.text ?? null, isOlder: false };
    }
    if (older === undefined || keys.has(older.key)) return { english: one, translation: null, isOlder: false };
    next++;
    return { english: one, translation: older.text, isOlder: true };
  });
}

/** An element alone on the first line of a text would stand outside of its paragraph: then the text is one line. */
const inOneParagraph = (text: string): string => (text.startsWith("<") ? text.replaceAll(/ *\n */g, " ") : text);

function shown({ english, translation, isOlder }: Paired): string {
  if (translation === null || translation === "") return `<English>\n\n${english.text}\n\n</English>`;
  const text = inOneParagraph(translation);
  return isOlder ? `${text}\n\n<English newer>\n\n${english.text}\n\n</English>` : text;
}

/** The prose of a lesson with the paragraphs of a translation in their places. */
export function translatedProse(english: string, tree: TextNode, translation: string): string {
  let text = "";
  let from = 0;
  for (const one of paired(paragraphsIn(english, tree), translationsIn(translation))) {
    text += english.slice(from, one.english.start) + shown(one);
    from = one.english.end;
  }
  return text + english.slice(from);
}
