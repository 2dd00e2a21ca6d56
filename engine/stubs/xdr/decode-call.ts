/**
 * Bytes of a call or of its results as named values, each with its range of bytes: what a capture shows of a program
 * whose interface the reader has. Unlike decode.ts this reads what it can: of bytes that are cut, foreign or hostile
 * the values before the fault stand, and one sentence says what stopped it.
 */
import { digitsOf, padded, u32 } from "../../wire/bytes.ts";
import { decodeUtf8 } from "../../wire/utf8.ts";
import { armOf, unknownCase } from "./encode.ts";
import { MOST_VALUES, SHOWN_BYTES, type NamedValue, type ReadValues } from "../named-value.ts";
import type { Place } from "./error.ts";
import { typeText } from "./print.ts";
import { leastBytes, listOf, RANGES, resolve, UNIT } from "./types.ts";
import type { Definitions, Field, Procedure, Program, UnionType, Version, WholeKind, XdrType } from "./types.ts";
import { MAX_DEPTH, within } from "./values.ts";

export interface AskedCall {
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  readonly direction: "call" | "reply";
}

export interface DecodedCall extends ReadValues {
  readonly program: string; // "NFS_PROGRAM"
  readonly version: string;
  readonly procedure: string; // "NFSPROC3_READ"
  readonly place: Place | null; // of the procedure in the interface
}

interface Declared {
  readonly program: Program;
  readonly version: Version;
  readonly procedure: Procedure;
}

/** What an interface declares under the three numbers of a call; null where it does not. */
export function declaredCall(definitions: Definitions, asked: Omit<AskedCall, "direction">): Declared | null {
  for (const program of definitions.programs.filter(({ number }) => number === asked.program)) {
    for (const version of program.versions.filter(({ number }) => number === asked.version)) {
      const procedure = version.procedures.find(({ number }) => number === asked.procedure);
      if (procedure !== undefined) return { program, version, procedure };
      if (asked.procedure === 0) return { program, version, procedure: NULL_PROCEDURE };
    }
  }
  return null;
}

/** What a procedure takes, or the one result that it gives. */
export const fieldsOf = ({ takes, gives }: Procedure, direction: AskedCall["direction"]): readonly Field[] =>
  direction === "call" ? takes : [{ name: "result", type: gives }];

/** Every version has procedure 0, declared or not (RFC 5531, section 12.1). */
const NULL_PROCEDURE: Procedure = { name: "NULL", number: 0, takes: [], gives: { kind: "void" } };

/**
 * The values of arguments or of results.
 * @param from the first byte of them, behind the header of the message
 * @param to behind the last byte that is there
 * @returns null where the interface does not declare the procedure
 */
export function decodeCall(
  definitions: Definitions,
  asked: AskedCall,
  bytes: Uint8Array,
  from = 0,
  to = bytes.length,
): DecodedCall | null {
  const declared = declaredCall(definitions, asked);
  if (declared === null) return null;
  const { program, version, procedure } = declared;
  const reader = new Reader(definitions, bytes, from, to);
  const values = reader.all(fieldsOf(procedure, asked.direction).filter(({ type }) => type.kind !== "void"));
  return {
    place: definitions.places.get(procedure) ?? null,
    ...{ program: program.name, version: version.name, procedure: procedure.name },
    ...{ values, next: reader.at, stopped: reader.stopped },
  };
}

class Stopped extends Error {}

type Leaf = Pick<NamedValue, "value" | "note">;
const plain = (value: NamedValue["value"]): Leaf => ({ value, note: null });

class Reader {
  at: number;
  stopped: string | null = null;
  private readonly types: Definitions["types"];
  private readonly places: Definitions["places"];
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private count = 0;
  private depth = 0;

  constructor({ types, places }: Definitions, bytes: Uint8Array, from: number, to: number) {
    this.types = types;
    this.places = places;
    this.bytes = bytes;
    this.at = from;
    this.end = Math.min(to, bytes.length);
  }

