/**
 * Reads JSON as traces of services need it: numbers keep their digits, since nanoseconds of today are over 2^53; no key
 * of a file reaches a prototype; brackets inside each other end no stack; and of a text that is cut or damaged the part
 * before the damage stands.
 */
import { quote, quoteCharacter } from "../faults/quote.ts";
import { itemAt } from "../kernel/reads.ts";

/** A number as the text has it: "1790640865532228085", "30.125", or "NaN", which is no number of JSON. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class JsonObject {
  readonly fields = new Map<string, Json>();
  isWhole = false; // its closing bracket stands in the text
}

export type Json = string | boolean | null | JsonNumber | JsonObject | readonly Json[];

/** Where and why reading ended before the text did. */
export interface Damage {
  readonly at: number; // index of a character in the text
  readonly what: string; // "the JSON ends in the middle of a text"
}

interface JsonRead {
  readonly values: readonly Json[]; // several where the text is JSON lines
  readonly damages: readonly Damage[];
  readonly strange: Damage | null; // the first NaN or Infinity: read, though JSON has none
}

interface Open {
  readonly into: JsonObject | Json[] | null; // null: nobody reads it
  readonly isObject: boolean;
  key: string; // of the value that comes next; "" in a list
}

const SPACE = /[ \t\r\n]*/y;
/** From one quotation mark to the next without any escape between them, or all of a text. */
const PLAIN = /"[^"\\\u0000-\u001f]*"/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PART_OF_TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z]+/y;
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const NO_NUMBERS: ReadonlySet<string> = new Set(["NaN", "Infinity", "-Infinity", "-NaN"]);

const MOST_OPEN = 10_000; // no trace comes near it, and each takes memory

class DamageError extends Error {
  readonly damage: Damage;

  constructor(at: number, what: string) {
    super(what);
    this.damage = { at, what };
  }
}

class Reader {
  at = 0;
  strange: Damage | null = null;
  private readonly text: string;
  private readonly unread: ReadonlySet<string>;

  constructor(text: string, unread: ReadonlySet<string>) {
    this.text = text;
    this.unread = unread;
  }

  get isAtEnd(): boolean {
    this.space();
    return this.at >= this.text.length;
  }

  /** One value. Where it is damaged, `keep` still gets what of it stands. */
  value(keep: (value: Json) => void): void {
    const open: Open[] = [];
    let isFirst = true; // no value stands yet in the container that is open
    do {
      this.space();
      const inner = open.at(-1);
      if (inner !== undefined && this.closes(inner, isFirst)) {
        open.pop();
        isFirst = false;
        continue;
      }
      if (inner?.isObject === true) this.key(inner);
      const begun = this.begins(inner, open.length);
      if (begun !== null) {
        this.put(begun.into, inner, keep);
        open.push(begun);
        isFirst = true;
      } else {
        this.put(this.scalar(), inner, keep);
        isFirst = false;
      }
    } while (open.length > 0);
  }

  private space(): void {
    this.pass(SPACE);
  }

