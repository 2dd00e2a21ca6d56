/**
 * RP2Gen parameters in the body of a request or a reply. MultiRPC packs and unpacks them by walking a table of argument
 * descriptors beside the values, instead of with a stub for each procedure (MultiRPC paper §V-A).
 *
 * Parameters follow each other in the order of their declaration, each padded to a multiple of four bytes: IN and
 * IN OUT in the request, OUT and IN OUT in the reply. Encodings as recorded from RP2Gen stubs:
 *
 * | type | bytes |
 * |---|---|
 * | integer, unsigned, enum | 4, most significant byte first |
 * | byte | 1 and 3 of padding; a byte array of n: n and padding |
 * | string | 4 length without the final zero, the characters, a zero byte, padding |
 * | counted bytes | 4 length, the bytes, padding |
 * | bounded bytes | 4 maximum length, 4 length, the bytes, padding |
 * | encryption key | 8 |
 * | double (2025) | 8, as they lie in the sender's memory: least significant byte first on a PC, and so here |
 * | struct | its fields one after another; an array of structs: 4 count before them |
 * | bulk descriptor | nothing: it tells of a side effect |
 *
 * The library leaves padding uncleared, so a reader ignores it; ours is zero.
 */
import { padded, putU32, u32, u8 } from "./bytes.ts";
import { needBytes, needRange, WireError } from "./error.ts";
import { RPC2_MAX_BODY } from "./rpc2.ts";
import { KEY_BYTES } from "./rpc2-cipher.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

type ArgType =
  | {
      readonly tag:
        "integer" | "unsigned" | "enum" | "byte" | "string" | "counted" | "bounded" | "key" | "double" | "bulk";
    }
  | { readonly tag: "bytes"; readonly length: number }
  | { readonly tag: "struct"; readonly fields: readonly ArgField[] }
  | { readonly tag: "structs"; readonly fields: readonly ArgField[] };

export interface ArgField {
  readonly name: string;
  readonly type: ArgType;
}

/** One entry of the table that RP2Gen writes for a procedure, as `double_it_ARGS`. */
export interface Arg extends ArgField {
  readonly mode: "IN" | "OUT" | "IN OUT";
}

/** Room for `max` bytes, of which `bytes` are used. */
interface Bounded {
  readonly max: number;
  readonly bytes: Uint8Array;
}

export type ArgValue = number | string | Uint8Array | Bounded | ArgRecord | readonly ArgRecord[];
export interface ArgRecord {
  readonly [name: string]: ArgValue;
}

const what = (name: string): string => `RP2Gen parameter ${name}`;

/** A body under construction. */
class Packer {
  private readonly bytes = new Uint8Array(RPC2_MAX_BODY);
  private at = 0;

  u32(value: number): void {
    this.room(4);
    putU32(this.bytes, this.at, value);
    this.at += 4;
  }

  /** The bytes and padding, in `length` bytes at least. */
  put(bytes: Uint8Array, length = bytes.length): void {
    this.room(padded(length));
    this.bytes.set(bytes, this.at);
    this.at += padded(length);
  }

  take(): Uint8Array {
    return this.bytes.slice(0, this.at);
  }

  private room(length: number): void {
    if (this.at + length <= RPC2_MAX_BODY) return;
    throw new WireError({
      what: "RPC2 body",
      at: this.at,
      field: "length",
      got: this.at + length,
      want: `at most ${RPC2_MAX_BODY}`,
      advice: "Send large data as a side effect.",
    });
  }
}

function wrong(name: string, got: ArgValue | undefined, want: string): WireError {
  const text = typeof got === "number" || typeof got === "string" ? got : got === undefined ? "nothing" : "an object";
  return new WireError({ what: what(name), at: 0, field: "value", got: text, want });
}

const isRecord = (value: ArgValue | undefined): value is ArgRecord =>
  typeof value === "object" && !(value instanceof Uint8Array) && !Array.isArray(value);
const isBounded = (value: ArgValue | undefined): value is Bounded =>
  isRecord(value) && typeof value["max"] === "number" && value["bytes"] instanceof Uint8Array;

function packFields(into: Packer, fields: readonly ArgField[], record: ArgRecord): void {
  for (const field of fields) pack(into, field, record[field.name]);
}

