/** Times as people write them in a fault: `5ms`, `14.2ms`, `2s`, `1.5µs`, `30ns`. Inside: integer nanoseconds. */

/** Units from large to small, with the number of decimals that make a nanosecond. */
const UNITS = [
  { name: "s", ns: 1_000_000_000, decimals: 9 },
  { name: "ms", ns: 1_000_000, decimals: 6 },
  { name: "us", ns: 1_000, decimals: 3 },
  { name: "ns", ns: 1, decimals: 0 },
] as const;

const SHAPE = /^(\d+)(?:\.(\d+))?([a-z]+)$/;
export const TIME_FORM = "a number with a unit, ns, us, ms or s, such as 5ms or 14.2ms";

/** Nanoseconds, or a sentence on the text's fault. Digits are moved as text, so that 0.1us is exactly 100 ns. */
export function parseTime(text: string): number | string {
  const match = SHAPE.exec(text.replaceAll(/[µμ]/g, "u"));
  const unit = UNITS.find(({ name }) => name === match?.[3]);
  if (match === null || unit === undefined) return `want ${TIME_FORM}`;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > unit.decimals) return "that is finer than a nanosecond, the smallest step of simulated time";
  const ns = Number(`${match[1]}${fraction.padEnd(unit.decimals, "0")}`);
  if (!Number.isSafeInteger(ns)) return "that is longer than 104 days, the end of simulated time";
  return ns;
}

/** The shortest exact form, in the largest unit that the time reaches: 14200000 is `14.2ms`, 0 is `0s`. */
export function formatTime(ns: number): string {
  const unit = UNITS.find((one) => ns === 0 || ns >= one.ns);
  if (unit === undefined) throw new RangeError(`time: ${ns} ns, want whole nanoseconds from 0.`);
  const whole = Math.floor(ns / unit.ns);
  const fraction = String(ns % unit.ns)
    .padStart(unit.decimals, "0")
    .replace(/0+$/, "");
  return `${whole}${unit.decimals === 0 || fraction === "" ? "" : `.${fraction}`}${unit.name}`;
}
