/**
 * Formats as tables: each field of a header with its place, width, name and meaning, said once. From that come offsets
 * and ranges for the readers and writers, the fields that a reader of a packet sees, and the table in FORMATS.md.
 * Readers and writers of headers that every packet has are written by hand, because they are quicker; `readHeader` and
 * `writeHeader` do the same by the table, and tests hold one to the other.
 *
 * A field has 1 to 48 bits, or 64. One that begins inside a byte says at which `bit` of it, from 0, the most
 * significant. A field of 64 bits is a bigint. One with a `value` is constant: writers need not give it, readers do not
 * get it, and another value is an error.
 */
import { lowFirst32, putLowFirst32, u8 } from "./bytes.ts";
import { WireError } from "./error.ts";
import type { Field } from "./layer.ts";

interface FieldOptions {
  /** The bit of the byte `at` that it begins at, from 0, the most significant one; left out: 0. */
  readonly bit?: number;
  readonly signed?: boolean;
  /** Of 32 bits: the lower word of 16 bits stands first, as in the memory of a Dorado. */
  readonly lowWordFirst?: boolean;
  /** The greatest value, where the format allows less than the width does. */
  readonly max?: number;
  /** Writes the value as people do, in place of a decimal number. */
  readonly text?: (value: number) => string;
  /** A remark on the value; undefined for none. */
  readonly note?: (value: number) => string | undefined;
  /** Single bits that are shown as fields of their own, "yes" or "no", in place of the whole. */
  readonly flags?: Readonly<Record<string, number>>;
}

interface HeaderField extends FieldOptions {
  readonly name: string; // "server space"
  readonly at: number; // byte offset from the start of the header
  readonly bits: number;
  readonly means: string; // "the address space that is called"
  /** What its values are, in the types of those who read and write it. */
  readonly holds: "number" | "bigint" | "constant";
  readonly value?: number; // of a constant
}

type Of<Holds extends HeaderField["holds"]> = HeaderField & { readonly holds: Holds };
type Value = { readonly value: number };

/** A field of `bits` bits, most significant byte first, `at` bytes from the start of its header. */
export function field(
  name: string,
  at: number,
  bits: number,
  means: string,
  options: FieldOptions & Value,
): Of<"constant">;
export function field(name: string, at: number, bits: 64, means: string, options?: FieldOptions): Of<"bigint">;
export function field(name: string, at: number, bits: number, means: string, options?: FieldOptions): Of<"number">;
export function field(
  name: string,
  at: number,
  bits: number,
  means: string,
  options: FieldOptions & Partial<Value> = {},
): HeaderField {
  const holds = options.value !== undefined ? "constant" : bits === BIG ? "bigint" : "number";
  return { name, at, bits, means, holds, ...options };
}

/**
 * @typeParam Key the fields with numbers
 * @typeParam Big those of 64 bits
 */
export interface Header<Key extends string = string, Big extends string = never> {
  readonly what: string; // "Firefly RPC header", as errors and FORMATS.md call it
  readonly source: string; // of the layout
  readonly bytes: number;
  readonly at: Readonly<Record<Key | Big, number>>; // offsets
  readonly fields: Readonly<Record<Key | Big, CheckedField>>;
  readonly inOrder: readonly (readonly [key: string, CheckedField])[];
}

/** A field with the limits of its value. All have the same keys in the same order, so that they are read quickly. */
export interface CheckedField extends Pick<HeaderField, "name" | "at" | "bits" | "means" | "holds"> {
  readonly what: string; // of the header
  readonly bit: number;
  readonly min: number;
  readonly max: number; // of 64 bits: what a number can hold of it
  readonly signed: boolean;
  readonly lowWordFirst: boolean;
  readonly shown: Pick<FieldOptions, "text" | "note" | "flags">;
}

type Fields = Readonly<Record<string, HeaderField>>;
/** The names of the fields that hold such values. */
type Names<All extends Fields, Holds extends HeaderField["holds"]> = {
  [Name in keyof All & string]: All[Name]["holds"] extends Holds ? Name : never;
}[keyof All & string];

/**
 * A header of these fields, in their order. Throws RangeError where two of them share a bit, where a width is none, and
 * where the last one ends inside a byte.
 */
export function header<All extends Fields>(
  what: string,
  source: string,
  fields: All,
): Header<Names<All, "number">, Names<All, "bigint">> {
  let end = 0; // in bits
  for (const one of Object.values(fields)) {
    checkWidth(what, one);
    const from = startOf(one);
    if (from < end)
      throw new RangeError(`${what}: ${one.name} starts at ${placeText(one)}, inside the field before it.`);
    end = from + one.bits;
  }
  if (end % BYTE !== 0)
    throw new RangeError(
      `${what}: its last field ends inside a byte, ${BYTE - (end % BYTE)} bits before the end of it.`,
    );
  const by = <Of>(of: (one: HeaderField) => Of): Record<keyof All & string, Of> =>
    Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, of(one)])) as Record<keyof All & string, Of>;
  const checked = by((one) => checkedField(what, one));
  const inOrder = Object.entries<CheckedField>(checked);
  return { what, source, bytes: end / BYTE, at: by(({ at }) => at), fields: checked, inOrder };
}

