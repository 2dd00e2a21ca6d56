/** The mean of some trials, with its 95 % interval. */

interface Interval {
  readonly mean: number;
  readonly low: number | null; // null where one trial says nothing about the spread
  readonly high: number | null;
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

/** Mean and 95 % interval of independent trials. Trials that agree exactly give that value, without rounding. */
export function interval95(values: readonly number[]): Interval {
  const [first] = values;
  if (first === undefined) throw new RangeError("interval: there are no values, want at least one.");
  if (values.length === 1) return { mean: first, low: null, high: null };
  if (values.every((value) => value === first)) return { mean: first, low: first, high: first };
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = studentT975(n - 1) * Math.sqrt(variance / n);
  return { mean, low: mean - half, high: mean + half };
}
