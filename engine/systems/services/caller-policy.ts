/**
 * What a caller does beside calling: it waits before it tries again, and after a while it calls no more. How many
 * retries it may send is said in retry-budget.ts.
 *
 * Rules
 * 1. Back-off before retry n (from 1): none; base × 2ⁿ⁻¹, at most `MOST_PAUSE`; or with full jitter, a part of that
 *    between nothing and all of it (Amazon's architecture blog; Envoy).
 * 2. A breaker: it opens when of the last `WINDOW` attempts at least half failed, and refuses all for `OPEN_FOR`. Then
 *    it lets `PROBES` through: if they return, it closes, and if one fails, it opens again (resilience4j: 100 calls,
 *    50 %, 60 s, 10 probes; Hystrix: 20 calls, 50 %, 5 s, 1 probe. Here Hystrix's numbers, with resilience4j's window
 *    by count).
 */
import type { RandomStream } from "../../kernel/random.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";

export const BACKOFFS = {
  none: "At once",
  exponential: "After a pause that doubles",
  jitter: "After a random part of such a pause",
} as const;
export type Backoff = keyof typeof BACKOFFS;

/** Envoy's and gRPC's order of size; AWS's base is 100 ms. */
export const FIRST_PAUSE = millis(25);
const MOST_PAUSE = millis(2000);

/** Rule 1. @param retry from 1 */
export function pauseBefore(retry: number, backoff: Backoff, random: RandomStream): Nanos {
  if (backoff === "none") return 0;
  const most = Math.min(MOST_PAUSE, FIRST_PAUSE * 2 ** (retry - 1));
  return backoff === "exponential" ? most : Math.round(random.float() * most);
}

export const WINDOW = 20;
const FAILED_SHARE = 0.5;
export const OPEN_FOR = seconds(5);
const PROBES = 1;

/** Rule 2. */
export class Breaker {
  private readonly outcomes = new Uint8Array(WINDOW); // 1 failed
  private count = 0;
  private failed = 0;
  private openUntil: Nanos = -1; // -1: closed
  private probes = 0; // under way

  /** Whether an attempt may leave now. */
  allows(now: Nanos): boolean {
    return this.openUntil < 0 || (now >= this.openUntil && this.probes < PROBES);
  }

  /** An attempt that is allowed leaves. @returns whether it is one of the probes */
  began(): boolean {
    if (this.openUntil < 0) return false;
    this.probes++;
    return true;
  }

  /** An attempt that had been allowed has ended. */
  ended(failed: boolean, now: Nanos, isProbe: boolean): void {
    if (this.openUntil >= 0) {
      if (!isProbe) return; // of the time before it opened
      this.probes--;
      if (failed) this.open(now);
      else this.close();
      return;
    }
    const place = this.count % WINDOW;
    this.failed += Number(failed) - (this.count >= WINDOW ? Number(this.outcomes[place]) : 0);
    this.outcomes[place] = Number(failed);
    this.count++;
    if (this.count >= WINDOW && this.failed >= FAILED_SHARE * WINDOW) this.open(now);
  }

  /** An attempt that had been allowed was taken back. */
  left(isProbe: boolean): void {
    if (isProbe) this.probes--;
  }

  private open(now: Nanos): void {
    this.openUntil = now + OPEN_FOR;
    this.probes = 0;
  }

  private close(): void {
    this.openUntil = -1;
    this.count = 0;
    this.failed = 0;
    this.outcomes.fill(0);
  }
}
