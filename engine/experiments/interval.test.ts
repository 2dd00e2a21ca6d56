import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interval95, rangeOf, studentT975 } from "./interval.ts";

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 40 });

describe("the 95 % interval", () => {
  it("is that of a textbook example", () => {
    // Mean 5, s.d. 1.5811, t(4) = 2.776: 5 ± 2.776 × 1.5811 / √5.
    const { mean, low, high } = interval95([3, 4, 5, 6, 7]);
    expect(mean).toBe(5);
    expect(low).toBeCloseTo(3.037, 3);
    expect(high).toBeCloseTo(6.963, 3);
  });

  it("is one value where trials agree, and nothing where there is one trial", () => {
    expect(interval95([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, low: 0.1, high: 0.1, ofTrials: false });
    expect(interval95([0.1])).toEqual({ mean: 0.1, low: null, high: null, ofTrials: false });
    expect(() => interval95([])).toThrow(/at least one/);
  });

  it("holds the mean, moves with the values and does not care for their order", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -1000, max: 1000 }), (all, shift) => {
        const { mean, low, high } = interval95(all);
        expect(low).toBeLessThanOrEqual(mean + 1e-6);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-6);
        const moved = interval95(all.map((value) => value + shift).toReversed());
        expect(moved.mean).toBeCloseTo(mean + shift, 4);
      }),
    );
  });

  it("never leaves what a time or a share can be: there it goes from the least trial to the largest", () => {
    const time = rangeOf({ unit: "ms" }, {});
    expect(interval95([40, 42, 45, 41, 372], time)).toEqual({ mean: 108, low: 40, high: 372, ofTrials: true });
    expect(interval95([99, 99, 100, 80, 100], rangeOf({ unit: "%" }, {}))).toMatchObject({ low: 80, high: 100 });
    const answered = rangeOf({ unit: "", atMost: "callees" }, { callees: 10 });
    expect(interval95([10, 10, 10, 9, 10], answered)).toMatchObject({ low: 9, high: 10, ofTrials: true });
    const positive = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(positive, (all) => {
        const { mean, low, high } = interval95(all, time);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(mean * (1 + 1e-9));
        expect(high).toBeGreaterThanOrEqual(mean * (1 - 1e-9));
      }),
    );
  });

  it("narrows with Student’s t as trials are added, without a step where the table ends", () => {
    for (let degrees = 1; degrees < 200; degrees++) {
      expect(studentT975(degrees)).toBeGreaterThan(studentT975(degrees + 1) - 1e-9);
    }
    expect(studentT975(31)).toBeCloseTo(2.0395, 3);
    expect(studentT975(1e6)).toBeCloseTo(1.96, 3);
  });
});
