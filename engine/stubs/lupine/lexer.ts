/** The words, numbers and symbols of a definitions module, each with its place. */
import { LupineError, type Place } from "./error.ts";

export interface Token extends Place {
  readonly kind: "word" | "number" | "symbol" | "end";
  readonly text: string; // "" at the end
}

const SPACE = /\s+|--.*?(?:--|$)/uy; // a comment ends with two dashes or with its line
const TOKEN = /(?<word>[A-Za-z][A-Za-z0-9]*)|(?<number>[0-9]+)|(?<symbol>\.\.|[:;,=.[\](){}])/uy;

/** `column` counts characters, not the halves of a surrogate pair. */
const columnOf = (line: string, at: number): number => [...line.slice(0, at)].length + 1;

function* tokensOfLine(text: string, line: number): Generator<Token> {
  for (let at = 0; at < text.length;) {
    SPACE.lastIndex = at;
    if (SPACE.test(text)) {
      at = SPACE.lastIndex;
      continue;
    }
    const place = { line, column: columnOf(text, at) };
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) {
      const [character = ""] = text.slice(at);
      throw new LupineError(place, JSON.stringify(character), "a name, a number or a symbol of Mesa");
    }
    const kind =
      found.groups?.["word"] !== undefined ? "word" : found.groups?.["number"] !== undefined ? "number" : "symbol";
    yield { ...place, kind, text: found[0] };
    at = TOKEN.lastIndex;
  }
}

/** All tokens of a text, and one for its end. Throws LupineError at a character that Mesa does not have. */
export function tokensOf(text: string): readonly Token[] {
  const lines = text.split(/\r\n|[\r\n]/);
  const tokens = lines.flatMap((line, i) => [...tokensOfLine(line, i + 1)]);
  const last = lines.at(-1) ?? "";
  return [...tokens, { kind: "end", text: "", line: lines.length, column: columnOf(last, last.length) }];
}
