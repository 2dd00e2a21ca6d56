/** From time to pixels and back, with folded silences; the ticks of the axis. */
import { fromPlain, toPlain } from "../../trace/folds.ts";
import type { Stretch } from "../../trace/folds.ts";
import { roundStep } from "../../draw/round-step.ts";
import { grouped, plain } from "../../words/numbers.ts";

/** The stretch in view, in plain time (see folds.ts). */
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
  /** Pixels a nanosecond, outside of folds. */
  readonly perNano: number;
  readonly folds: readonly FoldMark[];
  readonly at: (time: number) => number;
  readonly time: (pixel: number) => number;
}

const FOLD_SIZE = 38;
const NARROW_FOLD = 18;
const MOST_NAMED = 3;

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
  const perNano = (length - wanted * squeeze) / Math.max(1, view.to - view.from);
  let before = 0;
  const marks: FoldMark[] = inView.map((fold) => {
    const size = full(fold) * squeeze;
    const at = (toPlain(fold.from, folds) - view.from) * perNano + before;
    before += size;
    return { ...fold, at, size };
  });
  const at = (time: number): number => {
    let pixel = (toPlain(time, folds) - view.from) * perNano;
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
    const moment = view.from + (pixel - gaps) / perNano;
    // The pixel is the exact one: rounding may not carry a moment across a fold's edge.
    const after = marks.findLast((mark) => pixel >= mark.at + mark.size)?.to ?? -Infinity;
    const next = marks.find((mark) => pixel <= mark.at)?.from ?? Infinity;
    return Math.max(after, Math.min(next, fromPlain(moment, folds)));
  };
  return { length, from: timeAt(0), to: timeAt(length), perNano, folds: marks, at, time: timeAt };
}

interface Tick {
  readonly time: number;
  readonly at: number;
  /** Null for a minor tick. */
  readonly label: string | null;
}

const MINUTE = 6e10; // nanoseconds

/** "500 µs", "1.5 ms", "5 s", "10 min": a moment since `origin`, in the unit that its size and the step ask for. */
export function tickLabel(since: number, step: number): string {
  const size = Math.abs(since);
  if (size < step / 2) return "0";
  const decimals = (unit: number): number => Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  if (size < 1e6 || (step < 1e4 && size < 1e8)) return `${grouped(since / 1e3, decimals(1e3))} µs`;
  if (size < 1e9) return `${plain(since / 1e6, decimals(1e6))} ms`;
  if (step % MINUTE === 0) return `${plain(since / MINUTE, 0)} min`;
  return `${plain(since / 1e9, decimals(1e9))} s`;
}

/** Steps in minutes, and in how many parts each falls. */
const MINUTES: readonly (readonly [minutes: number, parts: number])[] = [
  [1, 4],
  [2, 4],
  [5, 5],
  [10, 5],
  [20, 4],
  [30, 3],
  [60, 4],
  [120, 4],
  [240, 4],
];

/** The step from label to label, and how many parts it has: minutes where seconds would be hundreds. */
function stepsOf(least: number): readonly [step: number, parts: number] {
  const long = least < MINUTE / 2 ? undefined : MINUTES.find(([minutes]) => minutes * MINUTE >= least);
  if (long !== undefined) return [long[0] * MINUTE, long[1]];
  const step = Math.max(1, roundStep(least));
  return [step, Math.round(step / roundStep(step / 5))];
}

/** From label to label, in pixels, where nobody says otherwise. */
const USUAL_GAP = 96;

/** From one small tick to the next, in nanoseconds. */
export function smallTick({ perNano }: Pick<TimeScale, "perNano">): number {
  const [step, parts] = stepsOf(USUAL_GAP / perNano);
  return step / parts;
}

/** Ticks of every straight stretch of the scale, at least `gap` pixels from label to label. */
export function ticksOf(scale: TimeScale, origin: number, gap: number): readonly Tick[] {
  const [step, parts] = stepsOf(gap / scale.perNano);
  const minor = step / parts;
  const ticks: Tick[] = [];
  const edges = [scale.from, ...scale.folds.flatMap((fold) => [fold.from, fold.to]), scale.to];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const from = edges[i] ?? 0;
    const to = edges[i + 1] ?? 0;
    // Half a nanosecond of slack: the ends come back from pixels.
    const [low, high] = [from - origin - 0.5, to - origin + 0.5];
    const add = (since: number, label: string | null): unknown =>
      ticks.push({ time: origin + since, at: scale.at(origin + since), label });
    for (let n = Math.ceil(low / minor); n * minor <= high; n++) {
      add(n * minor, n % parts === 0 ? tickLabel(n * minor, step) : null);
    }
    // A short stretch between folds has one label all the same: its roundest moment.
    let own = step;
    while (own > 1 && Math.ceil(low / own) * own > high) own = roundStep(own / 2.5);
    const since = Math.ceil(low / own) * own;
    if (own < step && since <= high) add(since, tickLabel(since, own));
  }
  return ticks;
}

/**
 * Zooms about the plain moment `about` by `factor` (over 1 shows more), within `limits`; at least a microsecond wide.
 */
export function zoomed(view: View, factor: number, about: number, limits: View): View {
  const whole = limits.to - limits.from;
  const width = Math.min(whole, Math.max(Math.min(1000, whole), (view.to - view.from) * factor));
  const share = (about - view.from) / (view.to - view.from);
  return clamped({ from: about - share * width, to: about + (1 - share) * width }, limits);
}

export const panned = (view: View, by: number, limits: View): View =>
  clamped({ from: view.from + by, to: view.to + by }, limits);

function clamped(view: View, limits: View): View {
  const shift = Math.max(limits.from - view.from, 0) + Math.min(limits.to - view.to, 0);
  return { from: view.from + shift, to: view.to + shift };
}
