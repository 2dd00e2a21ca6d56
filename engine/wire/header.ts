/**
 * Formats as tables: each field of a header with its place, width, name and meaning, said once. From that come offsets
 * and ranges for the readers and writers, the fields that a reader of a packet sees, and the table in FORMATS.md.
 * Readers and writers of headers that every packet has are written by hand, because they are quicker; `readHeader` and
 * `writeHeader` do the same by the table, and tests hold one to the other.
 */
import { lowFirst32, putLowFirst32, putU16, putU32, putU48, u16, u32, u48, u8 } from "./bytes.ts";
import { WireError } from "./error.ts";
import type { Field } from "./layer.ts";

type Bits = 8 | 16 | 32 | 48;

interface FieldOptions {
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
  readonly bits: Bits;
  readonly means: string; // "the address space that is called"
}

/** A field of `bits` bits, most significant byte first, `at` bytes from the start of its header. */
export const field = (
  name: string,
  at: number,
  bits: Bits,
  means: string,
  options: FieldOptions = {},
): HeaderField => ({ name, at, bits, means, ...options });

export interface Header<Key extends string = string> {
  readonly what: string; // "Firefly RPC header", as errors and FORMATS.md call it
  readonly source: string; // of the layout
  readonly bytes: number;
  readonly at: Readonly<Record<Key, number>>; // offsets
  readonly fields: Readonly<Record<Key, CheckedField>>;
}

/** A field with the limits of its value. All have the same keys in the same order, so that they are read quickly. */
export interface CheckedField extends Pick<HeaderField, "name" | "at" | "bits" | "means"> {
  readonly what: string; // of the header
  readonly min: number;
  readonly max: number;
  readonly signed: boolean;
  readonly lowWordFirst: boolean;
  readonly shown: Pick<FieldOptions, "text" | "note" | "flags">;
}

/** A header of these fields, in their order. Throws RangeError where two of them share a byte. */
export function header<Key extends string>(
  what: string,
  source: string,
  fields: Readonly<Record<Key, HeaderField>>,
): Header<Key> {
  const entries = Object.entries(fields) as [Key, HeaderField][];
  let end = 0;
  for (const [, { name, at, bits }] of entries) {
    if (at < end) throw new RangeError(`${what}: ${name} starts at byte ${at}, inside the field before it.`);
    end = at + bits / 8;
  }
  return {
    what,
    source,
    bytes: end,
    at: Object.fromEntries(entries.map(([key, { at }]) => [key, at])) as Record<Key, number>,
    fields: Object.fromEntries(entries.map(([key, one]) => [key, checkedField(what, one)])) as Record<
      Key,
      CheckedField
    >,
  };
}

function checkedField(
  what: string,
  { name, at, bits, means, signed = false, lowWordFirst = false, max, ...shown }: HeaderField,
): CheckedField {
  const most = (signed ? 2 ** (bits - 1) : 2 ** bits) - 1;
  const min = signed ? -(2 ** (bits - 1)) : 0;
  return { what, name, at, bits, means, min, max: max ?? most, signed, lowWordFirst, shown };
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
function readField({ at: offset, bits, signed, lowWordFirst }: CheckedField, bytes: Uint8Array, at: number): number {
  const value = lowWordFirst ? lowFirst32(bytes, at + offset) : READ[bits](bytes, at + offset);
  return signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

const READ: Readonly<Record<Bits, (bytes: Uint8Array, at: number) => number>> = { 8: u8, 16: u16, 32: u32, 48: u48 };

/** Writes a field of the header at `at`. Throws WireError for a value outside of its limits. */
function writeField(one: CheckedField, into: Uint8Array, at: number, value: number): void {
  needFits(one, at, value);
  const { bits, at: offset } = one;
  if (bits === 8) into[at + offset] = value;
  else if (bits === 16) putU16(into, at + offset, value);
  else if (one.lowWordFirst) putLowFirst32(into, at + offset, value);
  else if (bits === 32) putU32(into, at + offset, value);
  else putU48(into, at + offset, value);
}

type Numbers<Key extends string> = Readonly<Record<Key, number>>;

/** Every field's value by the table. */
export function readHeader<Key extends string>({ fields }: Header<Key>, bytes: Uint8Array, at: number): Numbers<Key> {
  const entries = Object.entries<CheckedField>(fields).map(([key, one]) => [key, readField(one, bytes, at)]);
  return Object.fromEntries(entries) as Numbers<Key>;
}

/** Writes every field by the table. Throws WireError for a value that does not fit. */
export function writeHeader<Key extends string>(
  { fields }: Header<Key>,
  values: Numbers<Key>,
  into: Uint8Array,
  at: number,
): void {
  for (const key of Object.keys(fields) as Key[]) writeField(fields[key], into, at, values[key]);
}

/** Changes what the table shows of a field: other words, or several fields in its place. */
export type Shown = Partial<Pick<Field, "name" | "text" | "note" | "length">> | readonly Field[];

/** The fields of the header at `at` of a frame, as a reader of the packet sees them. */
export function showHeader<Key extends string>(
  { fields }: Header<Key>,
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
  const value = readField(one, frame, from);
  const place = { at: from + one.at, length: one.bits / 8 };
  const { flags, note: noteOf, text: textOf } = one.shown;
  if (flags !== undefined) {
    return Object.entries(flags).map(([name, mask]) => ({ name, text: (value & mask) !== 0 ? "yes" : "no", ...place }));
  }
  const note = noteOf?.(value);
  const text = textOf?.(value) ?? String(value);
  return [{ name: one.name, text, ...place, ...(note === undefined ? {} : { note }), ...other }];
}

/** The table of a format for FORMATS.md. */
export function headerTable({ what, source, bytes, fields }: Header): string {
  const rows = Object.values<CheckedField>(fields).map(({ at, bits, name, means, min, max, signed }) => {
    const values = signed || max !== 2 ** bits - 1 ? `${min} to ${max}` : "";
    return `| ${at} | ${bits / 8} | ${name} | ${values} | ${means} |`;
  });
  const head = ["| byte | bytes | field | values | |", "|---|---|---|---|---|"];
  return [`## ${what}`, "", `${bytes} bytes. ${source}`, "", ...head, ...rows].join("\n");
}
