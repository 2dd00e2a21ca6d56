/** Short ways to read what runs measured, for the options of the items. */
import type { Measured, Option } from "./types.ts";

/** The number of a measure of the nth run, from 0; NaN where it measured none, so that nothing is said to be so. */
export function num(runs: readonly Measured[], nth: number, measure: string): number {
  const value = runs[nth]?.values[measure];
  return typeof value === "number" ? value : NaN;
}

export const word = (runs: readonly Measured[], nth: number, measure: string): string =>
  String(runs[nth]?.values[measure]);

export const sent = (runs: readonly Measured[], nth: number, kind: string): boolean =>
  runs[nth]?.kinds.includes(kind) === true;

/** Of the first run, how many times what the second measured. */
export const ratio = (runs: readonly Measured[], measure: string): number =>
  num(runs, 0, measure) / num(runs, 1, measure);

/** The options in another order, in which each has another place. */
export const rotated = (options: readonly Option[]): readonly Option[] => [...options.slice(1), ...options.slice(0, 1)];
