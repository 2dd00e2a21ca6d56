import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interval95, studentT975 } from "./interval.ts";

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
    expect(interval95([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, low: 0.1, high: 0.1 });
    expect(interval95([0.1])).toEqual({ mean: 0.1, low: null, high: null });
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

  it("narrows with Student’s t as trials are added, without a step where the table ends", () => {
    for (let degrees = 1; degrees < 200; degrees++) {
      expect(studentT975(degrees)).toBeGreaterThan(studentT975(degrees + 1) - 1e-9);
    }
    expect(studentT975(31)).toBeCloseTo(2.0395, 3);
    expect(studentT975(1e6)).toBeCloseTo(1.96, 3);
  });
});
