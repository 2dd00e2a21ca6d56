/** Goes through the tokens of a text, word by word: what the parsers of all languages of interfaces do alike. */
import { quote } from "../faults/quote.ts";
import type { Place, TextError } from "./error.ts";

export interface Token extends Place {
  readonly kind: "word" | "number" | "text" | "symbol" | "end"; // a text stands in quotes
  readonly text: string; // "" at the end
}

export const gotText = ({ kind, text }: Token): string => (kind === "end" ? "the end of the text" : quote(text));

export abstract class TokenReader<T extends Token = Token> {
  private readonly tokens: readonly T[];
  private readonly reserved: ReadonlySet<string>;
  private at = 0;

  /**
   * @param tokens with one for the end behind all others
   * @param reserved words that are no names
   */
  constructor(tokens: readonly T[], reserved: ReadonlySet<string>) {
    this.tokens = tokens;
    this.reserved = reserved;
  }

  /** The language's own error. */
  protected abstract error(token: T, got: string, want: string, advice: string): TextError;

  get next(): T {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error("A text was read past its end.");
    return token;
  }

  get isAtEnd(): boolean {
    return this.next.kind === "end";
  }

  /** A token further on; undefined behind the end. */
  ahead(by: number): T | undefined {
    return this.tokens[this.at + by];
  }

  skip(): T {
    const { next } = this;
    if (next.kind !== "end") this.at++;
    return next;
  }

  /** The error of a text that has something else here. */
  wrong(want: string, token: T = this.next, advice = ""): TextError {
    return this.error(token, gotText(token), want, advice);
  }

  /** Takes the next token if it reads so. Names and numbers never do: they are no keywords. */
  takes(text: string): boolean {
    if (this.next.text !== text || this.isAtEnd) return false;
    this.at++;
    return true;
  }

  take(text: string): void {
    if (!this.takes(text)) throw this.wrong(quote(text));
  }

  isReserved(word: string): boolean {
    return this.reserved.has(word);
  }

  nameToken(want: string): T {
    const { next } = this;
    if (next.kind !== "word" || this.isReserved(next.text)) throw this.wrong(want);
    this.at++;
    return next;
  }

  /** A name that is not among those taken already; it is from now on. */
  freshName(taken: Set<string>, what: string): string {
    const token = this.nameToken(what);
    if (taken.has(token.text)) throw this.error(token, gotText(token), "a name that is not taken above", "");
    taken.add(token.text);
    return token.text;
  }
}