  all(fields: readonly Field[]): readonly NamedValue[] {
    const values: NamedValue[] = [];
    try {
      for (const field of fields) this.field(values, field, "");
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.stopped = error.message;
    }
    return values;
  }

  /** Reads one value into `into`; where it stops amid the value, those of its parts that were read stand. */
  private put(into: NamedValue[], name: string, declared: XdrType, place: string, stands: Place | null = null): void {
    if (++this.count > MOST_VALUES) throw this.wrong(place, `more than ${MOST_VALUES} values`);
    const from = this.at;
    const parts: NamedValue[] = [];
    const type = resolve({ type: declared, types: this.types });
    const end = (leaf: Leaf): void => {
      into.push({ name, type: typeText(declared), from, to: this.at, parts, ...leaf, place: stands });
    };
    try {
      end(this.leaf(type, place) ?? (this.parts(type, parts, place), plain(null)));
    } catch (error) {
      if (error instanceof Stopped && (parts.length > 0 || this.at > from)) end(plain(null));
      throw error;
    }
  }

  private wrong(place: string, why: string, at = this.at): Stopped {
    return new Stopped(`byte ${at}${place === "" ? "" : `, ${place}`}: ${why}.`);
  }

  private need(count: number, place: string): number {
    const at = this.at;
    if (this.end - at < count) throw this.wrong(place, `${Math.max(0, this.end - at)} bytes are left, want ${count}`);
    this.at += count;
    return at;
  }

  private word(place: string): number {
    return u32(this.bytes, this.need(UNIT, place));
  }

  /** A value without parts; null for one that has some. */
  private leaf(type: ReturnType<typeof resolve>, place: string): Leaf | null {
    switch (type.kind) {
      case "void":
        return plain(null);
      case "whole":
        return this.whole(type.of, place);
      case "hyper": {
        const bits = (BigInt(this.word(place)) << 32n) | BigInt(this.word(place));
        return plain(String(type.of === "hyper" ? BigInt.asIntN(64, bits) : bits));
      }
      case "floating":
        return this.floating(type.of === "float" ? UNIT : 8, place);
      case "quadruple":
        return this.opaque(16, place);
      case "bool": {
        const word = this.word(place);
        return word <= 1 ? plain(word === 1) : { value: word, note: "neither 0 nor 1" };
      }
      case "enum": {
        const word = this.word(place) | 0;
        const member = type.members.find(({ value }) => value === word);
        return member === undefined ? { value: word, note: "no value of this enumeration" } : plain(member.name);
      }
      case "opaque":
        return this.opaque(type.isFixed ? type.length : this.length(type.length, 1, place), place);
      case "string":
        return this.text(type.length, place);
      case "missing":
        throw this.wrong(place, `${type.name} stands in another file of the interface`);
      default:
        return null;
    }
  }

  private whole(kind: WholeKind, place: string): Leaf {
    const [least, most] = RANGES[kind];
    const word = this.word(place);
    const value = kind.startsWith("unsigned") ? word : word | 0;
    return value >= least && value <= most ? plain(value) : { value, note: `no ${kind}: ${least}…${most}` };
  }

