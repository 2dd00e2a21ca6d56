/**
 * Pauses of clients that write one row, by refusals n from 1: with v = min(cap, base × 2ⁿ) the pause is v; full
 * jitter: a random part of v; equal jitter: half of v and a random part of the other half; decorrelated: random from
 * base to three times the last pause, at most cap (aws-samples/aws-arch-backoff-simulator, its program).
 */
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";

export const PAUSES = {
  none: "None",
  exponential: "A pause that doubles",
  equal: "Half of it, plus a random part of the other half",
  full: "A random part of it",
  decorrelated: "Random, up to three times the last one",
} as const;
type PauseKind = keyof typeof PAUSES;

export interface ContentionOptions {
  readonly clients: number;
  readonly pause: PauseKind;
  readonly base: Nanos;
  readonly cap: Nanos;
  readonly latency: Nanos; // mean of a message
  readonly deviation: Nanos;
}

/** @param n refusals so far; @param last the last pause */
export function pauseAfter(n: number, last: Nanos, options: ContentionOptions, random: RandomStream): Nanos {
  const { pause, base, cap } = options;
  const whole = Math.min(cap, base * 2 ** n);
  switch (pause) {
    case "none":
      return 0;
    case "exponential":
      return whole;
    case "equal":
      return Math.round(whole / 2 + (random.float() * whole) / 2);
    case "full":
      return Math.round(random.float() * whole);
    case "decorrelated":
      return Math.round(Math.min(cap, base + random.float() * (3 * last - base)));
  }
}
