import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviationOf, deviationText, isMiss, percentText, rangeText, stripScale, stripX } from "./deviation.ts";

const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, NaN, Infinity, -Infinity));

describe("a deviation", () => {
  it("is in percent of the paper’s number, and none where there is no answer or nothing to divide by", () => {
    expect(deviationOf(25.314, 26.61)).toBeCloseTo(-4.87, 2);
    expect(deviationOf(null, 26.61)).toBeNull();
    expect(deviationOf(3, 0)).toBeNull();
    expect(deviationOf(-90, -100)).toBeCloseTo(10, 9); // above a negative number is above
  });

  it("is written with a sign, a true minus and a thin space; zero has no sign", () => {
    expect([6, -1.5, 0, -0.04, 0.04].map(percentText)).toEqual(["+6.0", "−1.5", "0.0", "0.0", "0.0"]);
    expect(deviationText(7.04)).toBe("+7.0\u2009%");
    expect(percentText(null)).toBe("–");
    expect(deviationText(null)).toBe("–");
  });

  it("is never NaN, an infinity or a hyphen on the page", () => {
    fc.assert(
      fc.property(number, number, (value, paper) => {
        const text = deviationText(deviationOf(value, paper));
        expect(text).not.toMatch(/NaN|Infinity|-/);
      }),
    );
  });

  it("is a miss beyond five percent, either way, and not at five", () => {
    expect([5, -5, 5.01, -5.01, null].map(isMiss)).toEqual([false, false, true, true, false]);
  });
});

describe("the scale of a strip", () => {
  it("is the smallest that holds all deviations, and says so", () => {
    expect(stripScale([]).range).toBe(10);
    expect(stripScale([null, -9.99]).range).toBe(10);
    expect(stripScale([10.3, -2]).range).toBe(15);
    expect(stripScale([14.7, 120]).range).toBe(200);
    expect(rangeText(stripScale([12]))).toBe("−15 to +15\u2009%");
  });

  it("has its ticks on both sides of zero and none beyond its ends", () => {
    expect(stripScale([12]).ticks).toEqual([-15, -10, -5, 0, 5, 10, 15]);
    for (const largest of [1, 11, 18, 25, 40, 80, 150, 400, 900]) {
      const { range, ticks } = stripScale([largest]);
      expect(ticks).toContain(0);
      expect(Math.max(...ticks.map(Math.abs))).toBeLessThanOrEqual(range);
    }
  });

  it("keeps every mark on the strip, with the paper in the middle and more to the right", () => {
    const percent = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(fc.array(percent), percent, fc.constantFrom(84, 150, 244), (offs, off, width) => {
        const scale = stripScale(offs);
        const x = stripX(off, scale, width);
        expect(x).toBeGreaterThanOrEqual(8);
        expect(x).toBeLessThanOrEqual(width - 8);
        expect(stripX(0, scale, width)).toBe(width / 2);
        expect(Math.sign(x - width / 2) === Math.sign(off) || x === width / 2).toBe(true);
      }),
    );
  });
});