  private floating(count: 4 | 8, place: string): Leaf {
    const at = this.need(count, place);
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + at, count);
    const number = count === UNIT ? view.getFloat32(0) : view.getFloat64(0);
    return plain(Number.isFinite(number) ? number : String(number));
  }

  private length(most: number, each: number, place: string): number {
    const at = this.at;
    const length = this.word(place);
    const left = this.end - this.at;
    if (length > most) throw this.wrong(place, `the length ${length}, and its type has at most ${most}`, at);
    if (each > 1 && length * each > left)
      throw this.wrong(place, `the length ${length}, and ${left} bytes are left`, at);
    return length;
  }

  /** Bytes with the zeros that fill them up; what is there of bytes that are cut. */
  private taken(length: number, place: string): { readonly bytes: Uint8Array; readonly note: string | null } {
    const from = this.at;
    const left = this.end - from;
    if (length > left) {
      if (left === 0) throw this.wrong(place, `0 bytes are left, want ${length}`);
      this.at = this.end;
      return { bytes: this.bytes.subarray(from, this.end), note: `cut: ${left} of ${length} bytes` };
    }
    this.at = Math.min(this.end, from + padded(length));
    const filling = this.bytes.subarray(from + length, this.at);
    const isOdd = filling.some((byte) => byte !== 0);
    return { bytes: this.bytes.subarray(from, from + length), note: isOdd ? "its filling is not 0" : null };
  }

  private opaque(length: number, place: string): Leaf {
    const { bytes, note } = length === 0 ? { bytes: new Uint8Array(), note: null } : this.taken(length, place);
    const more = bytes.length > SHOWN_BYTES ? "…" : "";
    return { value: digitsOf(bytes.subarray(0, SHOWN_BYTES)) + more, note };
  }

  private text(most: number, place: string): Leaf {
    const length = this.length(most, 1, place);
    if (length === 0) return plain("");
    const { bytes, note } = this.taken(length, place);
    const more = bytes.length > SHOWN_BYTES ? "…" : "";
    return { value: decodeUtf8(bytes.subarray(0, SHOWN_BYTES)) + more, note };
  }

  private parts(type: ReturnType<typeof resolve>, into: NamedValue[], place: string): void {
    if (++this.depth > MAX_DEPTH) throw this.wrong(place, `more than ${MAX_DEPTH} values inside each other`);
    if (type.kind === "struct") for (const field of type.fields) this.field(into, field, place);
    else if (type.kind === "union") this.union(type, into, place);
    else if (type.kind === "optional") this.optional(type, into, place);
    else if (type.kind === "array") {
      const least = leastBytes({ type: type.of, types: this.types });
      const count = type.isFixed ? type.length : this.length(type.length, Math.max(least, 1), place);
      for (let i = 0; i < count; i++) this.put(into, `[${i}]`, type.of, within(place, i));
    }
    this.depth--;
  }

  private field(into: NamedValue[], field: Field, place: string): void {
    const { name, type } = field;
    this.put(into, name, type, within(place, name), this.places.get(field) ?? null);
  }

  private union(type: UnionType, into: NamedValue[], place: string): void {
    const at = this.at;
    this.field(into, type.on, place);
    const bits = u32(this.bytes, at);
    const unknown = unknownCase(type, bits);
    if (unknown !== undefined) {
      throw this.wrong(place, `the value of ${unknown} stands in another file of the interface`);
    }
    const field = armOf(type, bits);
    if (field === undefined) throw this.wrong(within(place, type.on.name), `no arm has the value ${bits | 0}`, at);
    if (field !== null && field.type.kind !== "void") this.field(into, field, place);
  }

  /** A pointer: nothing, the value behind it, or the elements of a linked list. */
  private optional(type: Extract<XdrType, { readonly kind: "optional" }>, into: NamedValue[], place: string): void {
    const nodes = listOf({ type, types: this.types });
    for (let i = 0; this.isThere(place); i++) {
      if (nodes === null) {
        const name = resolve({ type: type.of, types: this.types }).kind;
        this.put(into, name === "struct" || name === "union" ? "it" : "value", type.of, place);
        return;
      }
      const node: XdrType = { kind: "struct", fields: nodes };
      const [only, ...others] = nodes;
      this.put(into, `[${i}]`, only !== undefined && others.length === 0 ? only.type : node, within(place, i));
    }
  }

  private isThere(place: string): boolean {
    const at = this.at;
    const word = this.word(place);
    if (word > 1) throw this.wrong(place, `${word} where 0 or 1 says whether a value follows`, at);
    return word === 1;
  }
}