  private pass(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  /** Whether the container ends here; passes the comma before its next value. A comma before the end is let through. */
  private closes({ into, isObject }: Open, isFirst: boolean): boolean {
    if (!isFirst && this.text[this.at] === ",") {
      this.at++;
      this.space();
    } else if (!isFirst && this.text[this.at] !== (isObject ? "}" : "]")) {
      throw this.wrong(isObject ? "a comma or }" : "a comma or ]");
    }
    if (this.text[this.at] !== (isObject ? "}" : "]")) return false;
    this.at++;
    if (into instanceof JsonObject) into.isWhole = true;
    return true;
  }

  private key(inner: Open): void {
    if (this.text[this.at] !== '"') throw this.wrong("the name of a field in quotes");
    inner.key = this.string();
    this.space();
    if (this.text[this.at] !== ":") throw this.wrong("a colon");
    this.at++;
    this.space();
  }

  /** The container that begins here; null where none does. */
  private begins(inner: Open | undefined, depth: number): Open | null {
    const sign = this.text[this.at];
    if (sign !== "{" && sign !== "[") return null;
    this.at++;
    const isRead = inner === undefined || (inner.into !== null && !this.unread.has(inner.key));
    const isObject = sign === "{";
    if (depth === MOST_OPEN) throw new DamageError(this.at, `more than ${MOST_OPEN} brackets stand inside each other`);
    return { into: isRead ? (isObject ? new JsonObject() : []) : null, isObject, key: "" };
  }

  private put(value: Json, inner: Open | undefined, keep: (value: Json) => void): void {
    if (inner === undefined) keep(value);
    else if (inner.into instanceof JsonObject) {
      if (!this.unread.has(inner.key)) inner.into.fields.set(inner.key, value);
    } else inner.into?.push(value);
  }

  private scalar(): Json {
    const sign = this.text[this.at];
    if (sign === '"') return this.string();
    const number = this.pass(NUMBER);
    if (number !== null) {
      const next = this.text[this.at];
      if (next === undefined) throw this.wrong("the rest of a number"); // it may have been longer
      return new JsonNumber(number);
    }
    const from = this.at;
    const word = this.pass(WORD);
    const value = word === null ? undefined : WORDS.get(word);
    if (value !== undefined) return value;
    if (word !== null && NO_NUMBERS.has(word)) {
      this.strange ??= { at: from, what: `${word} is no number of JSON` };
      return new JsonNumber(word);
    }
    this.at = from;
    throw this.wrong("a value");
  }

  private string(): string {
    const plain = this.pass(PLAIN);
    if (plain !== null) return plain.slice(1, -1);
    return JSON.parse(this.escaped()) as string;
  }

  private escaped(): string {
    const from = this.at;
    const text = this.pass(TEXT);
    if (text !== null) return text;
    this.pass(PART_OF_TEXT);
    const isCut =
      this.at >= this.text.length || /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(this.text.slice(this.at, this.at + 6));
    if (isCut) throw new DamageError(this.text.length, "the JSON ends in the middle of a text");
    const what =
      this.text[this.at] === "\\" ? `no escape ${quote(this.text.slice(this.at, this.at + 2))}` : "no line break";
    throw new DamageError(this.at, `a text of JSON has ${what} in it (it begins ${this.at - from} characters before)`);
  }

  private wrong(want: string): DamageError {
    if (this.at >= this.text.length) return new DamageError(this.at, `the JSON ends where ${want} should follow`);
    const sign = itemAt([...this.text.slice(this.at, this.at + 2)], 0, "character");
    return new DamageError(this.at, `the JSON has ${quoteCharacter(sign)} where ${want} should follow`);
  }
}

/**
 * All values of a text. Never throws for what the text is.
 * @param unread names of fields that are passed over and take no memory
 * @param seen is given each value when it has been read, before the next
 */
export function readJson(text: string, unread: ReadonlySet<string>, seen: (value: Json) => void): JsonRead {
  const reader = new Reader(text, unread);
  const values: Json[] = [];
  const damages: Damage[] = [];
  while (!reader.isAtEnd) {
    const [from, before] = [reader.at, values.length];
    try {
      reader.value((value) => void values.push(value));
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      damages.push(error.damage);
      const next = nextLine(text, from, error.damage.at);
      if (next === null || damages.length === MOST_DAMAGES) break;
      reader.at = next;
    } finally {
      const value = values.at(-1);
      if (value !== undefined && values.length > before) seen(value);
    }
  }
  return { values, damages, strange: reader.strange };
}

const MOST_DAMAGES = 100;

/** JSON lines: a damaged line does not end the text. null where the value was longer than a line. */
function nextLine(text: string, from: number, at: number): number | null {
  const isLine = text[from] === "{" && (from === 0 || text[from - 1] === "\n");
  if (!isLine || text.slice(from, at).includes("\n")) return null;
  const end = text.indexOf("\n{", at);
  return end < 0 ? null : end + 1;
}
