/** Goes through the tokens of an XDR text, word by word. */
import { XdrTextError, type Place } from "./error.ts";
import { tokensOf, type Source, type Token } from "./lexer.ts";

const gotText = ({ kind, text }: Token): string => (kind === "end" ? "the end of the text" : JSON.stringify(text));

export class TokenReader {
  private readonly tokens: readonly Token[];
  private readonly reserved: ReadonlySet<string>;
  private at = 0;

  /** @param reserved words that are no names */
  constructor(sources: readonly Source[], reserved: ReadonlySet<string>) {
    this.tokens = tokensOf(sources);
    this.reserved = reserved;
  }

  get next(): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error("An XDR text was read past its end.");
    return token;
  }

  get isAtEnd(): boolean {
    return this.next.kind === "end";
  }

  /** The text of a token further on; undefined behind the end. */
  ahead(by: number): Token | undefined {
    return this.tokens[this.at + by];
  }

  skip(): Token {
    const { next } = this;
    if (next.kind !== "end") this.at++;
    return next;
  }

  /** The error of a text that has something else here. */
  wrong(want: string, token: Token = this.next, advice = ""): XdrTextError {
    return new XdrTextError(token, gotText(token), want, advice);
  }

  takes(text: string): boolean {
    if (this.next.text !== text || this.isAtEnd) return false;
    this.at++;
    return true;
  }

  take(text: string): void {
    if (!this.takes(text)) throw this.wrong(text);
  }

  isReserved(word: string): boolean {
    return this.reserved.has(word);
  }

  name(want: string): { readonly name: string; readonly place: Place } {
    const { next } = this;
    if (next.kind !== "word" || this.isReserved(next.text)) throw this.wrong(want);
    this.at++;
    return { name: next.text, place: next };
  }

  /** A number within limits. */
  private number(least: number, most: number): number {
    const token = this.next;
    if (token.kind !== "number") throw this.wrong("a number");
    this.at++;
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
    this.at++;
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
