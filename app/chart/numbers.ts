/** Numbers as the figures print them: commas for thousands, a true minus, as many decimals as the figures deserve. */
import { grouped } from "../timeline/numbers.ts";

const decimalsIn = (value: number): number => {
  const text = String(value);
  const point = text.indexOf(".");
  return point < 0 || text.includes("e") ? 0 : text.length - point - 1;
};

const MOST_DECIMALS = 6;

/**
 * Decimals for a column of values: three significant figures of the largest, and never fewer than `printed` has, so
 * that a published figure stands as it was published.
 */
export function decimalsFor(values: readonly number[], printed: readonly number[] = []): number {
  const largest = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  const whole = largest === 0 ? 0 : Math.floor(Math.log10(largest));
  const significant = largest === 0 ? 0 : Math.max(0, 2 - whole);
  return Math.min(MOST_DECIMALS, Math.max(significant, ...printed.map(decimalsIn)));
}

/** "1,234.50", "−3"; an en dash for what is no number. */
export const numberText = (value: number, decimals: number): string =>
  Number.isFinite(value) ? grouped(value, decimals) : "–";

/** A value with the decimals it has: ticks and x values. */
export const plainText = (value: number): string => numberText(value, Math.min(MOST_DECIMALS, decimalsIn(value)));

/** "+6.0", "−1.5"; zero has no sign. */
export function signedText(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}

/** "+6.0 %". */
export const deviationText = (percent: number): string => `${signedText(percent, 1)}\u2009%`;

/** "caller threads" for "Caller threads"; an acronym keeps its capitals. */
export function inSentence(label: string): string {
  const second = label.charAt(1);
  return second !== "" && second === second.toUpperCase() && second !== second.toLowerCase()
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}
