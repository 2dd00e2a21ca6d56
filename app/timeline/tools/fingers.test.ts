import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldView } from "./fingers.ts";

const LENGTH = 600; // px
const LIMITS = { from: 0, to: 1e9 };

/** A view well inside the limits, and where two fingers take hold of it. */
const grips = fc
  .record({
    from: fc.integer({ min: 4e8, max: 5e8 }),
    width: fc.integer({ min: 1e6, max: 1e8 }),
    at: fc.integer({ min: 0, max: LENGTH }),
  })
  .map(({ from, width, at }) => {
    const view = { from, to: from + width };
    const perPlain = LENGTH / width;
    return { at, held: { view, limits: LIMITS, perPlain, about: from + at / perPlain, least: 1000 } };
  });

describe("two fingers", () => {
  it("keep what they hold between them, however they spread and move", () => {
    const spread = fc.double({ min: 0.5, max: 4, noNaN: true });
    fc.assert(
      fc.property(grips, spread, fc.integer({ min: -200, max: 200 }), ({ at, held }, factor, by) => {
        const view = heldView(held, factor, by);
        const pixel = ((held.about - view.from) * LENGTH) / (view.to - view.from);
        expect(pixel).toBeCloseTo(at + by, 3);
        expect(view.to - view.from).toBeCloseTo((held.view.to - held.view.from) / factor, 3);
      }),
    );
  });

  it("show nothing beyond the limits", () => {
    fc.assert(
      fc.property(grips, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), fc.integer(), ({ held }, factor, by) => {
        const { from, to } = heldView(held, factor, by);
        expect(from).toBeGreaterThanOrEqual(LIMITS.from - 1e-3);
        expect(to).toBeLessThanOrEqual(LIMITS.to + 1e-3);
        expect(to - from).toBeGreaterThan(0);
      }),
    );
  });

  it("that only move, move the view by as much", () => {
    const held = {
      view: { from: 1000, to: 7000 },
      limits: { from: 0, to: 20_000 },
      perPlain: 0.1,
      about: 3000,
      least: 1000,
    };
    expect(heldView(held, 1, -50)).toEqual({ from: 1500, to: 7500 });
  });
});
