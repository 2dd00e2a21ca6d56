/** The words, numbers and symbols of a definition module of Modula-2+, each with its place. */
import { quoteCharacter } from "../../faults/quote.ts";
import { Scanner } from "../scanner.ts";
import type { Token } from "../token-reader.ts";
import { ModulaError } from "./error.ts";

const SPACE = /\s+|\(\*[^]*?\*\)/uy; // comments do not stand inside each other
const TOKEN = /[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)?|[0-9]+|\.\.|[:;,=.[\]()]/uy;

/** All tokens of a text, and one for its end. Throws ModulaError at a character that Modula-2+ does not have. */
export function tokensOf(text: string): readonly Token[] {
  const scanner = new Scanner(text);
  const tokens: Token[] = [];
  while (!scanner.isAtEnd) {
    if (scanner.pass(SPACE) !== null) continue;
    const { place } = scanner;
    if (scanner.peek(2) === "(*") throw new ModulaError(place, "a comment without an end", "*) behind it");
    const found = scanner.pass(TOKEN);
    if (found === null) {
      const [character = ""] = scanner.peek(2);
      throw new ModulaError(place, quoteCharacter(character), "a name, a number or a symbol of Modula-2+");
    }
    const kind = /^[A-Za-z]/.test(found) ? "word" : /^[0-9]/.test(found) ? "number" : "symbol";
    tokens.push({ ...place, kind, text: found });
  }
  return [...tokens, { ...scanner.place, kind: "end", text: "" }];
}
