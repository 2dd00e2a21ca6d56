/** Times that are spread around a mean. */
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Spread } from "./graph.ts";

/** The deviation of the logarithm of a log-normal time: its 99th percentile is ten times its median. */
const SIGMA = 1;

/** Draws a time; at least a nanosecond. */
export function drawn(spread: Spread, mean: Nanos, random: RandomStream): Nanos {
  if (spread === "constant") return Math.max(1, mean);
  const time = spread === "exponential" ? random.exponential(mean) : lognormal(mean, random);
  return Math.max(1, time);
}

const lognormal = (mean: Nanos, random: RandomStream): Nanos =>
  Math.round(mean * exponentialOf(SIGMA * random.normal() - SIGMA ** 2 / 2));

/** The mean of the square of such a time, by the square of its mean. */
export const squareOf = (spread: Spread): number =>
  ({ constant: 1, exponential: 2, lognormal: exponentialOf(SIGMA ** 2) })[spread];

/**
 * e^x. Math.exp may differ in its last bit between engines, so: e^x = 2^n e^r with |r| at most half of ln 2, where
 * fourteen terms of the series reach a float64's last bits.
 */
export function exponentialOf(x: number): number {
  const n = Math.round(x / Math.LN2);
  const r = x - n * Math.LN2;
  let series = 1;
  for (let term = 14; term >= 1; term--) series = 1 + (series * r) / term;
  return series * 2 ** n;
}
