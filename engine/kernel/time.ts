/**
 * Simulated time. One unit everywhere inside the engine: integer nanoseconds in a float64, exact to 104 days.
 * The constructors round to the nearest nanosecond, so that a cost of 68.8 µs is exactly 68 800 ns on every machine.
 */
export type Nanos = number;

export const micros = (us: number): Nanos => Math.round(us * 1e3);
export const millis = (ms: number): Nanos => Math.round(ms * 1e6);
export const seconds = (s: number): Nanos => Math.round(s * 1e9);

export const toMicros = (ns: Nanos): number => ns / 1e3;
export const toMillis = (ns: Nanos): number => ns / 1e6;
export const toSeconds = (ns: Nanos): number => ns / 1e9;
