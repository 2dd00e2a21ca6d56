/**
 * Values to bytes and back. A message is the bytes of its values as they lie in a VAX's memory, the low byte first, one
 * behind the other. The paper does not give the encoding; this one is ours.
 *
 * | type | bytes |
 * |---|---|
 * | INTEGER, CARDINAL | 4 |
 * | CHAR | 1: its code |
 * | BOOLEAN | 1: 0 for FALSE, 1 for TRUE |
 * | ARRAY [0..n] OF, RECORD | the elements, the fields |
 * | ARRAY OF | 4 length, the elements; no length where it ends the message, whose own length says it |
 * | Text.T | 4 length, the characters; the length FFFFFFFF for NIL |
 * | REF | 4: 0 for NIL, else the number of an object, from 1 in the order in which pointers meet them |
 *
 * The objects themselves stand behind all values, in the order of their numbers. So a structure may share its parts and
 * may go round in a circle. Reading is strict: every value has one encoding, and all other bytes are refused.
 */
import { u8 } from "../../wire/bytes.ts";
import { inside, shown, type StubError, type StubPlace } from "../error.ts";
import { byteError } from "./error.ts";
import { typeText } from "./print.ts";
import { bare, fieldsBehind, fixedBytes, hasReferences, NUMBERS } from "./types.ts";
import type { Field, Module, ModulaType } from "./types.ts";
import { isBytes, isList, isRecord, type ModulaRecord, type ModulaValue } from "./values.ts";

const LENGTH = 4;
const NIL_TEXT = 0xffffffff;
const MAX_CODE = 255;

/** A message of a procedure: the fields that stand in it. */
export interface Message {
  readonly module: Module;
  readonly place: StubPlace;
  readonly fields: readonly Field[];
}

/** Whether the last value of a message is an array whose length the message's own length says. */
function endsOpen({ fields }: Message): boolean {
  const last = fields.at(-1);
  if (last === undefined || fields.some(({ type }) => hasReferences(type))) return false;
  const type = bare(last.type);
  return type.tag === "open array" && fixedBytes(type.of) !== null;
}

/** The place of an object behind pointers: a name by its way would grow with each pointer. */
const objectPlace = ({ place }: Message, index: number): StubPlace => ({ ...place, argument: `object ${index + 1}` });

/** Names of fields, made once: a procedure may have thousands of parameters. */
const NAMES = new WeakMap<readonly Field[], ReadonlySet<string>>();

function namesOf(fields: readonly Field[]): ReadonlySet<string> {
  const known = NAMES.get(fields);
  if (known !== undefined) return known;
  const made = new Set(fields.map(({ name }) => name));
  NAMES.set(fields, made);
  return made;
}

class Writer {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  private length = 0;
  private readonly module: Module;
  private readonly numbers = new Map<ModulaRecord, number>(); // of objects behind pointers
  private readonly objects: { readonly value: ModulaRecord; readonly to: string }[] = [];

  constructor(module: Module) {
    this.module = module;
  }

  message(of: Message, values: ModulaRecord): Uint8Array {
    this.record(of.place, of.fields, values, endsOpen(of));
    for (const [i, { value, to }] of this.objects.entries()) {
      this.record(objectPlace(of, i), fieldsBehind(this.module, to), value);
    }
    return this.bytes.slice(0, this.length);
  }

