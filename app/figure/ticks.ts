/** The ticks of an axis of time, at round moments of the units that people read: µs, ms, s, min, h. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { roundStep } from "../draw/round-step.ts";
import { grouped, plain } from "../words/numbers.ts";
import type { TimeScale } from "./scale.ts";

interface Tick {
  readonly time: number;
  readonly at: number;
  /** Null for a minor tick. */
  readonly label: string | null;
}

const SECOND = 1e9; // nanoseconds
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Up to so many seconds nobody counts in minutes. */
const SECONDS_TO = 2 * MINUTE;

/**
 * "500 µs", "1.5 ms", "5 s", "15.5 min", "1 h 20 min": a moment since `origin`, in the unit that its size and the step
 * ask for.
 */
export function tickLabel(since: number, step: number): string {
  const size = Math.abs(since);
  if (size < step / 2) return "0";
  const decimals = (unit: number): number => Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  if (size < 1e6 || (step < 1e4 && size < 1e8)) return `${grouped(since / 1e3, decimals(1e3))} µs`;
  if (size < SECOND) return `${plain(since / 1e6, decimals(1e6))} ms`;
  if (step < MINUTE && size < SECONDS_TO) return `${plain(since / SECOND, decimals(SECOND))} s`;
  return `${since < 0 ? "−" : ""}${longLabel(size, step, decimals(SECOND))}`;
}

/** From a minute on. @param decimals of its seconds */
function longLabel(size: number, step: number, decimals: number): string {
  const seconds = Math.round(((size % MINUTE) / SECOND) * 10 ** decimals) / 10 ** decimals;
  if (step % (MINUTE / 2) === 0 || seconds === 0) {
    const minutes = Math.round(size / (MINUTE / 2)) / 2;
    const hours = Math.floor(minutes / 60);
    const rest = minutes - 60 * hours;
    if (hours === 0) return `${plain(minutes, 1)} min`;
    return rest === 0 ? `${hours} h` : `${hours} h ${plain(rest, 1)} min`;
  }
  const minutes = Math.floor(size / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hours > 0 ? `${hours} h ` : ""}${rest} min ${plain(seconds, decimals)} s`;
}

/** Steps from ten seconds on, and in how many parts each falls. */
const LONG_STEPS: readonly (readonly [nanos: number, parts: number])[] = [
  [10 * SECOND, 5],
  [15 * SECOND, 3],
  [30 * SECOND, 3],
  [MINUTE, 4],
  [2 * MINUTE, 4],
  [5 * MINUTE, 5],
  [10 * MINUTE, 5],
  [15 * MINUTE, 3],
  [30 * MINUTE, 3],
  [HOUR, 4],
  [2 * HOUR, 4],
  [6 * HOUR, 6],
  [12 * HOUR, 4],
  [24 * HOUR, 4],
];

/** The step from label to label, and how many parts it has: minutes where seconds would be hundreds. */
function stepsOf(least: number): readonly [step: number, parts: number] {
  const long = least <= 5 * SECOND ? undefined : LONG_STEPS.find(([nanos]) => nanos >= least);
  if (long !== undefined) return long;
  const step = Math.max(1, roundStep(least));
  return [step, Math.round(step / roundStep(step / 5))];
}

/** From label to label, in pixels, where nobody says otherwise. */
const USUAL_GAP = 96;

/** From one small tick to the next at a moment, in nanoseconds. */
export function smallTick({ perNano }: Pick<TimeScale, "perNano">, time: number): number {
  const [step, parts] = stepsOf(USUAL_GAP / perNano(time));
  return step / parts;
}

/** A view in which a nanosecond has nearly the same room everywhere has ticks as a linear one. */
const NEARLY_LINEAR = 1.6;

/** Ticks of the scale, at least `gap` pixels from label to label. */
export function ticksOf(scale: TimeScale, origin: number, gap: number): readonly Tick[] {
  const [first, last] = [scale.perNano(scale.from), scale.perNano(scale.to)];
  const isLinear = scale.log === null || Math.max(first, last) / Math.min(first, last) < NEARLY_LINEAR;
  return isLinear ? evenTicks(scale, origin, gap, Math.min(first, last)) : growingTicks(scale, origin, gap);
}

/** Ticks of every straight stretch of the scale. */
function evenTicks(scale: TimeScale, origin: number, gap: number, perNano: number): readonly Tick[] {
  const [step, parts] = stepsOf(gap / perNano);
  const minor = step / parts;
  const ticks: Tick[] = [];
  const edges = [scale.from, ...scale.folds.flatMap((fold) => [fold.from, fold.to]), scale.to];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const from = itemAt(edges, i, "edge");
    const to = itemAt(edges, i + 1, "edge");
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

/** Steps from the largest to the smallest: the roundest moment of a stretch is a multiple of the largest in it. */
const STEPS: readonly number[] = [
  ...LONG_STEPS.map(([nanos]) => nanos),
  ...Array.from({ length: 31 }, (_, i) => itemAt([1, 2, 5], i % 3, "digit") * 10 ** Math.floor(i / 3)).filter(
    (step) => step < 1e10,
  ),
].toSorted((a, b) => b - a);

/** The next label stands within so many times the least gap. */
const ROOM_TO_CHOOSE = 1.9;
/** A round moment is a multiple of at least this share of the room to choose. */
const LEAST_ROUND = 0.15;
/** Small ticks stand at least so far apart, in pixels. */
const SMALL_APART = 4;

/** On a logarithm each label is the roundest moment that has its place: 1 ms, 5 ms, 20 ms, 100 ms, 500 ms, 2 s. */
function growingTicks(scale: TimeScale, origin: number, gap: number): readonly Tick[] {
  const ticks: Tick[] = [];
  let before: number | null = null;
  for (let pixel = 0; pixel <= scale.length;) {
    const low: number = scale.time(pixel) - origin - (before === null ? 0.5 : 0);
    const whole: number = scale.time(pixel + (before === null ? 1 : ROOM_TO_CHOOSE - 1) * gap) - origin;
    const found = roundestIn(low, Math.min(whole, scale.to - origin));
    // Near the end a moment that has its place is not yet a round one.
    if (found === null || found[1] < (whole - low) * LEAST_ROUND) break;
    const [since, step] = found;
    if (before !== null) ticks.push(...smallTicks(scale, origin, before, since));
    ticks.push({ time: origin + since, at: scale.at(origin + since), label: tickLabel(since, step) });
    before = since;
    pixel = scale.at(origin + since) + gap;
  }
  return ticks;
}

/** The roundest moment of a stretch, and the step whose multiple it is; null where no nanosecond lies in it. */
function roundestIn(low: number, high: number): readonly [since: number, step: number] | null {
  if (low <= 0 && high >= 0) return [0, itemAt(STEPS, 0, "step")];
  for (const step of STEPS) {
    const since = Math.ceil(low / step) * step;
    if (since <= high) return [since, step];
  }
  return null;
}

/** Between two labels four small ticks, equally far apart in time: they crowd where time is dense. */
const SMALL_PARTS = 5;

function smallTicks(scale: TimeScale, origin: number, from: number, to: number): readonly Tick[] {
  let last = scale.at(origin + from);
  const end = scale.at(origin + to);
  return Array.from({ length: SMALL_PARTS - 1 }, (_, i) => from + ((to - from) * (i + 1)) / SMALL_PARTS).flatMap(
    (since): Tick[] => {
      const at = scale.at(origin + since);
      if (at - last < SMALL_APART || end - at < SMALL_APART) return [];
      last = at;
      return [{ time: origin + since, at, label: null }];
    },
  );
}
