/** Goes through the tokens of an XDR text, word by word. */
import { codePointOf } from "../../kernel/items.ts";
import { TokenReader as Reader } from "../token-reader.ts";
import { XdrTextError, type Place } from "./error.ts";
import { wholeOf } from "../expression.ts";
import type { Token } from "./lexer.ts";

export class TokenReader extends Reader<Token> {
  protected override error(token: Token, got: string, want: string, advice: string): XdrTextError {
    return new XdrTextError(token, got, want, advice);
  }

  name(want: string): { readonly name: string; readonly place: Place } {
    const token = this.nameToken(want);
    return { name: token.text, place: token };
  }

  /** Digits, a character in single quotes, or a name that `valueOf` knows; null for a name that it does not. */
  number(valueOf: (name: string) => bigint | null): bigint | null {
    const token = this.next;
    if (token.kind === "word" && !this.isReserved(token.text)) {
      this.skip();
      return valueOf(token.text);
    }
    const isCharacter = token.kind === "text" && token.text.startsWith("'");
    const value = token.kind === "number" ? wholeOf(token.text) : isCharacter ? characterOf(token.text) : undefined;
    if (value === undefined) throw this.wrong("a number, or the name of one");
    if (value === null) throw this.wrong("a number of at most 64 bits, octal behind 0");
    this.skip();
    return value;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };

function characterOf(text: string): bigint {
  const [first = "", second = ""] = text.slice(1, -1);
  const character = first === "\\" ? (ESCAPES[second] ?? second) : first;
  return BigInt(codePointOf(character));
}
