import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crossingOf, featuresOf, isHit, judgeCurve } from "./curve.ts";
import type { CurvePoint } from "./curve.ts";

const curve = (ys: readonly number[]): readonly CurvePoint[] => ys.map((y, i) => ({ x: i + 1, y }));
const heights = fc.array(fc.double({ min: 0.5, max: 10, noNaN: true }), { minLength: 2, maxLength: 12 });
const MEASURED = curve([1.82, 3.28, 4.25, 4.65, 4.69, 4.7, 4.69, 4.69]);

describe("judging a curve drawn by hand", () => {
  it("finds every curve to be like itself", () => {
    fc.assert(
      fc.property(heights, (ys) => {
        expect(isHit(judgeCurve(curve(ys), curve(ys)))).toBe(true);
      }),
    );
  });

  it("scales start, slope and plateau with the curve, and leaves its knee where it is", () => {
    fc.assert(
      fc.property(heights, fc.constantFrom(0.25, 0.5, 2, 4, 8), (ys, k) => {
        const [plain, scaled] = [featuresOf(curve(ys)), featuresOf(curve(ys.map((y) => y * k)))];
        for (const feature of ["start", "slope", "plateau"] as const) {
          expect(scaled[feature]).toBeCloseTo(plain[feature] * k, 9);
        }
        expect(scaled.knee).toBe(plain.knee);
      }),
    );
  });

  it("moves the knee and nothing else when the x axis moves", () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: -50, max: 50 }), (ys, by) => {
        const [here, there] = [featuresOf(curve(ys)), featuresOf(curve(ys).map(({ x, y }) => ({ x: x + by, y })))];
        expect(there).toEqual({ ...here, knee: here.knee + by });
      }),
    );
  });

  it("sees the start, the slope, the knee and the plateau of the measured throughput", () => {
    const { start, slope, knee, plateau } = featuresOf(MEASURED);
    expect([start, slope, plateau].map((value) => Number(value.toFixed(2)))).toEqual([1.82, 1.46, 4.69]);
    expect(knee).toBe(4);
  });

  it("tells a straight line to the wire’s limit by its knee and plateau, though it starts right", () => {
    const line = curve([1.8, 3, 4.2, 5.4, 6.6, 7.8, 9, 10]);
    const missed = judgeCurve(line, MEASURED)
      .filter(({ hit }) => !hit)
      .map(({ feature }) => feature);
    expect(missed).toEqual(["knee", "plateau"]);
  });

  it("forgives a curve of the right shape that stands a little to the side", () => {
    expect(isHit(judgeCurve(curve([2, 3.6, 4.4, 4.8, 5, 5, 5, 5]), MEASURED))).toBe(true);
  });

  it("wants at least two points", () => {
    expect(() => featuresOf(curve([1]))).toThrow("want at least 2");
  });
});

describe("two curves drawn by hand", () => {
  it("cross where straight lines between their points do, the first ahead before", () => {
    expect(crossingOf(curve([5, 6, 7]), curve([3, 6, 9]))).toEqual({ at: 2 });
    expect(crossingOf(curve([5, 6, 7]), curve([4, 5, 8]))).toEqual({ at: 2.5 });
  });

  it("do not cross where one is ahead throughout, even where they touch", () => {
    expect(crossingOf(curve([5, 6, 7]), curve([4, 6, 6]))).toEqual({ ahead: "first" });
    expect(crossingOf(curve([1, 2, 3]), curve([4, 5, 6]))).toEqual({ ahead: "second" });
  });

  it("say nothing where they are the same, cross twice, or cross the other way round", () => {
    expect(crossingOf(curve([1, 2, 3]), curve([1, 2, 3]))).toBeNull();
    expect(crossingOf(curve([5, 1, 5]), curve([3, 3, 3]))).toBeNull();
    expect(crossingOf(curve([1, 5]), curve([3, 3]))).toBeNull();
  });

  it("cross at the same place however both are stretched in height", () => {
    fc.assert(
      fc.property(heights, heights, fc.constantFrom(0.5, 2, 4), (a, b, k) => {
        const n = Math.min(a.length, b.length);
        const pair = (by: number) =>
          crossingOf(...([a, b].map((ys) => curve(ys.slice(0, n).map((y) => y * by))) as [CurvePoint[], CurvePoint[]]));
        const [plain, scaled] = [pair(1), pair(k)];
        if (plain !== null && "at" in plain) expect(scaled).toEqual({ at: expect.closeTo(plain.at, 9) as number });
        else expect(scaled).toEqual(plain);
      }),
    );
  });
});
