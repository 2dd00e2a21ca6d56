/** Times as a fault is written with them: `5ms`, `14.2ms`, `10min`. Inside: integer nanoseconds. */

/** Units of the canonical form, from large to small, with the number of decimals that make a nanosecond. */
const UNITS = [
  { name: "s", ns: 1_000_000_000, decimals: 9 },
  { name: "ms", ns: 1_000_000, decimals: 6 },
  { name: "us", ns: 1_000, decimals: 3 },
  { name: "ns", ns: 1, decimals: 0 },
] as const;

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
