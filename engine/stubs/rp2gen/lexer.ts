/** The words, numbers, texts and symbols of a specification, each with its place. */
import { quoteCharacter } from "../../faults/quote.ts";
import { Scanner } from "../scanner.ts";
import type { Token } from "../token-reader.ts";
import { Rp2GenError } from "./error.ts";

const SPACE = /\s+|\/\*[^]*?\*\//uy;
const TOKEN = /#define\b|[A-Za-z_][A-Za-z0-9_]*|-?[0-9]+|"[^"\n]*"|[:;,=[\](){}]/uy;

function kindOf(text: string): Token["kind"] {
  if (/^[A-Za-z_]/.test(text)) return "word";
  if (text.startsWith('"')) return "text";
  return /^-?[0-9]/.test(text) ? "number" : "symbol";
}

function strange(scanner: Scanner): Rp2GenError {
  const { place } = scanner;
  const next = scanner.peek(2);
  const [first = ""] = next; // a pair of surrogates is one
  if (next === "/*") return new Rp2GenError(place, "a comment without an end", "*/ behind it");
  if (next === "//") return new Rp2GenError(place, '"//"', "a line of the specification", "Write comments /* … */.");
  if (first === '"') return new Rp2GenError(place, "a text without an end", '" behind it, on the same line');
  const advice = first === "#" ? "Of the preprocessor’s lines RP2Gen knows #define alone." : "";
  return new Rp2GenError(place, quoteCharacter(first), "a name, a number, a text in quotes or a symbol", advice);
}

/** All tokens of a text, and one for its end. Throws Rp2GenError at what a specification does not have. */
export function tokensOf(text: string): readonly Token[] {
  const scanner = new Scanner(text);
  const tokens: Token[] = [];
  while (!scanner.isAtEnd) {
    if (scanner.pass(SPACE) !== null) continue;
    const { place } = scanner;
    const found = scanner.pass(TOKEN);
    if (found === null) throw strange(scanner);
    tokens.push({ ...place, kind: kindOf(found), text: found });
  }
  return [...tokens, { ...scanner.place, kind: "end", text: "" }];
}
