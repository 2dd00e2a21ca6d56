import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filled, moved } from "./pad.ts";

describe("drawing on the pad", () => {
  it("joins gaps by straight lines, once the first and the last point are drawn", () => {
    expect(filled([1, null, null, 4])).toEqual([1, 2, 3, 4]);
    expect(filled([1, null, 3, null])).toBeNull();
    expect(filled([null, 2])).toBeNull();
  });

  it("leaves every point that is drawn where it is, and the others between their neighbours", () => {
    const height = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(height, fc.array(fc.option(height), { maxLength: 8 }), height, (first, middle, last) => {
        const ys = [first, ...middle, last];
        const all = filled(ys) ?? [];
        expect(all).toHaveLength(ys.length);
        ys.forEach((y, i) => y !== null && expect(all[i]).toBe(y));
        const drawn = ys.filter((y) => y !== null);
        for (const y of all) {
          expect(y).toBeGreaterThanOrEqual(Math.min(...drawn));
          expect(y).toBeLessThanOrEqual(Math.max(...drawn));
        }
      }),
    );
  });

  it("draws over the points that a quick stroke skips, forward and back", () => {
    const empty = [null, null, null, null];
    expect(moved(moved(empty, null, 0, 1), 0, 3, 4)).toEqual([1, 2, 3, 4]);
    expect(moved(moved(empty, null, 3, 4), 3, 1, 0)).toEqual([null, 0, 2, 4]);
  });
});
