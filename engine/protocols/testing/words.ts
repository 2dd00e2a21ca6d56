/** For tests: the words of a trace's command, read from left to right; a text in quotes is one word. */
import { micros, type Nanos } from "../../kernel/time.ts";

const UNITS = { us: micros(1), ms: micros(1000), s: micros(1e6), min: micros(60e6) };

const TIME = /^(\d+)(us|ms|s|min)$/;

export class Words {
  private readonly words: string[];

  constructor(text: string) {
    this.words = text.match(/"[^"]*"|\S+/g) ?? [];
  }

  /** The next word; "" where none is left. */
  private get next(): string {
    return this.words[0] ?? "";
  }

  take(): string {
    return this.words.shift() ?? "";
  }

  /** Takes the words if they are the next. */
  is(...expected: readonly string[]): boolean {
    if (!expected.every((word, index) => this.words[index] === word)) return false;
    this.words.splice(0, expected.length);
    return true;
  }

  need(...expected: readonly string[]): void {
    if (!this.is(...expected)) throw new Error(`want "${expected.join(" ")}" before "${this.words.join(" ")}".`);
  }

  /** Takes all that is left. */
  rest(): string {
    return this.words.splice(0).join(" ");
  }

  /** Takes one of the words, or its plural. */
  oneOf<const Word extends string>(words: readonly Word[], what: string, advice = ""): Word {
    return this.find(this.take(), words, what, advice);
  }

  /** Takes one of the words, or its plural, that may have a colon and a number behind it: `DATA:1`. */
  oneOfNumbered(words: readonly string[], what: string): string {
    const [word = "", number] = this.take().split(/(:\d+)$/);
    return `${this.find(word, words, what)}${number ?? ""}`;
  }

  private find<Word extends string>(word: string, words: readonly Word[], what: string, advice = ""): Word {
    const found = words.find((one) => one === word || `${one}s` === word);
    if (found === undefined) throw new Error(`got "${word}", want ${what}: ${words.join(", ")}.${advice}`);
    return found;
  }

  isNumber(): boolean {
    return /^-?\d+$/.test(this.next);
  }

  number(): number {
    const word = this.take();
    if (!/^-?\d+$/.test(word)) throw new Error(`got "${word}", want a whole number.`);
    return Number(word);
  }

  /** `binding 2`: a number after its name, if the name is the next. */
  named(name: string, otherwise: number): number {
    return this.is(name) ? this.number() : otherwise;
  }

  numbers(): number[] {
    const numbers = [this.number()];
    while (this.isNumber()) numbers.push(this.number());
    return numbers;
  }

  time(): Nanos {
    const word = this.take();
    const match = TIME.exec(word);
    if (match === null) throw new Error(`got "${word}", want a time such as 600ms, 6s or 20min.`);
    return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  }

  /** `600ms`, `3`, `exact`: what an option may be. */
  timeNumberOrWord(): number | string {
    if (TIME.test(this.next)) return this.time();
    return this.isNumber() ? this.number() : this.take();
  }

  /** A text in quotes, as bytes; none where the next word is none. */
  data(): Uint8Array {
    if (!/^".*"$/.test(this.next)) return new Uint8Array(0);
    return Uint8Array.from(this.take().slice(1, -1), (character) => character.charCodeAt(0));
  }

  end(): void {
    if (this.words.length > 0) throw new Error(`"${this.words.join(" ")}" is left over.`);
  }
}