function pack(into: Packer, { name, type }: ArgField, value: ArgValue | undefined): void {
  switch (type.tag) {
    case "integer":
    case "enum":
      if (typeof value !== "number" || (value | 0) !== value) throw wrong(name, value, "an integer of 32 bits");
      return into.u32(value);
    case "unsigned":
    case "byte":
      return packUnsigned(into, name, type.tag, value);
    case "string": {
      if (typeof value !== "string") throw wrong(name, value, "a text");
      const bytes = encodeUtf8(value);
      if (bytes.includes(0)) throw wrong(name, value, "a text without a zero byte, which would end it");
      into.u32(bytes.length);
      return into.put(bytes, bytes.length + 1);
    }
    case "counted":
      if (!(value instanceof Uint8Array)) throw wrong(name, value, "bytes");
      into.u32(value.length);
      return into.put(value);
    case "bounded":
      return packBounded(into, name, value);
    case "key":
      return packFixed(into, name, KEY_BYTES, value);
    case "double":
      if (typeof value !== "number") throw wrong(name, value, "a number");
      return into.put(littleEndian(value));
    case "bytes":
      return packFixed(into, name, type.length, value);
    case "struct":
      if (!isRecord(value)) throw wrong(name, value, "a record of the struct’s fields");
      return packFields(into, type.fields, value);
    case "structs":
      if (!Array.isArray(value)) throw wrong(name, value, "an array of records");
      into.u32(value.length);
      for (const record of value as readonly ArgRecord[]) packFields(into, type.fields, record);
      return;
    case "bulk":
      return;
  }
}

const DOUBLE_BYTES = 8;

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(DOUBLE_BYTES);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

function packUnsigned(into: Packer, name: string, tag: "unsigned" | "byte", value: ArgValue | undefined): void {
  if (typeof value !== "number") throw wrong(name, value, "a number");
  needRange(what(name), 0, "value", value, tag === "byte" ? 0xff : 0xffff_ffff);
  if (tag === "byte") into.put(Uint8Array.of(value));
  else into.u32(value);
}

function packBounded(into: Packer, name: string, value: ArgValue | undefined): void {
  if (!isBounded(value)) throw wrong(name, value, "{ max, bytes }");
  needRange(what(name), 4, "length", value.bytes.length, value.max);
  into.u32(value.max);
  into.u32(value.bytes.length);
  into.put(value.bytes);
}

function packFixed(into: Packer, name: string, length: number, value: ArgValue | undefined): void {
  if (!(value instanceof Uint8Array) || value.length !== length) throw wrong(name, undefined, `${length} bytes`);
  into.put(value);
}

/** A value, or its length, at its place in a body; what fills the last unit up is counted too. */
export interface ArgPart {
  readonly path: string; // "place.x", "name.length", "points[1].y"
  readonly at: number; // first byte, from the start of the body
  readonly length: number;
  readonly padding: number; // bytes of them that only fill up
}

/** Reads a body from its start, and notes where each value stands. */
class Unpacker {
  at: number;
  readonly parts: ArgPart[] = [];
  private readonly bytes: Uint8Array;
  private readonly path: string[] = [];

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** @param part what of the value stands here: "length"; "" for the value itself */
  u32(name: string, part = ""): number {
    return u32(this.bytes, this.skip(name, 4, part));
  }

  u8(name: string): number {
    return u8(this.bytes, this.skip(name, 1));
  }

  /** Reads a value within the one that is called `step`. */
  within<Value>(step: string, read: () => Value): Value {
    this.path.push(step);
    const value = read();
    this.path.pop();
    return value;
  }

  /** A copy of the next bytes; the padding behind them is passed over. */
  take(name: string, length: number): Uint8Array {
    const from = this.skip(name, length);
    return this.bytes.slice(from, from + length);
  }

  end(): void {
    if (this.at === this.bytes.length) return;
    const got = this.bytes.length - this.at;
    throw new WireError({ what: "RPC2 body", at: this.at, field: "bytes left over", got, want: "0" });
  }

  private skip(name: string, length: number, part = ""): number {
    const whole = padded(length);
    needBytes(what(name), this.at, this.bytes.length, whole);
    const path = [...this.path, name, part]
      .filter((step) => step !== "")
      .join(".")
      .replaceAll(".[", "[");
    if (whole > 0) this.parts.push({ path, at: this.at, length: whole, padding: whole - length });
    this.at += whole;
    return this.at - whole;
  }
}

function unpackFields(from: Unpacker, fields: readonly ArgField[]): ArgRecord {
  return Object.fromEntries(
    fields.filter(({ type }) => type.tag !== "bulk").map((one) => [one.name, unpack(from, one)]),
  );
}