  private record(place: StubPlace, fields: readonly Field[], value: ModulaValue | undefined, isLastOpen = false): void {
    if (!isRecord(value)) throw byteError(place, null, shown(value), "an object with the fields");
    const known = namesOf(fields);
    const stranger = Object.keys(value).find((key) => !known.has(key));
    if (stranger !== undefined) {
      throw byteError(place, null, `a field "${stranger}"`, known.size === 0 ? "none" : [...known].join(", "));
    }
    for (const [i, { name, type }] of fields.entries()) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      this.value(inside(place, name), type, given, isLastOpen && i === fields.length - 1);
    }
  }

  private value(place: StubPlace, type: ModulaType, value: ModulaValue | undefined, isLast = false): void {
    const at = bare(type);
    const wrong = (want: string): StubError => byteError(place, null, shown(value), want);
    switch (at.tag) {
      case "boolean":
        if (typeof value !== "boolean") throw wrong("TRUE or FALSE, as true or false");
        return this.octet(value ? 1 : 0);
      case "text":
        return this.text(place, value);
      case "array":
        return this.elements(place, at.of, value, at.length);
      case "open array": {
        const count = value instanceof Uint8Array || isList(value) ? value.length : null;
        if (!isLast && count !== null) this.word(count);
        return this.elements(place, at.of, value, null);
      }
      case "record":
        return this.record(place, at.fields, value);
      case "reference":
        return this.reference(place, at.to, value);
      default: {
        const { least, most, bytes } = NUMBERS[at.tag];
        if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
          throw wrong(`a whole number from ${least} to ${most}`);
        }
        return bytes === 1 ? this.octet(value) : this.word(value);
      }
    }
  }

  private text(place: StubPlace, value: ModulaValue | undefined): void {
    if (value === null) return this.word(NIL_TEXT);
    if (typeof value !== "string" || [...value].some((character) => character.charCodeAt(0) > MAX_CODE)) {
      throw byteError(place, null, shown(value), `a text of codes up to ${MAX_CODE}, or null for NIL`);
    }
    this.word(value.length);
    for (let i = 0; i < value.length; i++) this.octet(value.charCodeAt(i));
  }

  /** @param length of an array of fixed length; null for any */
  private elements(place: StubPlace, of: ModulaType, value: ModulaValue | undefined, length: number | null): void {
    const what = length === null ? "" : ` of ${length}`;
    if (isBytes(of)) {
      if (!(value instanceof Uint8Array) || (length !== null && value.length !== length)) {
        throw byteError(place, null, shown(value), `bytes, as a Uint8Array${what}`);
      }
      this.room(value.length);
      this.bytes.set(value, this.length);
      this.length += value.length;
      return;
    }
    if (!isList(value) || (length !== null && value.length !== length)) {
      throw byteError(place, null, shown(value), `a list${what}`);
    }
    for (const [i, element] of value.entries()) this.value(inside(place, `[${i}]`), of, element);
  }

  private reference(place: StubPlace, to: string, value: ModulaValue | undefined): void {
    if (value === null) return this.word(0);
    if (!isRecord(value)) throw byteError(place, null, shown(value), "an object, or null for NIL");
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.objects.push({ value, to });
      this.numbers.set(value, number);
    } else if (this.objects[number - 1]?.to !== to) {
      throw byteError(place, null, `an object behind a REF ${String(this.objects[number - 1]?.to)}, too`, `a ${to}`);
    }
    this.word(number);
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  private octet(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  private word(value: number): void {
    this.room(LENGTH);
    this.view.setUint32(this.length, value, true);
    this.length += LENGTH;
  }
}

type Mutable = Record<string, ModulaValue>;

class Reader {
  private readonly module: Module;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;
  private readonly objects: { readonly value: Mutable; readonly to: string }[] = [];

