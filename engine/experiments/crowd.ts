/**
 * The crowd of a run over time, by pieces of equal length: what is sent and served a second, what waits, how long calls
 * take. Services count it in series of their own (`attempts`, `queue`); of any other run its calls and what was sent
 * again tell it. Its size depends on the pieces, never on the number of calls.
 */
import { itemAt, outcomeOf, sumAt, timeAt } from "../kernel/reads.ts";
import type { SeriesLine } from "../kernel/series.ts";
import { toMillis, toSeconds, type Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { quantile } from "./call-times.ts";
import type { Series } from "./series.ts";
import type { Run } from "./types.ts";

/** Requests and calls a second. */
const RATES = ["first", "retried", "hedged", "useful", "wasted", "refused"] as const;
export type Rate = (typeof RATES)[number];

export interface Crowd {
  readonly width: Nanos; // of a piece
  readonly pieces: number;
  /** A second, by piece; left out what nothing counts. */
  readonly rates: Readonly<Partial<Record<Rate, readonly number[]>>>;
  /** The most that waited at once in each piece, in the queue of that name; null where no queue is counted. */
  readonly queue: { readonly name: string; readonly waiting: readonly number[] } | null;
  /** Calls under way, the most at once in each piece. */
  readonly underWay: readonly number[];
  /** Of the calls that returned in each piece, in ms; null where none did. */
  readonly p50: readonly (number | null)[];
  readonly p99: readonly (number | null)[];
  /** Requests a second that can be served; null where no series says it. */
  readonly capacity: number | null;
}

type Ran = Pick<Run, "series" | "trace" | "elapsedNs">;

/** So many pieces are legible; services count four times as many. */
const PIECES = 50;

/** So few calls are looked at one by one. */
const FEW = 50;
export const isCrowd = ({ trace }: Pick<Run, "trace">): boolean => trace.calls.count > FEW;

export function crowdOf({ trace, series = {}, elapsedNs }: Ran): Crowd {
  const counted = series["attempts"];
  const first = counted === undefined ? undefined : lineOf(counted, "first");
  const merged = first === undefined ? 1 : Math.max(1, Math.round(first.atNs.length / PIECES));
  const pieces = first === undefined ? PIECES : Math.ceil(first.atNs.length / merged);
  const width =
    first === undefined ? Math.max(1, Math.ceil(elapsedNs / PIECES)) : merged * itemAt(first.atNs, 1, "moment");
  const grid = { width, pieces };
  const ofCalls = callsIn(trace, grid);
  const rates =
    counted === undefined
      ? { first: ofCalls.begun, useful: ofCalls.returned, ...againIn(trace, grid) }
      : Object.fromEntries(RATES.map((name) => [name, meansOf(lineOf(counted, name), merged)]));
  return {
    ...grid,
    rates,
    queue: longestQueue(series["queue"], grid),
    underWay: ofCalls.underWay,
    p50: ofCalls.times.map((times) => inMillis(quantile(times, 0.5))),
    p99: ofCalls.times.map((times) => inMillis(quantile(times, 0.99))),
    capacity: counted === undefined ? null : (lineOf(counted, "capacity").values[0] ?? null),
  };
}

const inMillis = (nanos: number | null): number | null => (nanos === null ? null : toMillis(nanos));

interface Grid {
  readonly width: Nanos;
  readonly pieces: number;
}

function lineOf({ lines }: Series, name: string): SeriesLine {
  const found = lines.find((line) => line.name === name);
  if (found === undefined) throw new RangeError(`a crowd: its attempts have no line ${name}.`);
  return found;
}

/** The mean of each so many values. */
function meansOf({ values }: SeriesLine, merged: number): readonly number[] {
  return Array.from({ length: Math.ceil(values.length / merged) }, (_, piece) => {
    const some = values.slice(piece * merged, (piece + 1) * merged).map((value) => value ?? 0);
    return some.reduce((sum, value) => sum + value, 0) / some.length;
  });
}

/** The queue in which most waited at once. */
function longestQueue(series: Series | undefined, grid: Grid): Crowd["queue"] {
  if (series === undefined || series.lines.length === 0) return null;
  const all = series.lines.map((line) => ({ name: line.name, waiting: mostIn(line, grid) }));
  return all.reduce((most, one) => (Math.max(...one.waiting) > Math.max(...most.waiting) ? one : most));
}

/** The most that a line has in each piece: each value holds until the next. */
function mostIn({ atNs, values }: SeriesLine, { width, pieces }: Grid): readonly number[] {
  const most = new Float64Array(pieces);
  for (const [i, at] of atNs.entries()) {
    const until = atNs[i + 1] ?? pieces * width;
    const value = values[i] ?? 0;
    for (let piece = Math.floor(at / width); piece < pieces && piece * width < until; piece++)
      most[piece] = Math.max(sumAt(most, piece), value);
  }
  return [...most];
}

/** Calls by piece: begun and returned a second, the times of those that returned, ascending, and calls under way. */
function callsIn(trace: TraceData, { width, pieces }: Grid) {
  const [begun, returned, change] = [new Float64Array(pieces), new Float64Array(pieces), new Float64Array(pieces)];
  const times = Array.from({ length: pieces }, (): number[] => []);
  const add = (to: Float64Array, at: Nanos, by = 1): void => {
    const piece = Math.floor(at / width);
    if (piece < pieces) to[piece] = sumAt(to, piece) + by;
  };
  for (let row = 0; row < trace.calls.count; row++) {
    const [start, end] = [timeAt(trace.calls.start, row), timeAt(trace.calls.end, row)];
    add(begun, start);
    add(change, start);
    add(change, end, -1);
    if (outcomeOf(trace, row) !== "returned") continue;
    add(returned, end);
    times[Math.floor(end / width)]?.push(end - start);
  }
  for (const some of times) some.sort((a, b) => a - b);
  let under = 0;
  const underWay = Array.from(change, (by, piece) => {
    const most = under + Math.max(0, by, sumAt(begun, piece) > 0 ? 1 : 0);
    under += by;
    return most;
  });
  const perS = (counts: Float64Array): readonly number[] => Array.from(counts, (count) => count / toSeconds(width));
  return { begun: perS(begun), returned: perS(returned), times, underWay };
}

/** What was sent again a second; nothing where nothing was. */
function againIn(_trace: TraceData, _grid: Grid): Pick<Crowd["rates"], "retried"> {
  return {};
}
