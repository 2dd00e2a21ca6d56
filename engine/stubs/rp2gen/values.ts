/**
 * The values of a call as people write them, in JSON, and as MakeMulti packs them (wire/rpc2-args.ts). Bytes are
 * hexadecimal digits, two a byte; a BoundedBS is {"max", "bytes"}; an enumeration is one of its names or numbers; bulk
 * data is left out, or null.
 */
import { RPC2_MAX_BODY } from "../../wire/rpc2.ts";
import {
  argParts,
  packReply,
  packRequest,
  unpackReply,
  unpackRequest,
  type ArgPart,
  type ArgRecord,
  type ArgValue,
} from "../../wire/rpc2-args.ts";
import { WireError } from "../../wire/error.ts";
import { inside, shown, StubError, type StubPlace } from "../error.ts";
import { wireArgs } from "./args.ts";
import { bare, isIn } from "./types.ts";
import type { Field, Procedure, Rp2Type } from "./types.ts";

export type Rp2Value = number | string | null | Rp2Record | readonly Rp2Record[];
export interface Rp2Record {
  readonly [name: string]: Rp2Value;
}

export type Packet = "request" | "reply";

const KEY_BYTES = 8;
const HEX = /^(?:[0-9a-f]{2})*$/i;
const NUMBERS = { integer: [-0x8000_0000, 0x7fff_ffff], unsigned: [0, 0xffff_ffff], byte: [0, 255] } as const;

const placeOf = ({ name }: Procedure, packet: Packet): StubPlace => ({
  procedure: name,
  part: packet === "request" ? "arguments" : "results",
  argument: "",
});

const wrong = (place: StubPlace, value: unknown, want: string): StubError =>
  new StubError(place, "byte", null, shown(value), want);

function recordOf(place: StubPlace, fields: readonly Field[], value: unknown): ArgRecord {
  const names = fields.map(({ name }) => name).join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(place, value, names === "" ? "an object without fields" : `an object with ${names}`);
  }
  const given = value as Readonly<Record<string, unknown>>;
  const strange = Object.keys(given).find((name) => !fields.some((field) => field.name === name));
  if (strange !== undefined) throw wrong(inside(place, strange), given[strange], names === "" ? "no values" : names);
  const entries = fields.map(({ name, type }): [string, ArgValue] => {
    return [name, valueOf(inside(place, name), type, Object.hasOwn(given, name) ? given[name] : undefined)];
  });
  return Object.fromEntries(entries);
}

