/**
 * Languages that nobody speaks. They show what the page must stand before anybody has translated it: texts half as long
 * again with accents above and below, in which English is a text that was forgotten, and a page from right to left.
 */

const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: "å", b: "ƀ", c: "ç", d: "đ", e: "é", f: "ƒ", g: "ĝ", h: "ĥ", i: "î", j: "ĵ", k: "ķ", l: "ļ", m: "ɱ" },
  ...{ n: "ñ", o: "ø", p: "þ", q: "ɋ", r: "ŕ", s: "š", t: "ţ", u: "û", v: "ṽ", w: "ŵ", x: "ẋ", y: "ý", z: "ž" },
  ...{ A: "Å", B: "Ɓ", C: "Ç", D: "Đ", E: "É", F: "Ƒ", G: "Ĝ", H: "Ĥ", I: "Î", J: "Ĵ", K: "Ķ", L: "Ļ", M: "Ṁ" },
  ...{ N: "Ñ", O: "Ø", P: "Þ", Q: "Ɋ", R: "Ŕ", S: "Š", T: "Ţ", U: "Û", V: "Ṽ", W: "Ŵ", X: "Ẋ", Y: "Ý", Z: "Ž" },
};

const accented = (text: string): string => [...text].map((letter) => ACCENTED[letter] ?? letter).join("");

/** Each word with three of four letters more: German is about a third longer, and single words twice as long. */
const longer = (text: string): string =>
  text.replaceAll(/[A-Za-z]{3,}/g, (word) => `${word}${word.slice(-Math.ceil(word.length / 2))}`);

/** A text half as long again, with accents. One that is so already stays. */
export const longText = (text: string): string => (/[A-Za-z]{2}/.test(text) ? accented(longer(text)) : text);
