/** The words, numbers and symbols of a text in the XDR language (RFC 4506, section 6), each with its place. */
import { XdrTextError, type Place } from "./error.ts";

export interface Token extends Place {
  readonly kind: "word" | "number" | "symbol" | "end";
  readonly text: string; // "" at the end
}

/** White space, comments, and lines for the C compiler or its preprocessor, which rpcgen passes on. */
const SPACE = /\s+|\/\*[^]*?\*\/|^[%#].*$/muy;
const UNENDED = /\/\*/uy;
const TOKEN = /(?<word>[A-Za-z][A-Za-z0-9_]*)|(?<number>-?(?:0[xX][0-9A-Fa-f]+|[0-9]+))|(?<symbol>[{}()[\]<>*:;,=])/uy;

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return { line: before.split("\n").length, column: [...line].length + 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tokenAt(text: string, at: number): Token {
  const place = placeAt(text, at);
  const found = matchAt(TOKEN, text, at);
  if (found === null) {
    const isComment = matchAt(UNENDED, text, at) !== null;
    const [character = ""] = text.slice(at);
    if (isComment) throw new XdrTextError(place, "a comment without an end", "*/ behind it");
    throw new XdrTextError(place, JSON.stringify(character), "a name, a number or a symbol of XDR");
  }
  const kind =
    found.groups?.["word"] !== undefined ? "word" : found.groups?.["number"] !== undefined ? "number" : "symbol";
  return { ...place, kind, text: found[0] };
}

/** All tokens of a text, and one for its end. Throws XdrTextError at a character that the language does not have. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const space = matchAt(SPACE, text, at);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: "end", text: "", ...placeAt(text, text.length) }];
}