function valueOf(place: StubPlace, type: Rp2Type, value: unknown): ArgValue {
  const is = bare(type);
  switch (is.tag) {
    case "integer":
    case "unsigned":
    case "byte": {
      const [least, most] = NUMBERS[is.tag];
      if (isWhole(value, least, most)) return value;
      throw wrong(place, value, `a whole number from ${least} to ${most}`);
    }
    case "enum": {
      const one = is.names.find((known) => known.name === value || known.value === value);
      if (one !== undefined) return one.value;
      throw wrong(place, value, `one of ${is.names.map(({ name }) => name).join(", ")}`);
    }
    case "string":
      if (typeof value === "string" && !/\0|\p{Surrogate}/u.test(value)) return value;
      throw wrong(place, value, "a text without a zero character or half a character");
    case "double":
      if (typeof value === "number") return value;
      throw wrong(place, value, "a number");
    case "counted bytes":
      return bytesOf(place, value, null);
    case "key":
      return bytesOf(place, value, KEY_BYTES);
    case "bytes":
      return bytesOf(place, value, is.length);
    case "bounded bytes":
      return boundedOf(place, value);
    case "struct":
      return recordOf(place, is.fields, value);
    case "list": {
      const of = bare(is.of);
      if (!Array.isArray(value) || of.tag !== "struct") throw wrong(place, value, "a list of structures");
      return value.map((one, i) => recordOf(inside(place, `[${i}]`), of.fields, one));
    }
    case "bulk":
      if (value === null || value === undefined) return {};
      throw wrong(place, value, "nothing: bulk data moves beside the call");
  }
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

function bytesOf(place: StubPlace, value: unknown, length: number | null): Uint8Array {
  if (typeof value === "string" && HEX.test(value) && (length === null || value.length === 2 * length)) {
    return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  throw wrong(place, value, `${length === null ? "bytes" : `${length} bytes`} in hexadecimal digits`);
}

function boundedOf(place: StubPlace, value: unknown): ArgValue {
  if (typeof value !== "object" || value === null) throw wrong(place, value, 'an object with "max" and "bytes"');
  const { max, bytes } = value as Readonly<Record<string, unknown>>;
  if (!isWhole(max, 0, RPC2_MAX_BODY)) {
    throw wrong(inside(place, "max"), max, `a whole number from 0 to ${RPC2_MAX_BODY}`);
  }
  const given = bytesOf(inside(place, "bytes"), bytes, null);
  if (given.length > max) throw wrong(inside(place, "bytes"), `${given.length} bytes`, `at most ${max} bytes`);
  return { max, bytes: given };
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The values of a record in JSON. Throws StubError where an enumeration has no such number. */
function jsonOf(place: StubPlace, fields: readonly Field[], record: ArgRecord): Rp2Record {
  const there = fields.filter(({ type }) => bare(type).tag !== "bulk");
  return Object.fromEntries(
    there.map(({ name, type }) => [name, oneJson(inside(place, name), type, record[name])] as const),
  );
}

function oneJson(place: StubPlace, type: Rp2Type, value: ArgValue | undefined): Rp2Value {
  const is = bare(type);
  if (is.tag === "enum") {
    const one = is.names.find((known) => known.value === value);
    if (one !== undefined) return one.name;
    throw wrong(place, value, `the number of ${is.names.map(({ name }) => name).join(", ")}`);
  }
  if (value instanceof Uint8Array) return hexOf(value);
  if (typeof value === "number" || typeof value === "string") return value;
  if (is.tag === "struct") return jsonOf(place, is.fields, value as ArgRecord);
  const of = is.tag === "list" ? bare(is.of) : is;
  if (Array.isArray(value) && of.tag === "struct") {
    return (value as readonly ArgRecord[]).map((one, i) => jsonOf(inside(place, `[${i}]`), of.fields, one));
  }
  const { max, bytes } = value as { readonly max: number; readonly bytes: Uint8Array };
  return { max, bytes: hexOf(bytes) };
}

export interface Body {
  readonly bytes: Uint8Array;
  readonly parts: readonly ArgPart[];
}

/** The same as `run`, with a body that cannot be told in the words of stubs. */
function asStub<Result>(place: StubPlace, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new StubError(place, "byte", error.at, String(error.got), error.want);
  }
}

/** The body of a packet with these values. Throws StubError where they do not fit. */
export function pack(procedure: Procedure, packet: Packet, values: unknown): Body {
  const place = placeOf(procedure, packet);
  const args = wireArgs(procedure);
  const there = procedure.parameters.filter((one) => isIn(packet, one));
  const record = recordOf(place, there, values);
  return asStub(place, () => {
    const bytes = packet === "request" ? packRequest(args, record) : packReply(args, record);
    return { bytes, parts: argParts(packet, args, bytes) };
  });
}

/** The values in a body. Throws StubError for a body that no values give. */
export function unpack(procedure: Procedure, packet: Packet, body: Uint8Array): Rp2Record {
  const place = placeOf(procedure, packet);
  const args = wireArgs(procedure);
  const record = asStub(place, () => (packet === "request" ? unpackRequest(args, body) : unpackReply(args, body)));
  return jsonOf(
    place,
    procedure.parameters.filter((one) => isIn(packet, one)),
    record,
  );
}
