/**
 * MakeMulti and UnpackMulti: they go through the ARGs and the values in step, and pack the values into the body of a
 * packet or take them out of it. Every value fills whole units of four bytes, and numbers have their highest byte
 * first. The library leaves what fills a unit up as it was; here it is zero, and nothing looks at it.
 *
 *     Integer, Unsigned, an enumeration   4 bytes
 *     Byte                                1 byte, filled up
 *     Byte[n]                             n bytes, filled up
 *     String                              4 bytes of length, the letters, a zero byte, filled up
 *     CountedBS                           4 bytes of length, the bytes, filled up
 *     BoundedBS                           4 bytes of room, 4 of length, the bytes, filled up
 *     EncryptionKey, Double               8 bytes
 *     a structure                         its fields, one behind the other
 *     a list of structures                4 bytes with their number, and the structures
 *     SE_Descriptor                       nothing
 */
import { decodeUtf8, encodeUtf8 } from "../../wire/utf8.ts";
import { inside, shown, type StubPlace } from "../error.ts";
import type { Arg, ArgArray } from "./args.ts";
import { bodyError } from "./error.ts";
import { MAX_BODY, UNIT } from "./types.ts";

/** Bytes are hexadecimal digits, two a byte. A BoundedBS says how many bytes it has room for. */
export type Rp2Value = number | string | null | Rp2Record | readonly Rp2Record[];
export interface Rp2Record {
  readonly [name: string]: Rp2Value;
}

/** Which values stand in a packet, and whose they are in an error. */
export interface Message {
  readonly packet: "request" | "reply";
  readonly procedure: string;
}

/** A value in a body: the field that it belongs to, and the bytes that it takes, those that fill it up included. */
interface BodyPart {
  readonly path: string; // "place.x", "name.length"
  readonly at: number; // first byte
  readonly length: number;
  /** How many of them fill the last unit up. */
  readonly filling: number;
}

export interface Body {
  readonly bytes: Uint8Array;
  readonly parts: readonly BodyPart[];
}

const HEX = /^(?:[0-9a-f]{2})*$/i;
const RANGES = {
  RPC2_INTEGER_TAG: [-0x8000_0000, 0x7fff_ffff],
  RPC2_UNSIGNED_TAG: [0, 0xffff_ffff],
} as const;

const startOf = ({ packet, procedure }: Message): StubPlace => ({
  procedure,
  part: packet === "request" ? "arguments" : "results",
  argument: "",
});

/** In a reply stand OUT and IN OUT, in a request IN and IN OUT, and the room of a BoundedBS that is only OUT. */
const stands = ({ packet }: Message, { mode, type }: Arg): boolean =>
  packet === "reply" ? mode !== "IN" : mode !== "OUT" || type === "RPC2_BOUNDEDBS_TAG";

class Packer {
  private readonly out: number[] = [];
  readonly parts: BodyPart[] = [];

  get bytes(): Uint8Array {
    return Uint8Array.from(this.out);
  }

  private place(place: StubPlace, bytes: ArrayLike<number>): void {
    const filling = (UNIT - (bytes.length % UNIT)) % UNIT;
    const whole = bytes.length + filling;
    if (this.out.length + whole > MAX_BODY) {
      throw bodyError(place, null, `a body of more than ${MAX_BODY} bytes`, `at most ${MAX_BODY} bytes in a packet`);
    }
    if (whole > 0) this.parts.push({ path: place.argument, at: this.out.length, length: whole, filling });
    this.out.push(...Array.from(bytes), ...new Array<number>(filling).fill(0));
  }

  private number(place: StubPlace, value: number): void {
    this.place(
      place,
      [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff),
    );
  }

  all(place: StubPlace, { args }: ArgArray, values: unknown, isThere: (arg: Arg) => boolean): void {
    const wanted = args.filter(isThere);
    const names = wanted.map(({ name }) => name).join(", ");
    if (typeof values !== "object" || values === null || Array.isArray(values)) {
      throw bodyError(
        place,
        null,
        shown(values),
        names === "" ? "an object without fields" : `an object with ${names}`,
      );
    }
    const record = values as Readonly<Record<string, unknown>>;
    const strange = Object.keys(record).find((name) => !wanted.some((arg) => arg.name === name));
    if (strange !== undefined) {
      throw bodyError(place, null, `a value ${JSON.stringify(strange)}`, names === "" ? "no values" : names);
    }
    for (const arg of wanted) {
      const value = Object.hasOwn(record, arg.name) ? record[arg.name] : undefined;
      this.one(inside(place, arg.name), arg, value);
    }
  }

