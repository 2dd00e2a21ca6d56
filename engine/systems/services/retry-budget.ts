/**
 * How many retries a caller may send to a service that it calls. Where it may send no more, it gives the call up.
 *
 * Rules
 * 1. share: each call brings `share` of a retry. A stock of `STOCK` is there at the beginning, and no more are saved
 *    up; a share of nothing has no stock (after the SRE book, chapter 21).
 * 2. finagle: in any `FINAGLE.window` at most `share` of the calls and `FINAGLE.reserve` more, counted in ten slices
 *    (Finagle’s `RetryBudget`: a fifth of the calls, and ten a second).
 * 3. grpc: of `GRPC.tokens` each failure takes one, and each success gives `share` of one. While half of them or fewer
 *    are there, nothing is tried again (gRPC A6, `retryThrottling`; its example has ten tokens and a tenth).
 * 4. botocore: of `BOTOCORE.bucket` a retry takes `BOTOCORE.retry`, and one after a time-out `BOTOCORE.late`. A success
 *    gives back what its last retry took, or `BOTOCORE.success` (botocore’s standard mode).
 */
import { numberAt } from "../../kernel/reads.ts";
import { seconds, type Nanos } from "../../kernel/time.ts";

export const BUDGET_RULES = {
  share: "Each call brings a part of one",
  finagle: "As Finagle: the same, and ten a second",
  grpc: "As gRPC: failures take, successes give",
  botocore: "As botocore: a bucket of 500",
} as const;
export type BudgetRule = keyof typeof BUDGET_RULES;

export interface RetryBudget {
  /** The first attempt of a call leaves. */
  began(now: Nanos): void;
  /** Takes one retry. @returns what it took; null where none may leave */
  take(now: Nanos, afterTimeout: boolean): number | null;
  /** An attempt has ended. @param taken for the last retry of its call; 0 where it had none */
  ended(failed: boolean, taken: number): void;
}

/** Ours: Envoy keeps 3. */
const STOCK = 10;

/** Rule 1. */
class ShareBudget implements RetryBudget {
  private tokens: number;
  private readonly share: number;

  constructor(share: number) {
    this.share = share;
    this.tokens = share === 0 ? 0 : STOCK;
  }

  began(): void {
    this.tokens = Math.min(STOCK, this.tokens + this.share);
  }

  take(): number | null {
    if (this.tokens < 1) return null;
    this.tokens--;
    return 1;
  }

  ended(): void {
    // Only calls count.
  }
}

const FINAGLE = { window: seconds(10), slices: 10, reserve: 100 } as const;
const SLICE = FINAGLE.window / FINAGLE.slices;

/** Rule 2. */
class WindowBudget implements RetryBudget {
  private readonly share: number;
  private readonly calls = new Int32Array(FINAGLE.slices);
  private readonly retries = new Int32Array(FINAGLE.slices);
  private slice = 0; // the present one, counted from the beginning

  constructor(share: number) {
    this.share = share;
  }

  began(now: Nanos): void {
    this.turn(now);
    count(this.calls, this.slice);
  }

  take(now: Nanos): number | null {
    this.turn(now);
    const left = this.share * sum(this.calls) + FINAGLE.reserve - sum(this.retries);
    if (left < 1) return null;
    count(this.retries, this.slice);
    return 1;
  }

  ended(): void {
    // Only calls count.
  }

  /** Forgets the slices that are older than the window. */
  private turn(now: Nanos): void {
    const present = Math.floor(now / SLICE);
    for (let slice = Math.max(this.slice, present - FINAGLE.slices) + 1; slice <= present; slice++) {
      this.calls[slice % FINAGLE.slices] = 0;
      this.retries[slice % FINAGLE.slices] = 0;
    }
    this.slice = present;
  }
}

const sum = (counts: Int32Array): number => counts.reduce((all, one) => all + one, 0);

function count(counts: Int32Array, slice: number): void {
  const place = slice % FINAGLE.slices;
  counts[place] = numberAt(counts, place) + 1;
}

const GRPC = { tokens: 10 } as const;

/** Rule 3. */
class Throttle implements RetryBudget {
  private tokens: number = GRPC.tokens;
  private readonly share: number;

  constructor(share: number) {
    this.share = share;
  }

  began(): void {
    // Only ends count.
  }

  take(): number | null {
    return this.tokens > GRPC.tokens / 2 ? 0 : null;
  }

  ended(failed: boolean): void {
    this.tokens = failed ? Math.max(0, this.tokens - 1) : Math.min(GRPC.tokens, this.tokens + this.share);
  }
}

const BOTOCORE = { bucket: 500, retry: 5, late: 10, success: 1 } as const;

/** Rule 4. */
class Bucket implements RetryBudget {
  private tokens: number = BOTOCORE.bucket;

  began(): void {
    // Only ends count.
  }

  take(_now: Nanos, afterTimeout: boolean): number | null {
    const wanted = afterTimeout ? BOTOCORE.late : BOTOCORE.retry;
    if (this.tokens < wanted) return null;
    this.tokens -= wanted;
    return wanted;
  }

  ended(failed: boolean, taken: number): void {
    if (!failed) this.tokens = Math.min(BOTOCORE.bucket, this.tokens + (taken === 0 ? BOTOCORE.success : taken));
  }
}

const NO_LIMIT: RetryBudget = { began: () => undefined, take: () => 0, ended: () => undefined };

/** @param share a part of a retry for each call, or each success; Infinity for as many as are wanted */
export function retryBudget(rule: BudgetRule, share: number): RetryBudget {
  if (share === Infinity) return NO_LIMIT;
  switch (rule) {
    case "share":
      return new ShareBudget(share);
    case "finagle":
      return new WindowBudget(share);
    case "grpc":
      return new Throttle(share);
    case "botocore":
      return new Bucket();
  }
}
