/**
 * Values to words and back. Words of 16 bits stand one after another as the fields are declared, most significant byte
 * first. The paper does not give the encoding; this one is ours.
 *
 * | type | words |
 * |---|---|
 * | INTEGER, CARDINAL | 1 |
 * | LONG INTEGER, LONG CARDINAL | 2, the more significant first |
 * | BOOLEAN | 1: 0 for FALSE, 1 for TRUE |
 * | CHARACTER | 1: its code, up to 255 |
 * | enumeration | 1: the place of the name, from 0 |
 * | STRING | 1 length, the characters two a word, a zero byte behind an odd one |
 * | ARRAY, RECORD | the elements, the fields |
 * | DESCRIPTOR | 1 length, the elements |
 *
 * Reading is strict: every value has one encoding, and all other words are refused.
 */
import { putU16, u16 } from "../../wire/bytes.ts";
import { inside, shown, type StubError, type StubPlace } from "../error.ts";
import { wordError } from "./error.ts";
import { typeText } from "./print.ts";
import { leastWords, MAX_WORDS, RANGES } from "./types.ts";
import type { Field, LupineType } from "./types.ts";

/**
 * INTEGER, CARDINAL, LONG: a number. BOOLEAN: true or false. CHARACTER, STRING: a text of codes up to 255. An
 * enumeration: one of its names. ARRAY, DESCRIPTOR: a list. RECORD: an object with its fields and no others.
 */
export type StubValue = number | boolean | string | readonly StubValue[] | StubRecord;
export interface StubRecord {
  readonly [field: string]: StubValue;
}

const WORD = 0x10000;
const MAX_CODE = 255;

const isList = (value: StubValue | undefined): value is readonly StubValue[] => Array.isArray(value);
const isRecord = (value: StubValue | undefined): value is StubRecord =>
  typeof value === "object" && value !== null && !isList(value);

class Writer {
  readonly words: number[] = [];

  fields(place: StubPlace, fields: readonly Field[], value: StubValue | undefined): void {
    if (!isRecord(value)) throw wordError(place, null, shown(value), "an object with the fields");
    const stranger = Object.keys(value).find((key) => !fields.some(({ name }) => name === key));
    if (stranger !== undefined) {
      const known = fields.map(({ name }) => name).join(", ");
      throw wordError(place, null, `a field "${stranger}"`, known === "" ? "none" : known);
    }
    for (const { name, type } of fields) {
      this.value(inside(place, name), type, Object.hasOwn(value, name) ? value[name] : undefined);
    }
  }

  private value(place: StubPlace, type: LupineType, value: StubValue | undefined): void {
    const wrong = (want: string): StubError => wordError(place, null, shown(value), want);
    switch (type.tag) {
      case "boolean":
        if (typeof value !== "boolean") throw wrong("true or false");
        return this.word(place, value ? 1 : 0);
      case "character":
        if (typeof value !== "string" || value.length !== 1 || value.charCodeAt(0) > MAX_CODE) {
          throw wrong(`one character with a code up to ${MAX_CODE}`);
        }
        return this.word(place, value.charCodeAt(0));
      case "string":
        return this.string(place, type.most, value);
      case "enumeration": {
        const index = typeof value === "string" ? type.names.indexOf(value) : -1;
        if (index < 0) throw wrong(`one of ${type.names.join(", ")}`);
        return this.word(place, index);
      }
      case "array":
        if (!isList(value) || value.length !== type.length) throw wrong(`a list of ${type.length}`);
        return this.elements(place, type.of, value);
      case "descriptor":
        if (!isList(value) || value.length > MAX_WORDS) throw wrong(`a list of at most ${MAX_WORDS}`);
        this.word(place, value.length);
        return this.elements(place, type.of, value);
      case "record":
        return this.fields(place, type.fields, value);
      case "named":
        return this.value(place, type.is, value);
      default: {
        const [least, most] = RANGES[type.tag];
        if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
          throw wrong(`a whole number from ${least} to ${most}`);
        }
        if (type.tag === "long integer" || type.tag === "long cardinal") {
          this.word(place, Math.floor(value / WORD));
        }
        return this.word(place, value);
      }
    }
  }

  private string(place: StubPlace, most: number, value: StubValue | undefined): void {
    const isText = typeof value === "string" && value.length <= most;
    if (!isText || [...value].some((character) => character.charCodeAt(0) > MAX_CODE)) {
      throw wordError(place, null, shown(value), `at most ${most} characters with codes up to ${MAX_CODE}`);
    }
    this.word(place, value.length);
    for (let i = 0; i < value.length; i += 2) {
      const second = i + 1 < value.length ? value.charCodeAt(i + 1) : 0;
      this.word(place, value.charCodeAt(i) * 256 + second);
    }
  }

  private elements(place: StubPlace, of: LupineType, values: readonly StubValue[]): void {
    for (const [i, value] of values.entries()) this.value(inside(place, `[${i}]`), of, value);
  }

  private word(place: StubPlace, value: number): void {
    if (this.words.length >= MAX_WORDS) {
      throw wordError(place, this.words.length, "one word more", `at most ${MAX_WORDS}`);
    }
    this.words.push(value & 0xffff);
  }
}

