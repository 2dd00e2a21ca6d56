/** Where a curve jumps between two neighbours: no smooth line leads across, and a sweep looks for a value between. */

/** Neighbours that differ by more than this share of the larger one are far apart. */
const MOST_APART = 0.5;
/** Of the largest value of its curve: a smaller step cannot be seen as one. */
const SEEN = 0.05;

/** Whether two values are so far apart that a smooth curve between them would make up what lies there. */
export const isFar = (from: number, to: number): boolean =>
  Math.abs(to - from) > MOST_APART * Math.max(Math.abs(from), Math.abs(to));

/** Whether two neighbours of a curve are far apart, and a reader sees it. @param values of the whole curve */
export function isJump(from: number, to: number, values: readonly number[]): boolean {
  const largest = Math.max(...values.map(Math.abs));
  return isFar(from, to) && Math.abs(to - from) > SEEN * largest;
}
