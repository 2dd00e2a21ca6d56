/**
 * Values that bytes of a captured call or of its results have by an interface file, whatever its language: each has its
 * name and its range of bytes.
 */
import type { Place } from "./error.ts";

interface PlaceInFile extends Place {
  readonly source: string; // the file or the flag that the text comes from; "" where there is only one
}

export interface NamedValue {
  readonly name: string; // "x"; "[3]" of an element
  readonly type: string; // "unsigned int", "string<255>", or the name that the interface gives it
  readonly from: number; // of the bytes given
  readonly to: number; // behind its last byte
  /** A number, a text, the digits of opaque bytes, digits of a hyper as a text; null where `parts` has all. */
  readonly value: string | number | boolean | null;
  readonly parts: readonly NamedValue[];
  readonly note: string | null; // what is odd about it: "no value of nfsstat3"
  readonly place: PlaceInFile | null; // in the interface; null for elements, which stand where their list does
}

/** The values of a message, as far as its bytes could be read. */
export interface ReadValues {
  readonly values: readonly NamedValue[]; // the arguments, or the results
  readonly next: number; // behind the last byte that a value has; bytes behind it belong to none
  readonly stopped: string | null; // "byte 12, data: the length 4294967295, and 8 bytes are left."
}

/** A call has no more values than a reader can look at; memory for them is bounded, too. */
export const MOST_VALUES = 10_000;
export const SHOWN_BYTES = 1024; // of opaque data

/** Values as plain data, for JSON: lists and objects by their names. */
export function plainValues(values: readonly NamedValue[]): unknown {
  if (values.length > 0 && values.every(({ name }) => name.startsWith("["))) return values.map(plainValue);
  return Object.fromEntries(values.map((value) => [value.name, plainValue(value)]));
}

function plainValue(value: NamedValue): unknown {
  if (value.parts.length > 0) return plainValues(value.parts);
  return value.value ?? (value.type.endsWith(">") || value.type.endsWith("]") ? [] : null);
}
