/** Times of traces: exact whole nanoseconds from decimal text of any unit. */
import { JsonNumber } from "./json.ts";
import type { Json } from "./json.ts";

const DECIMAL = /^\s*([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/;
const MOST_DIGITS = 40; // of a time; no clock comes near it

/**
 * Nanoseconds of a number or of a text with one; undefined where it is none.
 * @param places decimal places that the unit lies over nanoseconds: 3 for microseconds, 0 for nanoseconds
 */
export function nanosOf(value: Json | undefined, places: number): bigint | undefined {
  const text = value instanceof JsonNumber ? value.text : value;
  if (typeof text !== "string" || text.length > 2 * MOST_DIGITS) return undefined;
  const found = DECIMAL.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = found;
  const shift = places + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (Math.abs(shift) > MOST_DIGITS) return digits === 0n ? 0n : undefined;
  const nanos = shift >= 0 ? digits * 10n ** BigInt(shift) : rounded(digits, 10n ** BigInt(-shift));
  return sign === "-" ? -nanos : nanos;
}

/** A quotient to the nearest whole number; halves go up, away from 0. The divisor is positive. */
export function rounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor);
}

/** A count such as a number of bytes; undefined for anything else, and for one beyond 2^53. */
export function countOf(value: Json | undefined): number | undefined {
  const whole = nanosOf(value, 0);
  return whole === undefined || whole < 0n || whole > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(whole);
}

/** The shorter way to say nanoseconds for a reader: "1.25 ms". */
export function nanosText(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const [unit, per] = UNITS.find(([, least]) => size >= least) ?? ["ns", 1n];
  const places = String(per).length - 1;
  const digits = String(size % per)
    .padStart(places, "0")
    .slice(0, 6)
    .replace(/0+$/, "");
  return `${nanos < 0n ? "-" : ""}${size / per}${digits === "" || places === 0 ? "" : `.${digits}`} ${unit}`;
}

const UNITS: readonly (readonly [string, bigint])[] = [
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["µs", 1_000n],
];
