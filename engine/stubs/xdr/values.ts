/** The values of XDR types, as JSON holds them. */
import { quoteUpTo } from "../../faults/quote.ts";
import { digitsOf } from "../../wire/bytes.ts";

/**
 * Values of XDR types as JSON holds them:
 *
 * | type | value |
 * |---|---|
 * | int, short, char, unsigned | a whole number |
 * | hyper, unsigned hyper | a text of decimal digits, since a JSON number is exact only up to 2^53; small numbers too |
 * | float, double | a number, or "NaN", "Infinity", "-Infinity", "-0" as a text; "NaN(7fa00001)" with other bits |
 * | quadruple | a text of 32 hexadecimal digits: sign, exponent and fraction as they stand in the 16 bytes |
 * | bool | true or false |
 * | enum | the name of a value |
 * | opaque | a text of hexadecimal digits, two a byte |
 * | string | a text, as UTF-8; {"bytes": "ff00"}, an object with hexadecimal digits, where its bytes are none |
 * | array | a list |
 * | struct | an object with its fields and no others |
 * | union | an object with its discriminant and the field of the arm, which a void arm has not |
 * | optional | null where it is absent |
 * | linked list | a list: of the field beside the link, or of objects where there are several; nodes are read, too |
 * | void | null |
 */
export type XdrValue = number | string | boolean | null | readonly XdrValue[] | XdrRecord;
export interface XdrRecord {
  readonly [field: string]: XdrValue;
}

export const isList = (value: XdrValue | undefined): value is readonly XdrValue[] => Array.isArray(value);
export const isRecord = (value: XdrValue | undefined): value is XdrRecord =>
  typeof value === "object" && value !== null && !isList(value);

const LONGEST = 40; // characters of a text in an error

/** A value in an error's words. */
export function shown(value: XdrValue | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return quoteUpTo(LONGEST, value);
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : "an object";
  return String(value);
}

/** Numbers that JSON cannot hold, and -0, which it loses. */
const UNUSUAL: ReadonlyMap<string, number> = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);

export const WANT_FLOAT = `a number, or ${[...UNUSUAL.keys()].map((text) => JSON.stringify(text)).join(", ")}`;

/** The number that a value stands for; undefined where it stands for none. */
export function floatFrom(value: XdrValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? UNUSUAL.get(value) : undefined;
}

/** The value for a number. */
export function floatValue(number: number): XdrValue {
  if (Number.isFinite(number) && !Object.is(number, -0)) return number;
  return Object.is(number, -0) ? "-0" : String(number);
}

/** The field of an object that stands for a text whose bytes are no UTF-8. */
export const BYTES = "bytes";

/** The bytes of the usual NaN. */
const USUAL_NAN: readonly string[] = ["7fc00000", "7ff8000000000000"];

/** A NaN with its bits: "NaN" for the usual one, else "NaN(7fa00001)". */
export function nanValue(bytes: Uint8Array): string {
  const digits = digitsOf(bytes);
  return USUAL_NAN.includes(digits) ? "NaN" : `NaN(${digits})`;
}

/** The bytes of a NaN that is written with its bits; undefined for any other value. */
export function nanBytes(value: XdrValue | undefined, length: number): Uint8Array | undefined {
  const digits = typeof value === "string" ? /^NaN\(([0-9a-fA-F]+)\)$/.exec(value)?.[1] : undefined;
  const bytes = bytesOf(digits);
  if (bytes?.length !== length) return undefined;
  const view = new DataView(bytes.buffer);
  return Number.isNaN(length === 4 ? view.getFloat32(0) : view.getFloat64(0)) ? bytes : undefined;
}

/** A field's place: "where.x", "names[3]". */
export const within = (place: string, step: string | number): string => {
  if (typeof step === "number") return `${place}[${step}]`;
  return place === "" ? step : `${place}.${step}`;
};

const HEX = /^(?:[0-9a-fA-F]{2})*$/;

/** The bytes of hexadecimal digits, two a byte; undefined for any other text. */
export function bytesOf(digits: XdrValue | undefined): Uint8Array | undefined {
  if (typeof digits !== "string" || !HEX.test(digits)) return undefined;
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** Lists and structures inside each other that a value may have: deeper ones would end the program's stack. */
export const MAX_DEPTH = 64;
