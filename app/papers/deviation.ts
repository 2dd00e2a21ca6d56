/** The deviation of an answer from the paper: the number, its text, and the scale of the strip that shows it. */
import { signedText } from "../words/numbers.ts";

/** A simulation further off than this is a miss; percent. */
export const NEAR = 5;

/** In percent of the paper's number; null where there is no answer, or nothing to be a percentage of. */
export function deviationOf(value: number | null, paper: number): number | null {
  if (value === null || paper === 0) return null;
  const percent = (100 * (value - paper)) / Math.abs(paper);
  return Number.isFinite(percent) ? percent : null;
}

/** "+6.0", "−1.5", "0.0"; an en dash where there is none. For a column whose head says percent. */
export const percentText = (percent: number | null): string => (percent === null ? "–" : signedText(percent, 1));

/** "+6.0 %" with a thin space. */
export const deviationText = (percent: number | null): string =>
  percent === null ? "–" : `${signedText(percent, 1)}\u2009%`;

export const isMiss = (percent: number | null): boolean => percent !== null && Math.abs(percent) > NEAR;

/** Half widths that a strip may have, in percent, and the distance of its ticks. */
const RANGES: readonly (readonly [range: number, tick: number])[] = [
  [10, 5],
  [15, 5],
  [20, 10],
  [30, 10],
  [50, 25],
  [100, 50],
  [200, 100],
  [500, 250],
  [1000, 500],
];

export interface StripScale {
  readonly range: number; // percent: the strip runs from -range to +range
  readonly ticks: readonly number[];
}

/** The smallest scale that holds all deviations; the widest one where none does, and then marks stand at its edge. */
export function stripScale(deviations: readonly (number | null)[]): StripScale {
  const largest = Math.max(0, ...deviations.map((d) => (d === null ? 0 : Math.abs(d))));
  const [range, tick] = RANGES.find(([half]) => largest <= half) ?? RANGES[RANGES.length - 1] ?? [10, 5];
  const count = Math.floor(range / tick);
  return { range, ticks: Array.from({ length: 2 * count + 1 }, (_, i) => (i - count) * tick) };
}

const MARGIN = 12; // px: half a mark and its whisker's end stay inside

/** The place of a deviation on a strip `width` px wide. */
export function stripX(percent: number, { range }: StripScale, width: number): number {
  const inside = Math.max(-range, Math.min(range, percent));
  return width / 2 + (inside / range) * (width / 2 - MARGIN);
}

/** The range of the strip in words: "−15 to +15 %". */
export const rangeText = ({ range }: StripScale): string =>
  `${signedText(-range, 0)} to ${signedText(range, 0)}\u2009%`;