const BYTE = 8;
const BIG = 64;
const MOST_BITS = 48;

const startOf = ({ at, bit = 0 }: Pick<HeaderField, "at" | "bit">): number => at * BYTE + bit;
const placeText = ({ at, bit = 0 }: Pick<HeaderField, "at" | "bit">): string =>
  bit === 0 ? `byte ${at}` : `bit ${bit} of byte ${at}`;

function checkWidth(what: string, { name, bits, bit = 0, lowWordFirst = false, value }: HeaderField): void {
  const isWidth = Number.isInteger(bits) && ((bits >= 1 && bits <= MOST_BITS) || (bits === BIG && value === undefined));
  if (!isWidth)
    throw new RangeError(`${what}, ${name}: ${bits} bits, want 1 to ${MOST_BITS}, or ${BIG} without a value.`);
  if (!Number.isInteger(bit) || bit < 0 || bit >= BYTE)
    throw new RangeError(`${what}, ${name}: bit ${bit} of a byte, want 0 (the most significant) to 7.`);
  if ((bit !== 0 || bits % BYTE !== 0) && lowWordFirst)
    throw new RangeError(`${what}, ${name}: a field whose low word stands first is whole bytes.`);
}

function checkedField(
  what: string,
  { name, at, bits, means, holds, bit = 0, signed = false, lowWordFirst = false, max, value, ...shown }: HeaderField,
): CheckedField {
  const most = Math.min((signed ? 2 ** (bits - 1) : 2 ** bits) - 1, Number.MAX_SAFE_INTEGER);
  const min = signed ? -(2 ** (bits - 1)) : 0;
  const limits = value === undefined ? { min, max: max ?? most } : { min: value, max: value };
  return { what, name, at, bits, means, holds, bit, ...limits, signed, lowWordFirst, shown };
}

/** Throws WireError where a value, to be written into a header at `at`, is outside of the field's limits. */
export function needFits(one: CheckedField, at: number, value: number): void {
  if (Number.isInteger(value) && value >= one.min && value <= one.max) return;
  throw fieldError(one, at, value, `a whole number of ${one.min}…${one.max}`);
}

/** The error of a field of the header at `at`. */
export const fieldError = (
  { what, name, at: offset }: CheckedField,
  at: number,
  got: number | string,
  want: string,
  advice = "",
): WireError => new WireError({ what, at: at + offset, field: name, got, want, advice });

