/**
 * Measures that a trace gives by itself: the times within which shares of the calls return, and the ends of calls. A
 * description names those that it wants, and its run says nothing of them:
 *
 *     measures: { ...callTimeMeasures(), ...callEndMeasures("refused", "wasted"), … }
 */
import { outcomeOf, timeAt } from "../kernel/reads.ts";
import type { SeriesLine } from "../kernel/series.ts";
import { toMillis, toSeconds, type Nanos } from "../kernel/time.ts";
import { OUTCOMES, type Outcome, type TraceData } from "../kernel/trace-data.ts";
import { quantile } from "./call-times.ts";
import { latenciesOf } from "./statistics.ts";
import type { Measure, MeasureInfo } from "./types.ts";
import { numberUnder, tally } from "../kernel/tally.ts";

/** The share of the calls that returned within so much time. */
const SHARES = { p50Ms: 0.5, p90Ms: 0.9, p99Ms: 0.99, p999Ms: 0.999 } as const;
type TimeMeasure = keyof typeof SHARES;

type Ended = Exclude<Outcome, "pending">;
type EndMeasure = `${Ended}Calls`;

/** The measures that no run has to say anything of. */
export type CallMeasure = TimeMeasure | EndMeasure;

const timeOf = (share: number, label: string): MeasureInfo => ({
  label: `Latency, ${label}`,
  unit: "ms",
  what: `${100 * share} % of all calls returned within it; none where fewer returned`,
});

/** p50, p90, p99 and p99.9 of the times of calls. */
export const callTimeMeasures = (): Readonly<Record<TimeMeasure, MeasureInfo>> => ({
  p50Ms: timeOf(SHARES.p50Ms, "median"),
  p90Ms: timeOf(SHARES.p90Ms, "90th percentile"),
  p99Ms: timeOf(SHARES.p99Ms, "99th percentile"),
  p999Ms: timeOf(SHARES.p999Ms, "99.9th percentile"),
});

const ENDS: Readonly<Record<Ended, readonly [label: string, what: string]>> = {
  returned: ["Calls that returned", "calls that ended with a result"],
  failed: ["Calls that failed", "calls that ended without a result, and were neither refused, cancelled nor wasted"],
  refused: ["Calls refused", "calls that a server or a breaker turned away"],
  cancelled: ["Calls cancelled", "calls that their caller gave up on purpose, and that no server ended afterwards"],
  wasted: ["Calls wasted", "calls that failed or were cancelled, and that a server ended after that"],
};

/** How many calls ended so; `returnedCalls`, `refusedCalls` and so on. */
export function callEndMeasures<End extends Ended>(
  ...ends: readonly End[]
): Readonly<Record<`${End}Calls`, MeasureInfo>> {
  const entries = ends.map((end) => [`${end}Calls`, { label: ENDS[end][0], unit: "", what: ENDS[end][1] }]);
  return Object.fromEntries(entries) as Record<`${End}Calls`, MeasureInfo>;
}

/** Those of some measures that the trace of a run gives. */
export function callMeasures(trace: TraceData, names: readonly string[]): Readonly<Record<string, Measure["value"]>> {
  const ofTimes = Object.entries(SHARES).filter(([name]) => names.includes(name));
  const ofEnds = OUTCOMES.filter((end) => end !== "pending" && names.includes(`${end}Calls`));
  const times = ofTimes.length === 0 ? [] : latenciesOf(trace).toSorted((a, b) => a - b);
  const counts = ofEnds.length === 0 ? new Map<Outcome, number>() : endsOf(trace);
  return Object.fromEntries([
    ...ofTimes.map(([name, share]) => [name, timeWithin(times, share, trace.calls.count)]),
    ...ofEnds.map((end) => [`${end}Calls`, numberUnder(counts, end)]),
  ]) as Readonly<Record<string, Measure["value"]>>;
}

/** In milliseconds; in words where fewer returned than the share, and nothing where no call was made. */
function timeWithin(sorted: readonly Nanos[], share: number, calls: number): Measure["value"] {
  const nanos = quantile(sorted, share, calls);
  if (nanos !== null) return toMillis(nanos);
  if (calls === 0) return null;
  return sorted.length === 0 ? "none returned" : `${Math.floor((100 * sorted.length) / calls)} % returned`;
}

/** So many windows a load is counted in. */
const WINDOWS = 50;

/** Calls a second over the time of a run: those that begin, and those that come back with a result. */
export function loadLines(trace: TraceData, elapsed: Nanos): readonly SeriesLine[] {
  const { calls } = trace;
  const rows = Array.from({ length: calls.count }, (_, row) => row);
  const returned = rows.filter((row) => outcomeOf(trace, row) === "returned");
  return [
    {
      name: "offered load",
      ...perSecond(
        rows.map((row) => timeAt(calls.start, row)),
        elapsed,
      ),
    },
    {
      name: "goodput",
      ...perSecond(
        returned.map((row) => timeAt(calls.end, row)),
        elapsed,
      ),
    },
  ];
}

/** How many moments a second there are in each window, from its beginning on. */
function perSecond(moments: readonly Nanos[], elapsed: Nanos): Pick<SeriesLine, "atNs" | "values"> {
  if (elapsed <= 0) return { atNs: [], values: [] };
  const width = Math.max(1, Math.ceil(elapsed / WINDOWS));
  const count = Math.ceil(elapsed / width);
  const counts = new Float64Array(count);
  const placeOf = (at: Nanos): number => Math.min(count - 1, Math.floor(at / width));
  for (const at of moments) if (at <= elapsed) counts[placeOf(at)] = timeAt(counts, placeOf(at)) + 1;
  const lengthOf = (window: number): Nanos => Math.min(width, elapsed - window * width);
  return {
    atNs: Array.from(counts, (_, window) => window * width),
    values: Array.from(counts, (number, window) => number / toSeconds(lengthOf(window))),
  };
}

/** Calls that ended without a result; one that still waits is none of them. */
export function failedIn(trace: TraceData): number {
  const ends = endsOf(trace);
  return trace.calls.count - numberUnder(ends, "returned") - numberUnder(ends, "pending");
}

/** How many calls of a run ended in each way. */
export function endsOf(trace: TraceData): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (let row = 0; row < trace.calls.count; row++) {
    const outcome = outcomeOf(trace, row);
    tally(counts, outcome);
  }
  return counts;
}
