import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { label } from "../draw/scene.ts";
import type { Label } from "../draw/scene.ts";
import { ANYWHERE, Placer } from "./placer.ts";
import { Space } from "./space.ts";

const measure = (text: string): number => text.length * 6;
const placerOf = (space = new Space(400, 400, false)): Placer => new Placer(space, measure);
const named = (x: number, y: number): Label => label(x, y, [{ text: "name" }]);

describe("the placer", () => {
  it("sets a name at the first place that nothing has, and none where all are taken", () => {
    const space = new Space(400, 400, false);
    space.take({ x0: 90, x1: 130, y0: 90, y1: 110 });
    const placer = placerOf(space);
    const places = [named(100, 100), named(200, 100), named(300, 100)];
    expect(placer.placeOne(places, { within: ANYWHERE })).toEqual(named(200, 100));
    expect(placer.placeOne([named(100, 100), named(204, 104)], { within: ANYWHERE })).toBeNull();
    expect(placer.placeOne([named(300, 100)], { within: { ...ANYWHERE, x1: 310 } })).toBeNull();
    expect(placer.names.labels).toEqual([named(200, 100)]);
  });

  it("lets a name cover its own things, and nobody else’s", () => {
    const space = new Space(400, 400, false);
    space.take({ x0: 90, x1: 130, y0: 90, y1: 110 }, 3);
    expect(placerOf(space).placeOne([named(100, 100)], { within: ANYWHERE, owner: 3 })).toEqual(named(100, 100));
    expect(placerOf(space).placeOne([named(100, 100)], { within: ANYWHERE, owner: 4 })).toBeNull();
  });

  it("finds the free stretches of a strip in both directions, and they are those where a name fits", () => {
    const areas = fc.array(fc.record({ from: fc.nat(380), size: fc.integer({ min: 1, max: 60 }) }), { maxLength: 8 });
    fc.assert(
      fc.property(areas, fc.boolean(), (list, down) => {
        const space = new Space(400, 400, down);
        for (const { from, size } of list) space.takeAlong(from, from + size, 100, 20);
        const free = space.freeAlong({ x0: 0, x1: 400, y0: 105, y1: 110 });
        const isTaken = (at: number): boolean => list.some(({ from, size }) => at > from && at < from + size);
        for (let at = 0.5; at < 400; at += 1) {
          expect(free.some(({ from, to }) => at > from && at < to)).toBe(!isTaken(at));
        }
      }),
      { numRuns: 40 },
    );
  });
});
