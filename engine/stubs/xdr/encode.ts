/** Values to bytes (RFC 4506, section 4): most significant byte first, every item filled up with zeros to 4 bytes. */
import { quote } from "../../faults/quote.ts";
import { padded, putU32 } from "../../wire/bytes.ts";
import { decodeUtf8, encodeUtf8 } from "../../wire/utf8.ts";
import { XdrError } from "./error.ts";
import { HYPER_RANGES, linkOf, listOf, RANGES, resolve, UNIT } from "./types.ts";
import type { Field, HyperKind, Schema, UnionType, WholeKind, XdrType } from "./types.ts";
import {
  BYTES,
  bytesOf,
  floatFrom,
  isList,
  isRecord,
  MAX_DEPTH,
  nanBytes,
  shown,
  WANT_FLOAT,
  within,
} from "./values.ts";
import type { XdrRecord, XdrValue } from "./values.ts";

class Writer {
  private bytes = new Uint8Array(256);
  private length = 0;
  private depth = 0;
  private readonly types: Schema["types"];

  constructor(types: Schema["types"]) {
    this.types = types;
  }

  written(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  value(declared: XdrType, value: XdrValue | undefined, place: string): void {
    const type = resolve({ type: declared, types: this.types });
    switch (type.kind) {
      case "void":
        if (value !== null) throw this.wrong(place, value, "null, for void");
        return;
      case "missing":
        throw new XdrError(this.length, place, `a value of ${quote(type.name)}`, MISSING);
      case "whole":
        this.put32(this.whole(type.of, value, place));
        return;
      case "hyper":
        this.hyper(type.of, value, place);
        return;
      case "floating":
        this.floating(type.of === "float" ? UNIT : 8, value, place);
        return;
      case "quadruple":
        this.opaque(16, true, value, place);
        return;
      case "bool":
        if (typeof value !== "boolean") throw this.wrong(place, value, "true or false");
        this.put32(Number(value));
        return;
      case "enum": {
        const member = type.members.find(({ name }) => name === value);
        if (member === undefined) throw this.wrong(place, value, type.members.map(({ name }) => name).join(", "));
        this.put32(member.value);
        return;
      }
      case "opaque":
        this.opaque(type.length, type.isFixed, value, place);
        return;
      case "string":
        this.text(type.length, value, place);
        return;
      case "array":
        this.array(type, value, place);
        return;
      case "struct":
        this.deeper(place, () => this.fields(type.fields, this.record(type.fields, value, place), place));
        return;
      case "union":
        this.deeper(place, () => this.union(type, value, place));
        return;
      case "optional":
        this.optional(type, value, place);
    }
  }

  private wrong(place: string, value: XdrValue | undefined, want: string): XdrError {
    return new XdrError(this.length, place, shown(value), want);
  }

  private deeper(place: string, write: () => void): void {
    if (++this.depth > MAX_DEPTH)
      throw new XdrError(this.length, place, "one more", `at most ${MAX_DEPTH} inside each other`);
    write();
    this.depth--;
  }

  private whole(kind: WholeKind, value: XdrValue | undefined, place: string): number {
    const [least, most] = RANGES[kind];
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
    throw this.wrong(place, value, `a whole number of ${least}…${most}`);
  }

  private hyper(kind: HyperKind, value: XdrValue | undefined, place: string): void {
    const [least, most] = HYPER_RANGES[kind];
    const isText = typeof value === "string" && /^-?[0-9]{1,20}$/.test(value);
    const number = isText || Number.isSafeInteger(value) ? BigInt(value as string | number) : null;
    if (number === null || number < least || number > most) {
      throw this.wrong(place, value, `the digits of a whole number of ${least}…${most}, as a text`);
    }
    const bits = BigInt.asUintN(64, number);
    this.put32(Number(bits >> 32n));
    this.put32(Number(bits & 0xffff_ffffn));
  }

  private floating(bytes: 4 | 8, value: XdrValue | undefined, place: string): void {
    const bits = nanBytes(value, bytes);
    if (bits !== undefined) {
      this.putBytes(bits);
      return;
    }
    const number = floatFrom(value);
    if (number === undefined) throw this.wrong(place, value, WANT_FLOAT);
    if (bytes === UNIT && isOutsideOfFloat(number)) throw this.wrong(place, value, "a number that 32 bits can hold");
    const at = this.grow(bytes);
    const view = new DataView(this.bytes.buffer);
    if (bytes === UNIT) view.setFloat32(at, number);
    else view.setFloat64(at, number);
  }

  private opaque(length: number, isFixed: boolean, value: XdrValue | undefined, place: string): void {
    const bytes = bytesOf(value);
    const want = `${isFixed ? "" : "at most "}${2 * length} hexadecimal digits, two a byte`;
    if (bytes === undefined || bytes.length > length || (isFixed && bytes.length < length)) {
      throw this.wrong(place, value, want);
    }
    if (!isFixed) this.put32(bytes.length);
    this.putBytes(bytes);
  }

  private text(length: number, value: XdrValue | undefined, place: string): void {
    const bytes = textBytes(value);
    if (bytes === undefined || bytes.length > length) {
      throw this.wrong(place, value, `a text of at most ${length} bytes, or {"${BYTES}": their hexadecimal digits}`);
    }
    this.put32(bytes.length);
    this.putBytes(bytes);
  }

  private array(type: Extract<XdrType, { readonly kind: "array" }>, value: XdrValue | undefined, place: string): void {
    const { of, length, isFixed } = type;
    if (!isList(value) || value.length > length || (isFixed && value.length < length)) {
      throw this.wrong(place, value, `a list of ${isFixed ? "" : "at most "}${length}`);
    }
    if (!isFixed) this.put32(value.length);
    this.deeper(place, () => value.forEach((element, i) => this.value(of, element, within(place, i))));
  }

  private record(fields: readonly Field[], value: XdrValue | undefined, place: string): XdrRecord {
    const names = fields.map(({ name }) => name);
    if (!isRecord(value)) throw this.wrong(place, value, `an object with ${names.join(", ")}`);
    const stranger = Object.keys(value).find((name) => !names.includes(name));
    if (stranger !== undefined) throw this.wrong(within(place, stranger), value[stranger], `only ${names.join(", ")}`);
    return value;
  }

  private fields(fields: readonly Field[], record: XdrRecord, place: string): void {
    for (const { name, type } of fields) this.value(type, fieldOf(record, name), within(place, name));
  }

  private union(type: UnionType, value: XdrValue | undefined, place: string): void {
    if (!isRecord(value)) throw this.wrong(place, value, `an object with ${type.on.name}`);
    const at = this.length;
    this.value(type.on.type, fieldOf(value, type.on.name), within(place, type.on.name));
    const bits = new DataView(this.bytes.buffer).getInt32(at);
    const field = armOf(type, bits);
    const unknown = unknownCase(type, bits);
    if (unknown !== undefined) {
      const want = `a case of ${unknown}: ${MISSING}`;
      throw new XdrError(at, within(place, type.on.name), shown(value[type.on.name]), want);
    }
    if (field === undefined) {
      throw new XdrError(at, within(place, type.on.name), shown(value[type.on.name]), "the value of an arm");
    }
    this.record([type.on, ...(field === null ? [] : [field])], value, place);
    if (field !== null) this.value(field.type, fieldOf(value, field.name), within(place, field.name));
  }

  private optional(
    type: Extract<XdrType, { readonly kind: "optional" }>,
    value: XdrValue | undefined,
    place: string,
  ): void {
    const nodes = listOf({ type, types: this.types });
    if (nodes === null) {
      this.put32(value === null ? 0 : 1);
      if (value !== null) this.deeper(place, () => this.value(type.of, value, place));
      return;
    }
    const elements = isList(value) ? value : this.unlinked(linkOf({ type, types: this.types }), value, place);
    this.deeper(place, () => {
      for (const [i, element] of elements.entries()) {
        this.put32(1);
        this.node(nodes, element, within(place, i));
      }
    });
    this.put32(0);
  }

  /** The elements of a list that was written node by node, each with its link: {"item": "a", "next": null}. */
  private unlinked(link: string, value: XdrValue | undefined, place: string): readonly XdrValue[] {
    const elements: XdrValue[] = [];
    let at = value;
    while (isRecord(at) && Object.hasOwn(at, link)) {
      const { [link]: next, ...rest } = at;
      elements.push(rest);
      at = next;
    }
    if (at === null) return elements;
    throw this.wrong(within(place, elements.length), at, "a list of the elements, or nodes that end with null");
  }

  private node(nodes: readonly Field[], element: XdrValue, place: string): void {
    const [only, ...others] = nodes;
    const isWrapped = isRecord(element) && only !== undefined && Object.keys(element).join() === only.name;
    if (isWrapped && others.length === 0) this.fields(nodes, element, place);
    else if (only !== undefined && others.length === 0) this.value(only.type, element, place);
    else this.fields(nodes, this.record(nodes, element, place), place);
  }

  private put32(value: number): void {
    const at = this.grow(UNIT); // may replace the bytes
    putU32(this.bytes, at, value >>> 0);
  }

  private putBytes(bytes: Uint8Array): void {
    const at = this.grow(padded(bytes.length));
    this.bytes.set(bytes, at);
  }

  /** Gives the place of `bytes` more, which are zero. */
  private grow(bytes: number): number {
    const at = this.length;
    this.length += bytes;
    if (this.length > this.bytes.length) {
      const longer = new Uint8Array(Math.max(this.length, 2 * this.bytes.length));
      longer.set(this.bytes);
      this.bytes = longer;
    }
    return at;
  }
}

/** The bytes of a text; undefined where a value is none. Half a surrogate pair has no bytes. */
function textBytes(value: XdrValue | undefined): Uint8Array | undefined {
  if (isRecord(value)) return Object.keys(value).join() === BYTES ? bytesOf(value[BYTES]) : undefined;
  const bytes = typeof value === "string" ? encodeUtf8(value) : undefined;
  return bytes !== undefined && decodeUtf8(bytes) === value ? bytes : undefined;
}

/** Whether a number would become infinite, or zero, in 32 bits. */
const isOutsideOfFloat = (number: number): boolean =>
  Number.isFinite(number) && (!Number.isFinite(Math.fround(number)) || (number !== 0 && Math.fround(number) === 0));

/** A field of the record's own; undefined for one that every object inherits. */
const fieldOf = (record: XdrRecord, name: string): XdrValue | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** What is wanted where a type leads to a name that no text declares. */
export const MISSING = "a name that one of the files declares";

/** A case that may have this value, as its number stands in another file; undefined where an arm has it. */
export const unknownCase = (type: UnionType, bits: number): string | undefined =>
  type.arms.some(({ cases }) => cases.some((value) => (value | 0) === (bits | 0))) ? undefined : type.unknownCases?.[0];

/** The field of a union's arm for the 32 bits of its discriminant; null for a void one, undefined where none fits. */
export function armOf(type: UnionType, bits: number): Field | null | undefined {
  const arm = type.arms.find(({ cases }) => cases.some((value) => (value | 0) === (bits | 0)));
  return arm === undefined ? type.otherwise : arm.field;
}

/** The bytes of a value. Throws XdrError with the byte at which the item that is wrong would stand. */
export function encodeXdr({ type, types }: Schema, value: XdrValue): Uint8Array {
  const writer = new Writer(types);
  writer.value(type, value, "");
  return writer.written();
}