  private one(place: StubPlace, arg: Arg, value: unknown): void {
    const wrong = (want: string) => bodyError(place, null, shown(value), want);
    switch (arg.type) {
      case "RPC2_INTEGER_TAG":
      case "RPC2_UNSIGNED_TAG":
        return this.number(place, inRange(value, RANGES[arg.type]) ?? fail(wrong(rangeText(RANGES[arg.type]))));
      case "RPC2_ENUM_TAG":
        return this.number(place, enumValue(arg, value) ?? fail(wrong(namesText(arg))));
      case "RPC2_BYTE_TAG":
        if (arg.bound === undefined)
          return this.place(place, [wholeOf(value, 0, 255) ?? fail(wrong("a number from 0 to 255"))]);
        return this.place(place, bytesOf(value, arg.bound) ?? fail(wrong(`${arg.bound} bytes in hexadecimal digits`)));
      case "RPC2_ENCRYPTIONKEY_TAG":
        return this.place(place, bytesOf(value, 8) ?? fail(wrong("8 bytes in hexadecimal digits")));
      case "RPC2_DOUBLE_TAG": {
        if (typeof value !== "number") throw wrong("a number");
        return this.place(place, new Uint8Array(Float64Array.of(value).buffer));
      }
      case "RPC2_STRING_TAG": {
        if (typeof value !== "string" || /[\0\ufffd]|\p{Surrogate}/u.test(value)) {
          throw wrong("a text without a zero character or half a character");
        }
        const letters = encodeUtf8(value);
        this.number(inside(place, "length"), letters.length);
        return this.place(place, [...letters, 0]);
      }
      case "RPC2_COUNTEDBS_TAG": {
        const bytes = bytesOf(value, null) ?? fail(wrong("bytes in hexadecimal digits"));
        this.number(inside(place, "length"), bytes.length);
        return this.place(place, bytes);
      }
      case "RPC2_BOUNDEDBS_TAG":
        return this.bounded(place, arg, value);
      case "RPC2_STRUCT_TAG":
        return this.all(place, fieldsOf(arg), value, () => true);
      case "RPC2_STRUCT_LIST_TAG": {
        if (!Array.isArray(value)) throw wrong("a list of structures");
        this.number(inside(place, "number"), value.length);
        return value.forEach((one, i) => this.all(inside(place, `[${i}]`), fieldsOf(arg), one, () => true));
      }
      case "RPC2_BULKDESCRIPTOR_TAG":
        if (value !== null && value !== undefined) throw wrong("nothing: bulk data moves beside the call");
    }
  }

  private bounded(place: StubPlace, { mode }: Arg, value: unknown): void {
    const { max, bytes } = (typeof value === "object" && value !== null ? value : {}) as Readonly<
      Record<string, unknown>
    >;
    const room = wholeOf(max, 0, MAX_BODY);
    const given = bytesOf(bytes, null);
    if (room === null || given === null || given.length > room) {
      throw bodyError(place, null, shown(value), '{"max", "bytes"} with at most max bytes in hexadecimal digits');
    }
    if (mode === "OUT" && given.length > 0 && place.part === "arguments") {
      throw bodyError(place, null, `${given.length} bytes`, "none: of an OUT parameter the request says only the room");
    }
    this.number(inside(place, "max"), room);
    this.number(inside(place, "length"), given.length);
    this.place(place, given);
  }
}

function fail(error: Error): never {
  throw error;
}

function fieldsOf({ name, fields }: Arg): ArgArray {
  if (fields === undefined) throw new Error(`RP2Gen: the structure ${name} has no ARGs.`);
  return fields;
}

const wholeOf = (value: unknown, least: number, most: number): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : null;

const inRange = (value: unknown, [least, most]: readonly [number, number]): number | null =>
  wholeOf(value, least, most);
const rangeText = ([least, most]: readonly [number, number]): string => `a whole number from ${least} to ${most}`;
const namesText = ({ names = [] }: Arg): string => `one of ${names.map(({ name }) => name).join(", ")}`;

const enumValue = ({ names = [] }: Arg, value: unknown): number | null =>
  names.find((one) => one.name === value || one.value === value)?.value ?? null;

