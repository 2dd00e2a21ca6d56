/**
 * The crowd of a run over time, by pieces of equal length: what is sent and served a second, what waits, how long calls
 * take. Services count it in series of their own (`attempts`, `queue`); of any other run its calls and what was sent
 * again tell it. Its size depends on the pieces, never on the number of calls.
 */
import { firstWhere } from "../kernel/first-where.ts";
import { itemAt, numberAt, outcomeOf, sumAt, timeAt } from "../kernel/reads.ts";
import type { SeriesLine } from "../kernel/series.ts";
import { toMillis, toSeconds, type Nanos } from "../kernel/time.ts";
import { MARK_KINDS, type TraceData } from "../kernel/trace-data.ts";
import { quantile } from "./call-times.ts";
import type { Series } from "./series.ts";
import type { Run } from "./types.ts";

/** Requests and calls a second. */
const RATES = ["first", "retried", "hedged", "useful", "wasted", "refused"] as const;
export type Rate = (typeof RATES)[number];

export interface Crowd {
  /** Of the calls of a run, or of the machines that its one call goes to. */
  readonly of: "calls" | "machines";
  /** All of them, those that came back, and within how many ms half and 99 of 100 did; null where fewer did. */
  readonly whole: {
    readonly count: number;
    readonly back: number;
    readonly p50: number | null;
    readonly p99: number | null;
  };
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

export function crowdOf({ trace, series = {}, elapsedNs }: Ran): Crowd {
  const counted = series["attempts"];
  const first = counted === undefined ? undefined : lineOf(counted, "first");
  const merged = first === undefined ? 1 : Math.max(1, Math.round(first.atNs.length / PIECES));
  const pieces = first === undefined ? PIECES : Math.ceil(first.atNs.length / merged);
  const width =
    first === undefined ? Math.max(1, Math.ceil(elapsedNs / PIECES)) : merged * itemAt(first.atNs, 1, "moment");
  const grid = { width, pieces };
  const members = membersOf(trace);
  const found = countsOf(members, grid);
  const rates =
    counted === undefined
      ? { first: found.begun, useful: found.back, ...againIn(trace, grid) }
      : Object.fromEntries(RATES.map((name) => [name, meansOf(lineOf(counted, name), merged)]));
  return {
    ...{ ...grid, of: members.of, whole: wholeOf(members, found.times), rates },
    queue: longestQueue(series["queue"], grid),
    underWay: found.underWay,
    ...quantilesOf(found.times.slice(0, pieces)),
    capacity: counted === undefined ? null : (lineOf(counted, "capacity").values[0] ?? null),
  };
}

/** Calls that no run of the lab made, such as those of a capture. */
export interface OtherCalls extends Omit<Members, "of"> {
  /** When each sending after a call’s first was made. */
  readonly again: readonly Nanos[];
  readonly elapsedNs: Nanos;
}

export function crowdOfCalls({ again, elapsedNs, ...calls }: OtherCalls): Crowd {
  const grid: Grid = { width: Math.floor(elapsedNs / PIECES) + 1, pieces: PIECES };
  const members: Members = { ...calls, of: "calls" };
  const { begun, back, underWay, times } = countsOf(members, grid);
  const counts = new Float64Array(PIECES);
  for (const at of again) {
    const piece = Math.floor(at / grid.width);
    counts[piece] = sumAt(counts, piece) + 1;
  }
  return {
    ...{ ...grid, of: "calls", whole: wholeOf(members, times) },
    rates: { first: begun, useful: back, ...againIn({ again: { width: grid.width, counts } }, grid) },
    ...{ queue: null, underWay, capacity: null },
    ...quantilesOf(times.slice(0, PIECES)),
  };
}

const quantilesOf = (pieces: readonly Float64Array[]): Pick<Crowd, "p50" | "p99"> => ({
  p50: pieces.map((times) => inMillis(quantile(times, 0.5))),
  p99: pieces.map((times) => inMillis(quantile(times, 0.99))),
});

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

/** Calls of a run, or the machines that its one call goes to: when each begins and ends, and whether it came back. */
interface Members {
  readonly of: Crowd["of"];
  readonly count: number;
  readonly start: (nth: number) => Nanos;
  readonly end: (nth: number) => Nanos;
  readonly isBack: (nth: number) => boolean;
}

const callsOf = (trace: TraceData): Members => ({
  ...{ of: "calls", count: trace.calls.count },
  start: (nth) => timeAt(trace.calls.start, nth),
  end: (nth) => timeAt(trace.calls.end, nth),
  isBack: (nth) => outcomeOf(trace, nth) === "returned",
});

const ANSWERED = MARK_KINDS.indexOf("answered");
const GIVEN_UP = MARK_KINDS.indexOf("given up");

/** Each machine that has answered or was given up, from the first packet to it, or the start of the call. */
function machinesOf(trace: TraceData): Members {
  const { marks, packets, calls } = trace;
  const ends: number[] = [];
  for (let row = 0; row < marks.count; row++)
    if (marks.kind[row] === ANSWERED || marks.kind[row] === GIVEN_UP) ends.push(row);
  const firsts = new Map<number, Nanos>(); // by track
  for (let row = 0; row < packets.count && ends.length > 0; row++) {
    const to = numberAt(packets.to, row);
    if (!firsts.has(to)) firsts.set(to, timeAt(packets.departs, row));
  }
  const markOf = (nth: number): number => itemAt(ends, nth, "mark of a machine");
  return {
    ...{ of: "machines", count: ends.length },
    start: (nth) => firsts.get(timeAt(marks.value, markOf(nth))) ?? (calls.count === 0 ? 0 : timeAt(calls.start, 0)),
    end: (nth) => timeAt(marks.at, markOf(nth)),
    isBack: (nth) => marks.kind[markOf(nth)] === ANSWERED,
  };
}

/** So few are looked at one by one. */
const FEW = 50;

function membersOf(trace: TraceData): Members {
  const calls = callsOf(trace);
  if (calls.count > FEW) return calls;
  const machines = machinesOf(trace);
  return machines.count > FEW ? machines : calls;
}

/** What a run is a crowd of; null where it is none. */
export function crowdIn({ trace }: Pick<Run, "trace">): Crowd["of"] | null {
  const { of, count } = membersOf(trace);
  return count > FEW ? of : null;
}

/**
 * By piece: begun and back a second, the times of those that came back, ascending, and those under way. Behind the last
 * piece are the times of those that came back later.
 */
function countsOf({ count, start, end, isBack }: Members, { width, pieces }: Grid) {
  const [begun, back, change] = [new Float64Array(pieces), new Float64Array(pieces), new Float64Array(pieces)];
  const found = Array.from({ length: pieces + 1 }, (): number[] => []);
  const add = (to: Float64Array, at: Nanos, by = 1): void => {
    const piece = Math.floor(at / width);
    if (piece < pieces) to[piece] = sumAt(to, piece) + by;
  };
  for (let nth = 0; nth < count; nth++) {
    add(begun, start(nth));
    add(change, start(nth));
    add(change, end(nth), -1);
    if (!isBack(nth)) continue;
    add(back, end(nth));
    found[Math.min(pieces, Math.floor(end(nth) / width))]?.push(end(nth) - start(nth));
  }
  const times = found.map((some) => Float64Array.from(some).sort()); // as numbers, and five times as fast
  let under = 0;
  const underWay = Array.from(change, (by, piece) => {
    const most = under + Math.max(0, by, sumAt(begun, piece) > 0 ? 1 : 0);
    under += by;
    return most;
  });
  const perS = (counts: Float64Array): readonly number[] => Array.from(counts, (each) => each / toSeconds(width));
  return { begun: perS(begun), back: perS(back), times, underWay };
}

/** @param times of those that came back: lists of whole numbers, each ascending */
function wholeOf({ count }: Members, times: readonly Float64Array[]): Crowd["whole"] {
  const back = times.reduce((sum, { length }) => sum + length, 0);
  const within = (share: number): number | null => {
    const rank = Math.max(1, Math.ceil(share * count));
    return rank > back ? null : toMillis(ofRank(times, rank));
  };
  return { count, back, p50: within(0.5), p99: within(0.99) };
}

/** The value of a rank, from 1, among all values of some ascending lists: to sort them together takes longer. */
function ofRank(lists: readonly Float64Array[], rank: number): number {
  let [low, high] = [0, Math.max(0, ...lists.flatMap((list) => [...list.subarray(-1)]))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const upTo = lists.reduce((sum, list) => sum + firstWhere(list.length, (at) => timeAt(list, at) > middle), 0);
    if (upTo >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What was sent again a second; nothing where nobody counted it. */
function againIn({ again }: Pick<TraceData, "again">, { width, pieces }: Grid): Pick<Crowd["rates"], "retried"> {
  if (again === undefined) return {};
  const counts = new Float64Array(pieces);
  for (const [i, count] of again.counts.entries()) {
    const [from, to] = [i * again.width, (i + 1) * again.width];
    const last = Math.min(pieces - 1, Math.floor((to - 1) / width));
    for (let piece = Math.floor(from / width); count > 0 && piece <= last; piece++) {
      const shared = Math.min(to, (piece + 1) * width) - Math.max(from, piece * width);
      counts[piece] = sumAt(counts, piece) + (count * shared) / again.width;
    }
  }
  return { retried: Array.from(counts, (count) => count / toSeconds(width)) };
}