class Reader {
  private readonly bytes: Uint8Array;
  private at = 0; // word

  constructor(place: StubPlace, bytes: Uint8Array) {
    this.bytes = bytes;
    if (bytes.length % 2 !== 0) {
      throw wordError(place, (bytes.length - 1) / 2, `${bytes.length} bytes`, "whole words of two bytes");
    }
  }

  fields(place: StubPlace, fields: readonly Field[]): StubRecord {
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.value(inside(place, name), type)]));
  }

  /** The next word. */
  get place(): number {
    return this.at;
  }

  end(place: StubPlace): void {
    if (this.left > 0) throw wordError(place, this.at, `${this.at + this.left} words`, `${this.at}`);
  }

  private value(place: StubPlace, type: LupineType): StubValue {
    switch (type.tag) {
      case "boolean":
        return this.word(place, 1) === 1;
      case "character":
        return String.fromCharCode(this.word(place, MAX_CODE));
      case "string":
        return this.string(place, type.most);
      case "enumeration": {
        const name = type.names[this.word(place, type.names.length - 1)];
        if (name === undefined) throw new Error(`${place.argument}: there is no such name.`);
        return name;
      }
      case "array":
        return this.elements(place, type.of, type.length);
      case "descriptor": {
        const most = Math.floor(Math.max(0, this.left - 1) / leastWords(type.of)); // more do not follow
        return this.elements(place, type.of, this.word(place, most));
      }
      case "record":
        return this.fields(place, type.fields);
      case "named":
        return this.value(place, type.is);
      default: {
        const isLong = type.tag === "long integer" || type.tag === "long cardinal";
        const value = isLong ? this.word(place) * WORD + this.word(place) : this.word(place);
        const [, most] = RANGES[type.tag];
        return value > most ? value - (isLong ? WORD * WORD : WORD) : value;
      }
    }
  }

  private string(place: StubPlace, most: number): string {
    const length = this.word(place, most);
    let text = "";
    while (text.length < length) {
      const word = this.word(place);
      text += String.fromCharCode(word >>> 8);
      if (text.length < length) text += String.fromCharCode(word & 0xff);
      else if ((word & 0xff) !== 0) {
        throw wordError(place, this.at - 1, `a byte ${word & 0xff} behind the text`, "0");
      }
    }
    return text;
  }

  private elements(place: StubPlace, of: LupineType, length: number): readonly StubValue[] {
    return Array.from({ length }, (_, i) => this.value(inside(place, `[${i}]`), of));
  }

  private get left(): number {
    return this.bytes.length / 2 - this.at;
  }

  /** The next word. Throws StubError where there is none, or it is above `most`. */
  private word(place: StubPlace, most = 0xffff): number {
    if (this.left === 0) throw wordError(place, this.at, "the end of the words", "one word more");
    const value = u16(this.bytes, 2 * this.at);
    if (value > most) throw wordError(place, this.at, String(value), most === 0 ? "0" : `at most ${most}`);
    this.at++;
    return value;
  }
}

/** The bytes of values, two a word. Throws StubError with the argument that does not fit its type. */
export function encode(place: StubPlace, fields: readonly Field[], values: StubRecord): Uint8Array {
  const writer = new Writer();
  writer.fields(place, fields, values);
  const bytes = new Uint8Array(2 * writer.words.length);
  for (const [i, word] of writer.words.entries()) putU16(bytes, 2 * i, word);
  return bytes;
}

/** A value of a message, and its place there. */
export interface Part {
  readonly name: string;
  readonly type: string; // as Mesa writes it: "LONG CARDINAL"
  readonly value: StubValue;
  readonly at: number; // word, from 0
  readonly words: number;
}

/** The same values as `decode` gives, each with its place. Throws StubError with the word where they are none. */
export function partsOf(place: StubPlace, fields: readonly Field[], bytes: Uint8Array): readonly Part[] {
  const reader = new Reader(place, bytes);
  const parts = fields.map((field): Part => {
    const at = reader.place;
    const value = reader.fields(place, [field])[field.name];
    if (value === undefined) throw new Error(`${field.name} was read, and has no value.`);
    return { name: field.name, type: typeText(field.type), value, at, words: reader.place - at };
  });
  reader.end(place);
  return parts;
}

/** The values that these bytes are the encoding of. Throws StubError with the word where they are none. */
export function decode(place: StubPlace, fields: readonly Field[], bytes: Uint8Array): StubRecord {
  const reader = new Reader(place, bytes);
  const values = reader.fields(place, fields);
  reader.end(place);
  return values;
}
