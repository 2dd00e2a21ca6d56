/**
 * What a caller does beside calling: it tries again, within a budget, and after a while it calls no more.
 *
 * Rules
 * 1. Back-off before retry n (from 1): none; base × 2ⁿ⁻¹, at most `MOST_PAUSE`; or with full jitter, a part of that
 *    between nothing and all of it (Amazon's architecture blog; Envoy).
 * 2. A budget: each first attempt brings `budget` of a retry. A stock of `STOCK` is there at the beginning, and no more
 *    are saved up; a budget of nothing has no stock. Without a whole one nothing is tried again (after Finagle and the
 *    SRE book; gRPC’s throttle counts otherwise: a failure takes a token, a success gives a part of one, and nothing is
 *    tried again while half of the tokens are gone).
 * 3. A breaker: it opens when of the last `WINDOW` attempts at least half failed, and refuses all for `OPEN_FOR`. Then
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

/** Retries in stock; ours. Envoy keeps 3, Finagle ten a second for ten seconds, both for each client. */
const STOCK = 10;

/** Rule 2. */
export class RetryBudget {
  private tokens: number;
  private readonly share: number;

  /** @param share retries for each first attempt; 0 for none at all, Infinity for as many as are wanted */
  constructor(share: number) {
    this.share = share;
    this.tokens = share === 0 ? 0 : STOCK;
  }

  /** A first attempt leaves. */
  earn(): void {
    if (this.share < Infinity) this.tokens = Math.min(STOCK, this.tokens + this.share);
  }

  /** Whether there is a retry left; it is taken then. */
  take(): boolean {
    if (this.share === Infinity) return true;
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}

export const WINDOW = 20;
const FAILED_SHARE = 0.5;
export const OPEN_FOR = seconds(5);
const PROBES = 1;

/** Rule 3. */
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
