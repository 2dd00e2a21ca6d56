/** The times of a run's calls, and their quantiles: a call that did not return counts as longer than all that did. */
import type { TraceData } from "../kernel/trace-data.ts";
import { latenciesOf, mean } from "./statistics.ts";

/** All times in nanoseconds. A quantile is null where fewer than its share of all calls returned. */
export interface CallTimes {
  readonly returned: number; // calls
  readonly meanNs: number | null;
  readonly leastNs: number | null;
  readonly p50Ns: number | null;
  readonly p95Ns: number | null;
  readonly p99Ns: number | null;
  readonly mostNs: number | null;
}

/**
 * The least of the values that `share` of all values do not exceed (nearest rank). Null for no values.
 * @param count of all values, where some are not known and greater than all that are
 */
export function quantile(ascending: ArrayLike<number>, share: number, count = ascending.length): number | null {
  const rank = Math.max(1, Math.ceil(share * count));
  return ascending[rank - 1] ?? null;
}

/** Those of a run. The trace has the times of all calls, however much else it keeps. */
export const callTimes = (trace: TraceData): CallTimes => timesOf(latenciesOf(trace), trace.calls.count);

/** @param count of all calls, those that did not return among them */
export function timesOf(latencies: readonly number[], count: number): CallTimes {
  const times = latencies.toSorted((a, b) => a - b);
  return {
    returned: times.length,
    meanNs: mean(times),
    leastNs: times[0] ?? null,
    p50Ns: quantile(times, 0.5, count),
    p95Ns: quantile(times, 0.95, count),
    p99Ns: quantile(times, 0.99, count),
    mostNs: times.at(-1) ?? null,
  };
}
