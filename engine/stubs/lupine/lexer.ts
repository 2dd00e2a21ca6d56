/** The words, numbers and symbols of a definitions module, each with its place. */
import { quoteCharacter } from "../../faults/quote.ts";
import { Scanner } from "../scanner.ts";
import type { Token } from "../token-reader.ts";
import { LupineError } from "./error.ts";

const SPACE = /\s+|--.*?(?:--|$)/muy; // a comment ends with two dashes or with its line
const TOKEN = /[A-Za-z][A-Za-z0-9]*|[0-9]+|\.\.|[:;,=.[\](){}]/uy;

/** All tokens of a text, and one for its end. Throws LupineError at a character that Mesa does not have. */
export function tokensOf(text: string): readonly Token[] {
  const scanner = new Scanner(text);
  const tokens: Token[] = [];
  while (!scanner.isAtEnd) {
    if (scanner.pass(SPACE) !== null) continue;
    const { place } = scanner;
    const found = scanner.pass(TOKEN);
    if (found === null) {
      const [character = ""] = scanner.peek(2);
      throw new LupineError(place, quoteCharacter(character), "a name, a number or a symbol of Mesa");
    }
    const kind = /^[A-Za-z]/.test(found) ? "word" : /^[0-9]/.test(found) ? "number" : "symbol";
    tokens.push({ ...place, kind, text: found });
  }
  return [...tokens, { ...scanner.place, kind: "end", text: "" }];
}
