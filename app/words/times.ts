/** Times as they stand in the figures: a unit always, which suits the size. */
import { toMicros, toMillis, toSeconds } from "../../engine/kernel/time.ts";
import { isInMinutes } from "../../engine/faults/time.ts";
import { exactText, grouped, plain } from "./numbers.ts";

export interface TimeUnit {
  readonly name: "µs" | "ms" | "s" | "min";
  readonly nanos: number;
}

const US: TimeUnit = { name: "µs", nanos: 1e3 };
const MS: TimeUnit = { name: "ms", nanos: 1e6 };
const S: TimeUnit = { name: "s", nanos: 1e9 };
const MIN: TimeUnit = { name: "min", nanos: 6e10 };

/** The unit that suits a clock running to `nanos`: microseconds to ten milliseconds, then milliseconds to 100 s. */
export function clockUnit(nanos: number): TimeUnit {
  return nanos < 1e7 ? US : nanos < 1e11 ? MS : S;
}

/** The unit of a clock that people read at a glance: minutes from ten of them on. */
export const readoutUnit = (nanos: number): TimeUnit => (nanos < 10 * MIN.nanos ? clockUnit(nanos) : MIN);

/**
 * The unit of a moment since a call began: that of the call, and after it that of all that comes later. A moment of
 * less than one of it has a smaller unit.
 */
function momentUnit(at: number, called: number, whole: number): TimeUnit {
  const unit = readoutUnit(at > called ? whole : called);
  return at > 0 && at < unit.nanos ? ([S, MS].find(({ nanos }) => at >= nanos) ?? US) : unit;
}

/** "450.0 µs" since the call began. */
export function momentText(at: number, called: number, whole = called): string {
  const unit = momentUnit(at, called, whole);
  return `${onClock(at, unit)} ${unit.name}`;
}

/** A moment on a clock: one decimal of its unit, without the unit. */
export const onClock = (nanos: number, unit: TimeUnit): string => grouped(nanos / unit.nanos, 1);

/** The same to the microsecond at least, for lists in which many events follow closely. */
export const exactOnClock = (nanos: number, unit: TimeUnit): string =>
  grouped(nanos / unit.nanos, Math.max(1, Math.round(Math.log10(unit.nanos / US.nanos))));

/** A duration with its unit: "60 µs", "598.2 ms", "5 s", "60 min". */
export function durationText(nanos: number): string {
  const size = Math.abs(nanos);
  if (size < 1e3) return `${plain(nanos, 0)} ns`;
  if (size < 1e7) return `${plain(toMicros(nanos), 1)} µs`;
  if (size < 1e10) return `${plain(toMillis(nanos), 1)} ms`;
  return readoutUnit(size) === MIN ? `${plain(nanos / MIN.nanos, 2)} min` : `${plain(toSeconds(nanos), 2)} s`;
}

/** A time that a form counts in milliseconds, as people say it: "9,999 ms", "30.25 s", "60 min". */
export function millisText(ms: number): string {
  if (Math.abs(ms) < 10_000) return `${exactText(ms)} ms`;
  return isInMinutes(ms * 1e6) ? `${exactText(ms / 60_000)} min` : `${exactText(ms / 1000)} s`;
}

/** A round duration, such as a speed or a delay that was asked for: "200 µs", "1 ms". */
export const speedText = (nanos: number): string =>
  nanos < 1e6
    ? durationText(nanos)
    : nanos < 1e9
      ? `${plain(toMillis(nanos), 1)} ms`
      : `${plain(toSeconds(nanos), 1)} s`;

/** A duration to three figures: "598 ms", "3.65 s". */
export const roughText = (nanos: number): string => {
  const { name, nanos: one } = nanos < MS.nanos ? US : nanos < S.nanos ? MS : S;
  const value = nanos / one;
  return `${plain(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ${name}`;
};

/** A gap between two packets, as one compares it with the next: "11 ms", "164 s", "5 min". */
export function gapText(nanos: number): string {
  const { name, nanos: one } = nanos < MS.nanos ? US : nanos < S.nanos ? MS : S;
  const value = nanos / one;
  const whole = Math.round(value);
  const inMinutes = name === "s" && isInMinutes(whole * one) && whole >= 120;
  return inMinutes ? `${plain(whole / 60, 1)} min` : `${plain(value, value < 10 ? 1 : 0)} ${name}`;
}

/** A duration in microseconds without the unit, as names in the figure carry it: to the tenth. */
export const microsText = (nanos: number): string => plain(toMicros(nanos), 1);
