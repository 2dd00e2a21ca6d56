/** The times of a run's calls that returned, and their quantiles. */
import type { TraceData } from "../kernel/trace-data.ts";
import { latenciesOf, mean } from "./statistics.ts";

/** All times in nanoseconds; null where no call returned. */
export interface CallTimes {
  readonly returned: number; // calls
  readonly meanNs: number | null;
  readonly leastNs: number | null;
  readonly p50Ns: number | null;
  readonly p95Ns: number | null;
  readonly p99Ns: number | null;
  readonly mostNs: number | null;
}

/** The least of the values that `share` of all values do not exceed (nearest rank). Null for no values. */
export function quantile(ascending: readonly number[], share: number): number | null {
  const rank = Math.max(1, Math.ceil(share * ascending.length));
  return ascending[rank - 1] ?? null;
}

/** The quantiles of the calls that returned. The trace has the times of all calls, however much else it keeps. */
export function callTimes(trace: TraceData): CallTimes {
  const times = latenciesOf(trace).toSorted((a, b) => a - b);
  return {
    returned: times.length,
    meanNs: mean(times),
    leastNs: times[0] ?? null,
    p50Ns: quantile(times, 0.5),
    p95Ns: quantile(times, 0.95),
    p99Ns: quantile(times, 0.99),
    mostNs: times.at(-1) ?? null,
  };
}
