import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Gaps } from "./gaps.ts";

const lists = fc.array(fc.nat(40), { minLength: 1, maxLength: 700 });

describe("gaps", () => {
  it("are found forward and backward as by looking at each", () => {
    fc.assert(
      fc.property(lists, fc.nat(700), fc.nat(42), (list, place, least) => {
        const from = place % list.length;
        const gaps = new Gaps(Float64Array.from(list));
        const next = list.findIndex((gap, i) => i >= from && gap >= least);
        expect(gaps.next(from, least)).toBe(next < 0 ? list.length : next);
        const before = list.findLastIndex((gap, i) => i <= from && gap >= least);
        expect(gaps.before(from, least)).toBe(Math.max(0, before));
      }),
      { numRuns: 400 },
    );
  });

  it("end where the list ends", () => {
    const gaps = new Gaps(new Float64Array(5000));
    expect(gaps.next(0, 1)).toBe(5000);
    expect(gaps.next(5000, 0)).toBe(5000);
    expect(gaps.before(4999, 1)).toBe(0);
  });
});
