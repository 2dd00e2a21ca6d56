/** Numbers in words: marks as the language has them, a true minus, as many decimals as the figures deserve. */
import { pageLocale } from "../language/text.ts";

const FORMATS: Record<string, Intl.NumberFormat> = {}; // by the least and most decimals: making one takes long

/** With a true minus; what rounds to zero has no sign. */
function written(value: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
  const format = (FORMATS[key] ??= new Intl.NumberFormat(pageLocale(), {
    minimumFractionDigits,
    maximumFractionDigits,
  }));
  const text = format.format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** "1,367.0"; the digits after the point are fixed, so that a running clock does not jump. */
export const grouped = (value: number, digits: number): string => written(value, digits, digits);

/** The same without trailing zeros: 16, 68.8, 0.056. At most three decimals: a nanosecond of a microsecond. */
export const plain = (value: number, digits = 3): string => written(value, 0, digits);

/** With all its decimals: a parameter, a constant. */
export const exactText = (value: number): string => written(value, 0, 10);

/** A printed number, "1,097.5", as the page’s language writes it: "1.097,5". One without a comma has no group. */
export const inPageMarks = (printed: string): string =>
  printed.replaceAll(/\d[\d,]*(?:\.(\d+))?/g, (one: string, decimals: string | undefined = "") =>
    new Intl.NumberFormat(pageLocale(), {
      minimumFractionDigits: decimals.length,
      maximumFractionDigits: decimals.length,
      useGrouping: one.includes(",") ? "auto" : false,
    }).format(Number(one.replaceAll(",", ""))),
  );

/** leaf, leaves; proxy, proxies; cache, caches: machines have a reader’s own names. */
const pluralOf = (one: string): string =>
  /(ea|l)f$/.test(one)
    ? `${one.slice(0, -1)}ves`
    : `${one.replace(/([^aeiou])y$/, "$1ie").replace(/(s|x|ch|sh)$/, "$1e")}s`;

/** 1 packet, 2 packets, 1,000 packets. */
export const counted = (count: number, one: string, many = pluralOf(one)): string =>
  `${grouped(count, 0)} ${count === 1 ? one : many}`;

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

/** The most of a value that rounding may take. */
const MOST_LOST = 0.05;

/** A figure of a column that shares its decimals; one that they would round away has two significant figures. */
export function figureText(value: number, decimals: number): string {
  const isKept = Math.abs(Number(value.toFixed(decimals)) - value) <= MOST_LOST * Math.abs(value);
  if (isKept || !Number.isFinite(value)) return numberText(value, decimals);
  return numberText(value, Math.min(MOST_DECIMALS, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A value with the decimals it has: ticks and x values. */
export const plainText = (value: number): string => numberText(value, Math.min(MOST_DECIMALS, decimalsIn(value)));

/** "+6.0", "−1.5"; zero has no sign. */
export function signedText(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}

/** "+6.0 %". */
export const deviationText = (percent: number): string => `${signedText(percent, 1)}\u2009%`;

/** "13.5" of 13,500,000 bytes. */
export const inMegabytes = (bytes: number): string => grouped(bytes / 1e6, 1);
