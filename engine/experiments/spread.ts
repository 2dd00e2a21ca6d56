/** Values of a parameter from one to another: for sweeps of the headless lab and of the page. */
import { snap } from "./parameters.ts";
import type { NumberParam } from "./types.ts";

/** The spacing of values between two others: at equal distances, or each so many times the one before. */
export type Spacing = "steps" | "factors";

/**
 * So many values from `from` to `to`, ascending, on the parameter's own grid; values that fall on one place of the grid
 * stand once. Throws RangeError for fewer than two points, for limits in the wrong order, and for factors from zero.
 */
export function spread(
  param: Pick<NumberParam, "min" | "max" | "step">,
  { from, to, points, spacing }: SpreadRequest,
): readonly number[] {
  const allowed = points >= 2 && from < to && (spacing === "steps" || from > 0);
  if (!allowed) throw new RangeError(`spread: ${points} points from ${from} to ${to} by ${spacing} are none.`);
  const at = (share: number): number =>
    spacing === "steps" ? from + share * (to - from) : from * (to / from) ** share;
  const values = Array.from({ length: points }, (_, i) => snap(param, at(i / (points - 1))));
  return [...new Set(values)];
}

export interface SpreadRequest {
  readonly from: number;
  readonly to: number;
  readonly points: number;
  readonly spacing: Spacing;
}
