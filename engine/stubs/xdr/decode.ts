/**
 * Bytes to values, strictly (RFC 4506): every value has one encoding, and all other bytes are refused. A length is
 * believed only where as many bytes are there, so that no message makes its reader take more memory than it has itself.
 */
import { digitsOf, padded, u32, u8 } from "../../wire/bytes.ts";
import { decodeUtf8, encodeUtf8 } from "../../wire/utf8.ts";
import { quote } from "../../faults/quote.ts";
import { armOf, MISSING, unknownCase } from "./encode.ts";
import { XdrError } from "./error.ts";
import { leastBytes, listOf, RANGES, resolve, UNIT } from "./types.ts";
import type { EnumMember, Field, HyperKind, Schema, UnionType, WholeKind, XdrType } from "./types.ts";
import { BYTES, floatValue, MAX_DEPTH, nanValue, shown, within } from "./values.ts";
import type { XdrRecord, XdrValue } from "./values.ts";

/** Values that take no bytes, such as those of type void, that a whole value may have: bytes bound all others. */
const MOST_EMPTY = 1024;

class Reader {
  at: number;
  private depth = 0;
  private empty = 0; // values without bytes so far
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private readonly types: Schema["types"];

  constructor(types: Schema["types"], bytes: Uint8Array, from: number) {
    this.types = types;
    this.bytes = bytes;
    this.at = from;
    this.end = bytes.length;
  }

  value(declared: XdrType, place: string): XdrValue {
    const from = this.at;
    const value = this.anyValue(declared, place);
    if (this.at === from && ++this.empty > MOST_EMPTY)
      throw this.wrong(from, place, "one more value without bytes", `at most ${MOST_EMPTY} of them`);
    return value;
  }

  private anyValue(declared: XdrType, place: string): XdrValue {
    const type = resolve({ type: declared, types: this.types });
    switch (type.kind) {
      case "void":
        return null;
      case "missing":
        throw this.wrong(this.at, place, `a value of ${quote(type.name)}`, MISSING);
      case "whole":
        return this.whole(type.of, place);
      case "hyper":
        return this.hyper(type.of, place);
      case "floating":
        return this.floating(type.of === "float" ? UNIT : 8, place);
      case "quadruple":
        return digitsOf(this.taken(16, place));
      case "bool":
        return this.bool(place);
      case "enum":
        return this.member(type.members, place);
      case "opaque":
        return digitsOf(this.filled(type.isFixed ? type.length : this.length(type.length, 1, place), place));
      case "string":
        return this.text(type.length, place);
      case "array":
        return this.array(type, place);
      case "struct":
        return this.deeper(place, () => this.fields(type.fields, place));
      case "union":
        return this.deeper(place, () => this.union(type, place));
      case "optional":
        return this.optional(type, place);
    }
  }

  wrong(at: number, place: string, got: string, want: string): XdrError {
    return new XdrError(at, place, got, want);
  }

  private deeper<Value>(place: string, read: () => Value): Value {
    if (++this.depth > MAX_DEPTH)
      throw this.wrong(this.at, place, "one more", `at most ${MAX_DEPTH} inside each other`);
    const value = read();
    this.depth--;
    return value;
  }

  private need(bytes: number, place: string): void {
    const left = this.end - this.at;
    if (left < bytes) throw this.wrong(this.at, place, `${left} bytes`, `at least ${bytes}`);
  }

  private taken(bytes: number, place: string): Uint8Array {
    this.need(bytes, place);
    const from = this.at;
    this.at += bytes;
    return this.bytes.subarray(from, this.at);
  }

  private word(place: string): number {
    this.need(UNIT, place);
    const word = u32(this.bytes, this.at);
    this.at += UNIT;
    return word;
  }

  private whole(kind: WholeKind, place: string): number {
    const [least, most] = RANGES[kind];
    const word = this.word(place);
    const value = kind === "unsigned int" ? word : word | 0;
    if (value >= least && value <= most) return value;
    throw this.wrong(this.at - UNIT, place, String(value), `a ${kind}: ${least}…${most}`);
  }

  private hyper(kind: HyperKind, place: string): XdrValue {
    this.need(8, place);
    const bits = (BigInt(this.word(place)) << 32n) | BigInt(this.word(place));
    return String(kind === "hyper" ? BigInt.asIntN(64, bits) : bits);
  }

  private floating(bytes: 4 | 8, place: string): XdrValue {
    const taken = this.taken(bytes, place);
    const view = new DataView(taken.buffer, taken.byteOffset, bytes);
    const number = bytes === UNIT ? view.getFloat32(0) : view.getFloat64(0);
    return Number.isNaN(number) ? nanValue(taken) : floatValue(number);
  }

  private bool(place: string): boolean {
    const word = this.word(place);
    if (word <= 1) return word === 1;
    throw this.wrong(this.at - UNIT, place, String(word), "0 or 1");
  }

