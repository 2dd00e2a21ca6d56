/** The mean of some trials, with its 95 % interval. */
import type { MeasureInfo, ParamValues } from "./types.ts";

interface Interval {
  readonly mean: number;
  readonly low: number | null; // null where one trial says nothing about the spread
  readonly high: number | null;
  /** True where the interval is that of the trials themselves, from the least to the largest. */
  readonly ofTrials: boolean;
}

/** The least and the largest value that a measure can have. */
interface Range {
  readonly least: number;
  readonly largest: number;
}

const ANY: Range = { least: -Infinity, largest: Infinity };

/**
 * The values that a measure can have, in its own unit: a time, a count, a rate and a size are never below zero, and a
 * share of a whole is never above it. A percentage may also compare two things, and then it has no largest value.
 */
export function rangeOf({ unit, atMost }: Pick<MeasureInfo, "unit" | "atMost">, parameters: ParamValues): Range {
  const largest = unit === "%" ? 100 : atMost === undefined ? Infinity : Number(parameters[atMost]);
  return { least: 0, largest };
}

/** 97.5 % points of Student's t for 1 to 30 degrees of freedom (standard tables, three decimals). */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** 97.5 % point of the normal distribution, to which Student's t tends. */
const Z_975 = 1.959964;

/** The 97.5 % point of Student's t; beyond the table by its expansion in 1/n (Abramowitz & Stegun 26.7.5). */
export function studentT975(degrees: number): number {
  const listed = T_975[degrees - 1];
  if (listed !== undefined) return listed;
  const z = Z_975;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}

/**
 * Mean and 95 % interval of independent trials. Trials that agree exactly give that value, without rounding.
 * Student's interval is symmetric. Where it leaves the range that all trials keep to, few trials spread too far for it,
 * and the interval goes from the least trial to the largest: these two hold the median of five trials with 94 %, of six
 * with 97 % (1 - 2^(1-n)).
 * @param range values that the measure can have; it counts where all trials keep to it
 */
export function interval95(values: readonly number[], range: Range = ANY): Interval {
  const [first] = values;
  if (first === undefined) throw new RangeError("interval: there are no values, want at least one.");
  if (values.length === 1) return { mean: first, low: null, high: null, ofTrials: false };
  if (values.every((value) => value === first)) return { mean: first, low: first, high: first, ofTrials: false };
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = studentT975(n - 1) * Math.sqrt(variance / n);
  const ends = [mean - half, mean + half] as const;
  const [least, largest] = [Math.min(...values), Math.max(...values)];
  const ofTrials =
    (least >= range.least && ends[0] < range.least) || (largest <= range.largest && ends[1] > range.largest);
  const [low, high] = ofTrials ? [least, largest] : ends;
  return { mean, low, high, ofTrials };
}
