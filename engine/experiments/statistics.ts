/** The few statistics that measures and reports need. */
import { elapsedOf, outcomeOf, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";

/** From start to end of each call that returned, in the order of the calls. */
export function latenciesOf(trace: TraceData): readonly Nanos[] {
  const rows = Array.from({ length: trace.calls.count }, (_, row) => row);
  return rows.filter((row) => outcomeOf(trace, row) === "returned").map((row) => elapsedOf(trace, row));
}

/** The middle value, or the mean of the two middle ones. NaN for none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = timeAt(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (timeAt(sorted, middle - 1) + upper) / 2;
}

/** Null for none. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a sample: the root of the squares' sum over one less than their number. Null for fewer than two. */
export function standardDeviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
