/**
 * How many requests a server takes in at once: as many as its queue has room for, or as many as it has found to be
 * good for it.
 *
 * Rules
 * 1. Gradient (Netflix's concurrency-limits, `Gradient2Limit`): for each request that ends, the limit becomes itself
 *    times max(0.5, min(1, 1.5 × long average of times / this time)), plus 4, smoothed by 0.2. It stays while less than
 *    half of it is in use. The long average is that of the first ten times, and then moves by 2/601 of what differs.
 *    The limit is 20 at first, and from 20 to 200.
 * 2. Shedding: a request is refused where the server has been at work without a break for `MOST_BUSY`, and more than
 *    half of its queue is taken. It costs the server `REFUSAL` to say no.
 */
import { micros, millis, type Nanos } from "../../kernel/time.ts";

const FIRST = 20;
const LEAST = 20;
const MOST = 200;
const TOLERANCE = 1.5;
const LEAST_GRADIENT = 0.5;
const HEADROOM = 4;
const SMOOTHING = 0.2;
const LONG_WINDOW = 600;
const WARM_UP = 10;

/** A refusal is read, counted and answered: a tenth of a millisecond, ours. */
export const REFUSAL = micros(100);

/** As long as a burst may last: CoDel’s interval. The share of the queue is ours. */
const MOST_BUSY = millis(100);
const FULL_SHARE = 0.5;

/** Rule 2. @param busySince when its last worker was taken; -1 while one is free */
export const mustShed = (busySince: Nanos, waiting: number, queueLimit: number, now: Nanos): boolean =>
  busySince >= 0 && now - busySince > MOST_BUSY && waiting > FULL_SHARE * queueLimit;

/** Rule 1. */
export class GradientLimit {
  private limit = FIRST;
  private long = 0; // average of times, in ns
  private seen = 0;

  /** Its server has crashed: all that was measured is lost. */
  forget(): void {
    this.limit = FIRST;
    this.long = 0;
    this.seen = 0;
  }

  /** Whether a request may come in beside so many. */
  admits(inside: number): boolean {
    return inside < Math.floor(this.limit);
  }

  /** A request has ended after so long, when so many were inside. */
  ended(took: Nanos, inside: number): void {
    this.seen++;
    this.long += (took - this.long) * (this.seen <= WARM_UP ? 1 / this.seen : 2 / (LONG_WINDOW + 1));
    const { long } = this;
    // The long average forgets a slow time quickly, as theirs does.
    if (long / took > 2) this.long *= 0.95;
    if (inside < this.limit / 2) return;
    const gradient = Math.max(LEAST_GRADIENT, Math.min(1, (TOLERANCE * long) / took));
    const wanted = this.limit * gradient + HEADROOM;
    this.limit = Math.min(MOST, Math.max(LEAST, this.limit * (1 - SMOOTHING) + wanted * SMOOTHING));
  }
}
