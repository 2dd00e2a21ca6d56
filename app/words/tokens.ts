/** The words of a text as the search compares them. */

const LETTERS = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{N}])+`;
const WORD = new RegExp(String.raw`\p{Script=Han}|${LETTERS}(?:[.,’'\-_/+]${LETTERS})*`, "gu");

/**
 * Words and numbers in lower case, without accents and marks of a sentence. "1,097" is a number with its comma and one
 * without; "time-out" is also "time" and "out". Chinese sets no blanks between words: each character is one.
 */
export function tokensOf(text: string): readonly string[] {
  const marked = text.toLowerCase().replaceAll("ß", "ss").replaceAll("œ", "oe");
  const plain = marked.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const found = plain.match(WORD) ?? [];
  return found.flatMap((word) => {
    if (/^\d/.test(word)) return word.includes(",") ? [word, word.replaceAll(",", "")] : [word];
    const parts = word.split(/[.,’'\-_/+]/).filter((part) => part.length > 1);
    return parts.length > 1 ? [word, ...parts, parts.join("")] : [word];
  });
}

/** A word without the endings of a plural or of a verb: "retries" and "retry" are one, and "batching" and "batch". */
export function stemOf(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?:ing|ed)$/, "")
    .replace(/([^s])s$/, "$1")
    .replace(/e$/, "");
}
