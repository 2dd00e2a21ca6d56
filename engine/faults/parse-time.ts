/** Reads times as people write them in a fault: `5ms`, `14.2 ms`, `10min`, `1h30min`. Inside: integer nanoseconds. */

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