/** The value of a field of the header at `at`, which must be there. */
function readField(one: CheckedField, bytes: Uint8Array, at: number): number {
  const { at: offset, bits, signed, lowWordFirst } = one;
  const value = lowWordFirst ? lowFirst32(bytes, at + offset) : readBits(bytes, at * BYTE + startOf(one), bits);
  return signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** So many bits, at most 48, from a bit on. */
function readBits(bytes: Uint8Array, from: number, bits: number): number {
  let value = 0;
  for (let at = from, left = bits; left > 0;) {
    const inByte = at % BYTE;
    const taken = Math.min(left, BYTE - inByte);
    const part = (u8(bytes, (at - inByte) / BYTE) >> (BYTE - inByte - taken)) & ((1 << taken) - 1);
    value = value * (1 << taken) + part;
    at += taken;
    left -= taken;
  }
  return value;
}

/** Writes a field of the header at `at`. Throws WireError for a value outside of its limits. */
function writeField(one: CheckedField, into: Uint8Array, at: number, value: number): void {
  needFits(one, at, value);
  const { bits, at: offset } = one;
  if (one.lowWordFirst) putLowFirst32(into, at + offset, value);
  else writeBits(into, at * BYTE + startOf(one), bits, value < 0 ? value + 2 ** bits : value);
}

function writeBits(into: Uint8Array, from: number, bits: number, value: number): void {
  let rest = value;
  for (let end = from + bits, left = bits; left > 0;) {
    const behind = (BYTE - (end % BYTE)) % BYTE; // bits of this byte behind the field
    const taken = Math.min(left, BYTE - behind);
    const place = (end + behind) / BYTE - 1;
    const mask = ((1 << taken) - 1) << behind;
    into[place] = (u8(into, place) & ~mask) | ((rest % (1 << taken)) << behind);
    rest = Math.floor(rest / (1 << taken));
    end -= taken;
    left -= taken;
  }
}

const HALF = 32;

function readBig({ at: offset, bit }: CheckedField, bytes: Uint8Array, at: number): bigint {
  const from = (at + offset) * BYTE + bit;
  return (BigInt(readBits(bytes, from, HALF)) << BigInt(HALF)) | BigInt(readBits(bytes, from + HALF, HALF));
}

/** Throws WireError for a value that is no bigint of 64 bits. */
function writeBig(one: CheckedField, into: Uint8Array, at: number, value: bigint): void {
  if (typeof value !== "bigint" || BigInt.asUintN(BIG, value) !== value)
    throw fieldError(one, at, String(value), `a bigint of 0n…${2n ** BigInt(BIG) - 1n}n`);
  const from = (at + one.at) * BYTE + one.bit;
  writeBits(into, from, HALF, Number(value >> BigInt(HALF)));
  writeBits(into, from + HALF, HALF, Number(BigInt.asUintN(HALF, value)));
}

type Numbers<Key extends string> = Readonly<Record<Key, number>>;
type Values<Key extends string, Big extends string> = Numbers<Key> & Readonly<Record<Big, bigint>>;

/** Every field's value by the table, but for the constants. Throws WireError where one of these is another. */
export function readHeader<Key extends string, Big extends string = never>(
  { inOrder }: Header<Key, Big>,
  bytes: Uint8Array,
  at: number,
): Values<Key, Big> {
  const values: Record<string, number | bigint> = {};
  for (const [key, one] of inOrder) {
    if (one.holds === "bigint") {
      values[key] = readBig(one, bytes, at);
      continue;
    }
    const value = readField(one, bytes, at);
    if (one.holds === "number") values[key] = value;
    else if (value !== one.min) throw fieldError(one, at, value, String(one.min));
  }
  return values as Values<Key, Big>;
}

/** Writes every field by the table. Throws WireError for a value that does not fit. */
export function writeHeader<Key extends string, Big extends string = never>(
  { inOrder }: Header<Key, Big>,
  values: Values<Key, Big>,
  into: Uint8Array,
  at: number,
): void {
  for (const [key, one] of inOrder) {
    const value = (values as Readonly<Record<string, number | bigint>>)[key];
    if (one.holds === "bigint") writeBig(one, into, at, value as bigint);
    else writeField(one, into, at, one.holds === "constant" ? one.min : (value as number));
  }
}

/** Changes what the table shows of a field: other words, or several fields in its place. */
export type Shown = Partial<Pick<Field, "name" | "text" | "note" | "length">> | readonly Field[];

/** The fields of the header at `at` of a frame, as a reader of the packet sees them. */
export function showHeader<Key extends string, Big extends string = never>(
  { fields }: Header<Key, Big>,
  frame: Uint8Array,
  at: number,
  otherwise: Partial<Readonly<Record<Key, Shown>>> = {},
): Field[] {
  return (Object.keys(fields) as Key[]).flatMap((key) => {
    const other = otherwise[key];
    return isFields(other) ? other : showField(fields[key], frame, at, other);
  });
}

const isFields = (shown: Shown | undefined): shown is readonly Field[] => Array.isArray(shown);

function showField(one: CheckedField, frame: Uint8Array, from: number, other: Partial<Field> = {}): readonly Field[] {
  const length = Math.ceil((one.bit + one.bits) / BYTE);
  const place = { at: from + one.at, length };
  if (one.holds === "bigint") return [{ name: one.name, text: hexText(readBig(one, frame, from)), ...place, ...other }];
  const value = readField(one, frame, from);
  const { flags, note: noteOf, text: textOf } = one.shown;
  if (flags !== undefined) {
    return Object.entries(flags).map(([name, mask]) => ({ name, text: (value & mask) !== 0 ? "yes" : "no", ...place }));
  }
  const note = noteOf?.(value);
  const text = textOf?.(value) ?? String(value);
  return [{ name: one.name, text, ...place, ...(note === undefined ? {} : { note }), ...other }];
}

const hexText = (value: bigint): string => `0x${value.toString(16).padStart(BIG / 4, "0")}`;

/** The table of a format for FORMATS.md. */
export function headerTable({ what, source, bytes, fields }: Header): string {
  const rows = Object.values<CheckedField>(fields).map(({ at, bit, bits, name, means, min, max, signed, holds }) => {
    const isLess = holds !== "bigint" && (signed || max !== 2 ** bits - 1);
    const values = holds === "constant" ? `${min}` : isLess ? `${min} to ${max}` : "";
    const isWhole = bit === 0 && bits % BYTE === 0;
    const [place, width] = isWhole ? [`${at}`, `${bits / BYTE}`] : [`${at}, bit ${bit}`, `${bits} bits`];
    return `| ${place} | ${width} | ${name} | ${values} | ${means} |`;
  });
  const head = ["| byte | bytes | field | values | |", "|---|---|---|---|---|"];
  return [`## ${what}`, "", `${bytes} bytes. ${source}`, "", ...head, ...rows].join("\n");
}