function bytesOf(value: unknown, length: number | null): Uint8Array | null {
  if (typeof value !== "string" || !HEX.test(value)) return null;
  const bytes = Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return length === null || bytes.length === length ? bytes : null;
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The body of a packet. Throws StubError for values that do not fit, and where the body gets too long. */
export function pack(args: ArgArray, message: Message, values: Rp2Record): Body {
  const packer = new Packer();
  packer.all(startOf(message), args, values, (arg) => stands(message, arg));
  return { bytes: packer.bytes, parts: packer.parts };
}

class Unpacker {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Takes so many bytes, and what fills their last unit up. */
  private take(place: StubPlace, length: number): Uint8Array {
    const whole = Math.ceil(length / UNIT) * UNIT;
    if (whole > this.left) {
      throw bodyError(place, this.at, `the end, ${this.left} bytes further on`, `${whole} bytes`);
    }
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += whole;
    return taken;
  }

  private number(place: StubPlace, isSigned = false): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.take(place, UNIT);
    const value = (a << 24) | (b << 16) | (c << 8) | d;
    return isSigned ? value : value >>> 0;
  }

  all(place: StubPlace, { args }: ArgArray, isThere: (arg: Arg) => boolean): Rp2Record {
    const there = args.filter(isThere);
    return Object.fromEntries(there.map((arg) => [arg.name, this.one(inside(place, arg.name), arg)]));
  }

  private one(place: StubPlace, arg: Arg): Rp2Value {
    const at = this.at;
    switch (arg.type) {
      case "RPC2_INTEGER_TAG":
        return this.number(place, true);
      case "RPC2_UNSIGNED_TAG":
        return this.number(place);
      case "RPC2_ENUM_TAG": {
        const value = this.number(place, true);
        return (
          arg.names?.find((one) => one.value === value)?.name ??
          fail(bodyError(place, at, String(value), namesText(arg)))
        );
      }
      case "RPC2_BYTE_TAG": {
        const bytes = this.take(place, arg.bound ?? 1);
        return arg.bound === undefined ? (bytes[0] ?? 0) : hexOf(bytes);
      }
      case "RPC2_ENCRYPTIONKEY_TAG":
        return hexOf(this.take(place, 8));
      case "RPC2_DOUBLE_TAG":
        return new Float64Array(this.take(place, 8).slice().buffer)[0] ?? NaN;
      case "RPC2_STRING_TAG":
        return this.text(place);
      case "RPC2_COUNTEDBS_TAG":
        return hexOf(this.take(place, this.number(inside(place, "length"))));
      case "RPC2_BOUNDEDBS_TAG": {
        const max = this.number(inside(place, "max"));
        const length = this.number(inside(place, "length"));
        if (length > max) throw bodyError(place, at, `${length} bytes`, `at most the ${max} that there is room for`);
        return { max, bytes: hexOf(this.take(place, length)) };
      }
      case "RPC2_STRUCT_TAG":
        return this.all(place, fieldsOf(arg), () => true);
      case "RPC2_STRUCT_LIST_TAG": {
        const count = this.number(inside(place, "number"));
        const fields = fieldsOf(arg);
        if (count > this.left / UNIT)
          throw bodyError(place, at, `${count} structures`, "as many as the body has room for");
        return Array.from({ length: count }, (_, i) => this.all(inside(place, `[${i}]`), fields, () => true));
      }
      case "RPC2_BULKDESCRIPTOR_TAG":
        return null;
    }
  }

  private text(place: StubPlace): string {
    const length = this.number(inside(place, "length"));
    const at = this.at;
    const bytes = this.take(place, length + 1);
    if (bytes[length] !== 0) throw bodyError(place, at + length, "no zero byte", "a zero byte behind the letters");
    const text = decodeUtf8(bytes.subarray(0, length));
    if (!text.includes("\ufffd") && !text.includes("\0")) return text;
    throw bodyError(place, at, "bytes that are no text", "a text in UTF-8 without a zero character");
  }
}

/** The values in a body. Throws StubError for a body that no values give. */
export function unpack(args: ArgArray, message: Message, bytes: Uint8Array): Rp2Record {
  const unpacker = new Unpacker(bytes);
  const start = startOf(message);
  const values = unpacker.all(start, args, (arg) => stands(message, arg));
  if (unpacker.left > 0) throw bodyError(start, unpacker.at, `${unpacker.left} bytes more`, "the end of the body");
  return values;
}