function unpack(from: Unpacker, { name, type }: ArgField): ArgValue {
  switch (type.tag) {
    case "integer":
    case "enum":
      return from.u32(name) | 0;
    case "unsigned":
      return from.u32(name);
    case "byte":
      return from.u8(name);
    case "string":
      return unpackString(from, name);
    case "counted":
      return from.take(name, from.u32(name, "length"));
    case "bounded": {
      const max = from.u32(name, "max");
      const at = from.at;
      const length = from.u32(name, "length");
      needRange(what(name), at, "length", length, max);
      return { max, bytes: from.take(name, length) };
    }
    case "key":
      return from.take(name, KEY_BYTES);
    case "double": {
      const { buffer } = from.take(name, DOUBLE_BYTES);
      return new DataView(buffer).getFloat64(0, true);
    }
    case "bytes":
      return from.take(name, type.length);
    case "struct":
      return from.within(name, () => unpackFields(from, type.fields));
    case "structs": {
      const count = from.u32(name, "count");
      needRange(what(name), from.at - 4, "count", count, RPC2_MAX_BODY / 4); // no struct is shorter than a word
      const each = (_: unknown, i: number): ArgRecord => from.within(`[${i}]`, () => unpackFields(from, type.fields));
      return from.within(name, () => Array.from({ length: count }, each));
    }
    case "bulk":
      return {};
  }
}

function unpackString(from: Unpacker, name: string): string {
  const at = from.at;
  const length = from.u32(name, "length");
  const bytes = from.take(name, length + 1);
  const zero = bytes.indexOf(0);
  if (zero !== length) {
    const got = zero < 0 ? "none" : `one at ${zero}`;
    throw new WireError({ what: what(name), at: at + 4, field: "final zero", got, want: `one at ${length}` });
  }
  return decodeUtf8(bytes.subarray(0, length));
}

/** One value from byte `at` of a body on, and the byte behind it. Throws WireError. */
export function unpackAt(body: Uint8Array, at: number, field: ArgField) {
  const from = new Unpacker(body, at);
  return { value: unpack(from, field), next: from.at };
}

const inRequest = ({ mode }: Arg): boolean => mode !== "OUT";
const inReply = ({ mode }: Arg): boolean => mode !== "IN";

/**
 * The body of a request, as MAKEMULTI packs it once for all servers. An OUT parameter of bounded bytes is sent too, to
 * tell how much the caller has room for, with length 0: `record` gives its `max`. Throws WireError.
 */
export function packRequest(args: readonly Arg[], record: ArgRecord): Uint8Array {
  const into = new Packer();
  for (const arg of args) {
    const value = record[arg.name];
    if (inRequest(arg)) pack(into, arg, value);
    else if (arg.type.tag === "bounded") {
      if (!isBounded(value)) throw wrong(arg.name, value, "{ max, bytes } also where it is OUT, for its max");
      packBounded(into, arg.name, { max: value.max, bytes: new Uint8Array(0) });
    }
  }
  return into.take();
}

const standsInRequest = (arg: Arg): boolean => inRequest(arg) || arg.type.tag === "bounded";

/** Reads a request as a server's stub does. An OUT parameter of bounded bytes comes as its `max` without bytes. */
export function unpackRequest(args: readonly Arg[], body: Uint8Array): ArgRecord {
  const from = new Unpacker(body);
  const record = unpackFields(from, args.filter(standsInRequest));
  from.end();
  return record;
}

/** Where each value stands in a body. Throws WireError. */
export function argParts(packet: "request" | "reply", args: readonly Arg[], body: Uint8Array): readonly ArgPart[] {
  const from = new Unpacker(body);
  unpackFields(from, args.filter(packet === "request" ? standsInRequest : inReply));
  from.end();
  return from.parts;
}

/** The body of a reply. Throws WireError. */
export function packReply(args: readonly Arg[], record: ArgRecord): Uint8Array {
  const into = new Packer();
  packFields(into, args.filter(inReply), record);
  return into.take();
}

/** Reads a reply as UNPACKMULTI does for the handler. Throws WireError. */
export function unpackReply(args: readonly Arg[], body: Uint8Array): ArgRecord {
  const from = new Unpacker(body);
  const record = unpackFields(from, args.filter(inReply));
  from.end();
  return record;
}
