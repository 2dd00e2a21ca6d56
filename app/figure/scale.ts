/** From time to pixels and back: linear, with folded silences, or logarithmic. */
import { fromPlain, toPlain } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { fromLog, logSlope, toLog } from "../trace/log-time.ts";
import type { LogTime } from "../trace/log-time.ts";

/**
 * How time lies on an axis: with these silences folded out, or as a logarithm. Plain time is time on that axis
 * (folds.ts, log-time.ts): views zoom and pan in it.
 */
export interface Course {
  readonly folds: readonly Stretch[];
  /** Null for an axis that is no logarithm. One that is has no folds. */
  readonly log: LogTime | null;
}

export const plainOf = ({ folds, log }: Course, time: number): number =>
  log === null ? toPlain(time, folds) : toLog(time, log);

/** The stretch in view, in plain time. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** A fold in view: the time left out and where its gap stands. */
interface FoldMark extends Stretch {
  readonly at: number;
  readonly size: number;
}

export interface TimeScale {
  readonly length: number;
  /** Times at the two ends. */
  readonly from: number;
  readonly to: number;
  /** Pixels a nanosecond of plain time. */
  readonly perPlain: number;
  /** Pixels a nanosecond at a moment, outside of folds. */
  readonly perNano: (time: number) => number;
  readonly folds: readonly FoldMark[];
  /** Null where it is no logarithm. */
  readonly log: LogTime | null;
  readonly at: (time: number) => number;
  readonly time: (pixel: number) => number;
}

const FOLD_SIZE = 38;
const NARROW_FOLD = 18;
const MOST_NAMED = 3;

/** The scale of a course of time. */
export const scaleOf = (course: Course, view: View, length: number): TimeScale =>
  course.log === null ? makeScale(view, course.folds, length) : makeLogScale(view, course.log, length);

function makeLogScale(view: View, log: LogTime, length: number): TimeScale {
  const perPlain = length / (view.to - view.from);
  const time = (pixel: number): number => fromLog(view.from + pixel / perPlain, log);
  return {
    ...{ length, from: time(0), to: time(length), perPlain, folds: [], log, time },
    at: (moment) => (toLog(moment, log) - view.from) * perPlain,
    perNano: (moment) => perPlain * logSlope(moment, log),
  };
}

export function makeScale(view: View, folds: readonly Stretch[], length: number): TimeScale {
  const inView = folds.filter((fold) => {
    const moment = toPlain(fold.from, folds);
    return moment > view.from && moment < view.to;
  });
  // Of many folds only the longest have room for words.
  const wide = inView.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST_NAMED);
  const full = (fold: Stretch): number =>
    inView.length <= MOST_NAMED || wide.includes(fold) ? FOLD_SIZE : NARROW_FOLD;
  const wanted = inView.reduce((sum, fold) => sum + full(fold), 0);
  // However many there are, they take at most half of the figure.
  const squeeze = Math.min(1, length / 2 / Math.max(1, wanted));
  const perPlain = (length - wanted * squeeze) / Math.max(1, view.to - view.from);
  let before = 0;
  const marks: FoldMark[] = inView.map((fold) => {
    const size = full(fold) * squeeze;
    const at = (toPlain(fold.from, folds) - view.from) * perPlain + before;
    before += size;
    return { ...fold, at, size };
  });
  const at = (time: number): number => {
    let pixel = (toPlain(time, folds) - view.from) * perPlain;
    for (const { from, to, size } of marks) {
      if (time <= from) break;
      pixel += size * Math.min(1, (time - from) / (to - from));
    }
    return pixel;
  };
  const timeAt = (pixel: number): number => {
    let gaps = 0;
    for (const { at, size, from, to } of marks) {
      if (pixel <= at) break;
      if (pixel < at + size) return from + ((pixel - at) / size) * (to - from);
      gaps += size;
    }
    const moment = view.from + (pixel - gaps) / perPlain;
    // The pixel is the exact one: rounding may not carry a moment across a fold's edge.
    const after = marks.findLast((mark) => pixel >= mark.at + mark.size)?.to ?? -Infinity;
    const next = marks.find((mark) => pixel <= mark.at)?.from ?? Infinity;
    return Math.max(after, Math.min(next, fromPlain(moment, folds)));
  };
  const ends = { from: timeAt(0), to: timeAt(length) };
  return { length, ...ends, perPlain, perNano: () => perPlain, folds: marks, log: null, at, time: timeAt };
}

/** A view is at least so wide, in nanoseconds. */
const LEAST_VIEW = 1000;

/** The narrowest view about a plain moment, in plain time: a microsecond. */
export const leastView = ({ log }: Pick<Course, "log">, about: number): number =>
  log === null ? LEAST_VIEW : LEAST_VIEW * logSlope(fromLog(about, log), log);

/**
 * Zooms about the plain moment `about` by `factor` (over 1 shows more), within `limits`.
 * @param least the narrowest that it may be
 */
export function zoomed(view: View, factor: number, about: number, limits: View, least = LEAST_VIEW): View {
  const whole = limits.to - limits.from;
  const width = Math.min(whole, Math.max(Math.min(least, whole), (view.to - view.from) * factor));
  const share = (about - view.from) / (view.to - view.from);
  return clamped({ from: about - share * width, to: about + (1 - share) * width }, limits);
}

export const panned = (view: View, by: number, limits: View): View =>
  clamped({ from: view.from + by, to: view.to + by }, limits);

function clamped(view: View, limits: View): View {
  const shift = Math.max(limits.from - view.from, 0) + Math.min(limits.to - view.to, 0);
  return { from: view.from + shift, to: view.to + shift };
}
