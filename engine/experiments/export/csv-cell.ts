/** A field of a file of comma-separated values: in ASCII, in quotes where RFC 4180 wants them. */
import { codePointOf } from "../../kernel/items.ts";

/** What the lab’s texts have beyond ASCII, and what stands for it; any other letter has its code. */
const PLAIN: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  µ: "u",
  μ: "u",
  "×": "x",
  "÷": "/",
  "·": "*",
  "−": "-",
  "–": "-",
  "—": "-",
  "…": "...",
  "→": "->",
  "§": "Section ",
  "²": "^2",
  "½": "1/2",
  "≤": "<=",
  "≥": ">=",
  "\u00a0": " ",
  "\u2009": " ",
  "\u202f": " ",
};

const BEYOND = /[^\n\r\t -~]/gu;

/** The letter without its accent, or its code: "\u{3b1}". */
function plainLetter(letter: string): string {
  const known = PLAIN[letter];
  if (known !== undefined) return known;
  const bare = letter.normalize("NFKD").replace(/\p{M}/gu, "");
  return bare !== "" && !/[^ -~]/.test(bare) ? bare : `\\u{${codePointOf(letter).toString(16)}}`;
}

/** Nothing for null. RFC 4180 §2, rules 5 to 7. */
export function csvCell(cell: string | number | null): string {
  const text = cell === null ? "" : String(cell).replace(BEYOND, plainLetter);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
