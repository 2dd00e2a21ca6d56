/** The crossings of two curves. */
import { itemAt } from "../kernel/reads.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The places where `a` and `b`, sampled at the same x in ascending order, cross. Between two samples each curve is a
 * straight line; where they meet without crossing there is none. A sample whose y is NaN is passed over.
 */
export function crossings(a: readonly Point[], b: readonly Point[]): readonly number[] {
  const found: number[] = [];
  let last: Point | null = null; // the last difference that was not 0
  let met: number | null = null; // the x from which on it has been 0
  for (const [i, { x, y }] of a.entries()) {
    const difference = y - itemAt(b, i, "sample").y;
    if (Number.isNaN(difference)) continue;
    if (difference === 0) {
      met ??= x;
      continue;
    }
    if (last !== null && last.y < 0 !== difference < 0) {
      found.push(met ?? last.x + ((x - last.x) * last.y) / (last.y - difference));
    }
    last = { x, y: difference };
    met = null;
  }
  return found;
}