  private member(members: readonly EnumMember[], place: string): string {
    const value = this.word(place) | 0;
    const member = members.find((one) => one.value === value);
    if (member !== undefined) return member.name;
    const known = members.map((one) => `${one.value} (${one.name})`).join(", ");
    throw this.wrong(this.at - UNIT, place, String(value), known);
  }

  /** A length, of at most `most`, for whose elements of `each` bytes there are enough left. */
  private length(most: number, each: number, place: string): number {
    const length = this.word(place);
    const at = this.at - UNIT;
    if (length > most) throw this.wrong(at, place, `the length ${length}`, `at most ${most}`);
    const left = this.end - this.at;
    const fitting = each === 0 ? MOST_EMPTY : Math.floor(left / each);
    if (length > fitting)
      throw this.wrong(at, place, `the length ${length}`, `at most ${fitting}: ${left} bytes are left`);
    return length;
  }

  /** So many bytes, with the zeros that fill them up to four. */
  private filled(length: number, place: string): Uint8Array {
    const from = this.at;
    const taken = this.taken(padded(length), place);
    for (let i = length; i < taken.length; i++) {
      const byte = u8(taken, i);
      if (byte !== 0) throw this.wrong(from + i, place, `${byte} as filling`, "0");
    }
    return taken.subarray(0, length);
  }

  /** A text; bytes that are none in UTF-8 stay as their digits. */
  private text(most: number, place: string): XdrValue {
    const bytes = this.filled(this.length(most, 1, place), place);
    const text = decodeUtf8(bytes);
    return isUtf8(bytes, text) ? text : { [BYTES]: digitsOf(bytes) };
  }

  private array({ of, length, isFixed }: Extract<XdrType, { readonly kind: "array" }>, place: string): XdrValue {
    const count = isFixed ? length : this.length(length, leastBytes({ type: of, types: this.types }), place);
    if (isFixed) this.need(leastBytes({ type: of, types: this.types }) * count, place);
    return this.deeper(place, () => Array.from({ length: count }, (_, i) => this.value(of, within(place, i))));
  }

  private fields(fields: readonly Field[], place: string): XdrRecord {
    // Made from entries, so that a field may be called __proto__.
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.value(type, within(place, name))]));
  }

  private union(type: UnionType, place: string): XdrRecord {
    const { on } = type;
    const at = this.at;
    const value = this.value(on.type, within(place, on.name));
    const field = armOf(type, u32(this.bytes, at));
    const unknown = unknownCase(type, u32(this.bytes, at));
    if (unknown !== undefined) {
      throw this.wrong(at, within(place, on.name), shown(value), `a case of ${unknown}: ${MISSING}`);
    }
    if (field === undefined) throw this.wrong(at, within(place, on.name), shown(value), "the value of an arm");
    const chosen: readonly [string, XdrValue] = [on.name, value];
    if (field === null) return Object.fromEntries([chosen]);
    return Object.fromEntries([chosen, [field.name, this.value(field.type, within(place, field.name))]]);
  }

  private optional(type: Extract<XdrType, { readonly kind: "optional" }>, place: string): XdrValue {
    const nodes = listOf({ type, types: this.types });
    if (nodes === null) return this.bool(place) ? this.deeper(place, () => this.value(type.of, place)) : null;
    return this.deeper(place, () => {
      const values: XdrValue[] = [];
      while (this.bool(within(place, values.length))) values.push(this.node(nodes, within(place, values.length)));
      return values;
    });
  }

  private node(nodes: readonly Field[], place: string): XdrValue {
    const [only, ...others] = nodes;
    return only !== undefined && others.length === 0 ? this.value(only.type, place) : this.fields(nodes, place);
  }
}

/** Whether a text was read from well-formed bytes: a U+FFFD of its own has three bytes. */
const isUtf8 = (bytes: Uint8Array, text: string): boolean => {
  if (!text.includes("\ufffd")) return true;
  return digitsOf(encodeUtf8(text)) === digitsOf(bytes);
};

/** A value that was read, and the offset of the byte behind it. */
interface XdrRead {
  readonly value: XdrValue;
  readonly next: number;
}

/** Reads a value that begins at `from`; other bytes may follow. Throws XdrError; offsets count from the first byte. */
export function readXdr({ type, types }: Schema, bytes: Uint8Array, from = 0): XdrRead {
  const reader = new Reader(types, bytes, from);
  const value = reader.value(type, "");
  return { value, next: reader.at };
}

/** The value of bytes that hold nothing else. Throws XdrError. */
export function decodeXdr(schema: Schema, bytes: Uint8Array): XdrValue {
  const { value, next } = readXdr(schema, bytes);
  if (next === bytes.length) return value;
  throw new XdrError(next, "", `${bytes.length - next} bytes more`, "the end of the value");
}