  constructor(module: Module, bytes: Uint8Array) {
    this.module = module;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The next byte. */
  get place(): number {
    return this.at;
  }

  /** All values of a message; `told` hears of each where it began. */
  message(of: Message, told: (field: Field, value: ModulaValue, from: number) => void = () => undefined): ModulaRecord {
    const values: Mutable = {};
    const isOpen = endsOpen(of);
    for (const [i, field] of of.fields.entries()) {
      const from = this.at;
      const value = this.value(inside(of.place, field.name), field.type, isOpen && i === of.fields.length - 1);
      values[field.name] = value;
      told(field, value, from);
    }
    for (const [i, { value, to }] of this.objects.entries()) {
      const place = objectPlace(of, i);
      for (const { name, type } of fieldsBehind(this.module, to)) value[name] = this.value(inside(place, name), type);
    }
    if (this.left > 0) throw byteError(of.place, this.at, `${this.bytes.length} bytes`, String(this.at));
    return values;
  }

  private value(place: StubPlace, type: ModulaType, isLast = false): ModulaValue {
    const at = bare(type);
    switch (at.tag) {
      case "boolean":
        return this.octet(place, 1) === 1;
      case "char":
        return this.octet(place, MAX_CODE);
      case "cardinal":
        return this.word(place);
      case "integer":
        return this.word(place) | 0;
      case "text":
        return this.text(place);
      case "array":
        return this.elements(place, at.of, at.length);
      case "open array":
        return this.elements(place, at.of, isLast ? this.restOf(place, at.of) : this.count(place, fixedBytes(at.of)));
      case "record":
        return Object.fromEntries(
          at.fields.map((field) => [field.name, this.value(inside(place, field.name), field.type)]),
        );
      case "reference":
        return this.reference(place, at.to);
    }
  }

  /** Elements that fill the rest of the message. */
  private restOf(place: StubPlace, of: ModulaType): number {
    const each = fixedBytes(of) ?? 1;
    const { left } = this;
    if (left % each !== 0) throw byteError(place, this.at, `${left} bytes`, `whole elements of ${each}`);
    return left / each;
  }

  /** A length; no more elements than can follow. `each` is null where they differ: each has at least one byte. */
  private count(place: StubPlace, each: number | null): number {
    const most = Math.floor(Math.max(0, this.left - LENGTH) / (each ?? 1));
    return this.word(place, most);
  }

  private text(place: StubPlace): string | null {
    const from = this.at;
    if (this.word(place) === NIL_TEXT) return null;
    this.at = from;
    const length = this.count(place, 1);
    let text = "";
    for (const byte of this.bytes.subarray(this.at, this.at + length)) text += String.fromCharCode(byte);
    this.at += length;
    return text;
  }

  private elements(place: StubPlace, of: ModulaType, length: number): ModulaValue {
    if (!isBytes(of)) return Array.from({ length }, (_, i) => this.value(inside(place, `[${i}]`), of));
    this.needs(place, length);
    const bytes = this.bytes.slice(this.at, this.at + length);
    this.at += length;
    return bytes;
  }

  private reference(place: StubPlace, to: string): ModulaValue {
    const from = this.at;
    const number = this.word(place);
    if (number === 0) return null;
    if (number === this.objects.length + 1) this.objects.push({ value: {}, to });
    const object = this.objects[number - 1];
    if (object === undefined) throw byteError(place, from, String(number), `at most ${this.objects.length + 1}`);
    if (object.to !== to) throw byteError(place, from, `an object of the type ${object.to}`, to);
    return object.value;
  }

  private get left(): number {
    return this.bytes.length - this.at;
  }

  private needs(place: StubPlace, count: number): void {
    if (this.left < count) throw byteError(place, this.at, `${this.left} bytes more`, String(count));
  }

  private octet(place: StubPlace, most: number): number {
    this.needs(place, 1);
    const value = u8(this.bytes, this.at);
    if (value > most) throw byteError(place, this.at, String(value), `at most ${most}`);
    this.at++;
    return value;
  }

  private word(place: StubPlace, most = 0xffffffff): number {
    this.needs(place, LENGTH);
    const value = this.view.getUint32(this.at, true);
    if (value > most) throw byteError(place, this.at, String(value), `at most ${most}`);
    this.at += LENGTH;
    return value;
  }
}

/** The bytes of a message. Throws StubError with the parameter that does not fit its type. */
export const encode = (message: Message, values: ModulaRecord): Uint8Array =>
  new Writer(message.module).message(message, values);

/** The values that these bytes are the encoding of. Throws StubError with the byte where they are none. */
export const decode = (message: Message, bytes: Uint8Array): ModulaRecord =>
  new Reader(message.module, bytes).message(message);

/** A value of a message, and its place there. The objects behind its pointers stand further on. */
export interface Part {
  readonly name: string;
  readonly type: string; // as Modula-2+ writes it: "ARRAY OF CHAR"
  readonly value: ModulaValue;
  readonly at: number; // byte, from 0
  readonly bytes: number;
}

/** The same values as `decode` gives, each with its place. Throws StubError with the byte where they are none. */
export function partsOf(message: Message, bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  const reader = new Reader(message.module, bytes);
  reader.message(message, ({ name, type }, value, at) => {
    parts.push({ name, type: typeText(type), value, at, bytes: reader.place - at });
  });
  return parts;
}
