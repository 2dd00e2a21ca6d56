/** Goes through the tokens of an XDR text, word by word. */
import { TokenReader as Reader } from "../token-reader.ts";
import { XdrTextError, type Place } from "./error.ts";
import { tokensOf, type Source, type Token } from "./lexer.ts";

export class TokenReader extends Reader<Token> {
  /** @param reserved words that are no names */
  constructor(sources: readonly Source[], reserved: ReadonlySet<string>) {
    super(tokensOf(sources), reserved);
  }

  protected override error(token: Token, got: string, want: string, advice: string): XdrTextError {
    return new XdrTextError(token, got, want, advice);
  }

  name(want: string): { readonly name: string; readonly place: Place } {
    const token = this.nameToken(want);
    return { name: token.text, place: token };
  }

  /** A number within limits. */
  private number(least: number, most: number): number {
    const token = this.next;
    if (token.kind !== "number") throw this.wrong("a number");
    this.skip();
    return this.within(token, wholeOf(token.text), least, most);
  }

  /** A number within limits, or the name of one. */
  value(constants: ReadonlyMap<string, number>, least: number, most: number): number {
    const token = this.next;
    const constant = token.kind === "word" ? constants.get(token.text) : undefined;
    if (constant === undefined) {
      if (token.kind !== "number") throw this.wrong("a number, or the name of a constant above");
      return this.number(least, most);
    }
    this.skip();
    return this.within(token, constant, least, most);
  }

  private within(token: Token, value: number, least: number, most: number): number {
    if (value >= least && value <= most) return value;
    throw this.wrong(`a number of ${least}…${most}`, token);
  }
}

/** Decimal, hexadecimal behind 0x, octal behind 0; NaN for an octal one with an 8 or a 9. */
function wholeOf(text: string): number {
  const isNegative = text.startsWith("-");
  const digits = text.replace(/^[-+]/, "");
  const isOctal = /^0[0-9]+$/.test(digits);
  const value = Number(isOctal ? `0o${digits.slice(1)}` : digits);
  return isNegative ? -value : value;
}
