/**
 * A catalogue as the page fetches it. A translator’s file has each English text beside its translation. The page needs
 * of a whole text only a number that tells it from the others, and of a text with values the words between them.
 */
import { textKey } from "../../lessons/text-key.ts";

/** English text -> its translation; "" where there is none yet. */
export type Catalogue = Readonly<Record<string, string>>;

export interface Compiled {
  /** By `textKey` of the English text. */
  readonly whole: Readonly<Record<string, string>>;
  /** English text with values in braces, and its translation. */
  readonly patterns: readonly (readonly [english: string, translation: string])[];
}

const hasValues = (text: string): boolean => /\{\w+\}/.test(text);

/** Throws where two English texts would have the same key. */
export function compiled(catalogue: Catalogue): Compiled {
  const whole: Record<string, string> = {};
  const patterns: [string, string][] = [];
  for (const [english, translation] of Object.entries(catalogue)) {
    if (translation === "") continue;
    if (hasValues(english)) patterns.push([english, translation]);
    else {
      const key = textKey(english);
      if (Object.hasOwn(whole, key)) throw new Error(`"${english}" has the key of another text. Change one of them.`);
      whole[key] = translation;
    }
  }
  return { whole, patterns };
}
