import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueTimers, earliest, NO_TIMERS, withTimer } from "./timers.ts";

/** The obvious twin: a list. */
class SlowTimers {
  private entries: { key: number; at: number; order: number }[] = [];
  private order = 0;

  get earliest(): number | null {
    return this.entries.reduce<number | null>((least, { at }) => (least === null ? at : Math.min(least, at)), null);
  }

  set(key: number, at: number | null): void {
    if (this.entries.some((entry) => entry.key === key && entry.at === at)) return;
    this.entries = this.entries.filter((entry) => entry.key !== key);
    if (at !== null) this.entries.push({ key, at, order: this.order++ });
  }

  due(now: number): number[] {
    const due = this.entries.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at || a.order - b.order);
    return due.map(({ key }) => key);
  }
}

describe("timers", () => {
  it("do what a sorted list does, whatever is set, moved and taken away", () => {
    const operation = fc.record({ key: fc.nat(12), at: fc.option(fc.nat(20)), now: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const slow = new SlowTimers();
        let fast = NO_TIMERS;
        for (const { key, at, now } of operations) {
          fast = withTimer(fast, key, at);
          slow.set(key, at);
          expect(earliest(fast)).toBe(slow.earliest);
          expect(dueTimers(fast, now)).toEqual(slow.due(now));
        }
      }),
      { numRuns: 500 },
    );
  });
});
