/** Times as people write them in a fault: `5ms`, `14.2 ms`, `10min`, `1h30min`. Inside: integer nanoseconds. */

/** Units of the canonical form, from large to small, with the number of decimals that make a nanosecond. */
const UNITS = [
  { name: "s", ns: 1_000_000_000, decimals: 9 },
  { name: "ms", ns: 1_000_000, decimals: 6 },
  { name: "us", ns: 1_000, decimals: 3 },
  { name: "ns", ns: 1, decimals: 0 },
] as const;

/** Nanoseconds of each unit that is read, by its words. */
const READ: Readonly<Record<string, bigint>> = {
  ...wordsOf(3_600_000_000_000n, "h", "hr", "hrs", "hour", "hours"),
  ...wordsOf(60_000_000_000n, "min", "mins", "minute", "minutes"),
  ...wordsOf(1_000_000_000n, "s", "sec", "secs", "second", "seconds"),
  ...wordsOf(1_000_000n, "ms", "msec", "msecs", "millisecond", "milliseconds"),
  ...wordsOf(1_000n, "us", "usec", "usecs", "microsecond", "microseconds"),
  ...wordsOf(1n, "ns", "nsec", "nsecs", "nanosecond", "nanoseconds"),
};

function wordsOf(ns: bigint, ...words: readonly string[]): Readonly<Record<string, bigint>> {
  return Object.fromEntries(words.map((word) => [word, ns]));
}

const PART = /(\d+)(?:\.(\d+))?([a-z]+)/y;
const MOST_DIGITS = 30; // of a number; more would only take time
export const TIME_FORM = "a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min";

/**
 * Nanoseconds, or what is wrong with the text and what to write in its place. Digits are moved as text, so that 0.1us
 * is exactly 100 ns.
 */
export function parseTime(text: string): number | string {
  const written = text.replaceAll(/[µμ]/g, "u");
  if (/^\d{1,15},\d{1,15}[a-z]+$/.test(written)) {
    return `want a point in place of the comma: ${written.replace(",", ".")}`;
  }
  if (/^\d+(\.\d+)?$/.test(written)) return `it has no unit, want ${TIME_FORM}`;
  let ns = 0n;
  let smallest: bigint | null = null; // of the units so far
  PART.lastIndex = 0;
  for (let at = 0; at < written.length; at = PART.lastIndex) {
    const part = PART.exec(written);
    const [, whole = "", fraction = "", word = ""] = part ?? [];
    if (whole.length + fraction.length > MOST_DIGITS) return `it has too many digits, want ${TIME_FORM}`;
    if (word === "m") return `m may be minutes or milliseconds, want ${whole}min or ${whole}ms`;
    const unit = Object.hasOwn(READ, word) ? READ[word] : undefined;
    if (part === null || unit === undefined) return `want ${TIME_FORM}`;
    if (smallest !== null && unit >= smallest) return `want its units from large to small, such as 1h30min`;
    const scaled = BigInt(whole + fraction) * unit;
    const parts = 10n ** BigInt(fraction.length);
    if (scaled % parts !== 0n) return "that is finer than a nanosecond, the smallest step of simulated time";
    ns += scaled / parts;
    smallest = unit;
  }
  if (written === "") return `want ${TIME_FORM}`;
  if (ns > BigInt(Number.MAX_SAFE_INTEGER)) return "that is longer than 104 days, the end of simulated time";
  return Number(ns);
}

const MINUTE = 60_000_000_000;

/** Whether a time is written in minutes: a minute and more, where these are whole or halves. */
export const isInMinutes = (ns: number): boolean => ns >= MINUTE && ns % (MINUTE / 2) === 0;

/**
 * The shortest exact form, in the largest unit that the time reaches: 14200000 is `14.2ms`, 0 is `0s`. From a minute on
 * it is in minutes where these are whole or halves: `11min`, `1.5min`, and `100s`.
 */
export function formatTime(ns: number): string {
  if (isInMinutes(ns)) return `${ns / MINUTE}min`;
  const unit = UNITS.find((one) => ns === 0 || ns >= one.ns);
  if (unit === undefined) throw new RangeError(`time: ${ns} ns, want whole nanoseconds from 0.`);
  const whole = Math.floor(ns / unit.ns);
  const fraction = String(ns % unit.ns)
    .padStart(unit.decimals, "0")
    .replace(/0+$/, "");
  return `${whole}${unit.decimals === 0 || fraction === "" ? "" : `.${fraction}`}${unit.name}`;
}
