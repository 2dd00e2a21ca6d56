/** The steps of a capture's clock, inferred from the times themselves: some clocks tick every 10 ms only. */

/** Differences that are looked at. */
const MOST = 20_000;

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/** Steps of clocks, in nanoseconds: what is inferred is one of them. */
const STEPS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
/** Fewer different moments tell nothing. */
const LEAST = 8;

export class Clock {
  private common = 0; // the greatest common divisor of the differences
  private last = -1;
  private equal = 0;
  private different = 0;
  private least = Infinity;

  see(timeNs: number): void {
    if (this.last >= 0 && this.equal + this.different < MOST) {
      const difference = Math.abs(timeNs - this.last);
      if (difference === 0) this.equal += 1;
      else {
        this.different += 1;
        this.common = divisor(this.common, difference);
        this.least = Math.min(this.least, difference);
      }
    }
    this.last = timeNs;
  }

  /** Nanoseconds; null where the times are too few to tell. */
  resolutionNs(): number | null {
    if (this.different < LEAST) return null;
    // A clock that ticks coarsely, but not in round numbers, shows many equal times and no small difference.
    const ticks = this.equal > this.different && this.least >= 1_000_000 ? this.least : 0;
    const round = STEPS.findLast((step) => this.common % step === 0) ?? 1;
    return Math.max(round, ticks);
  }
}
