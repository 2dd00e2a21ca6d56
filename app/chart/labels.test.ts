import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "./labels.ts";
import type { Area } from "../draw/place-label.ts";
import type { LabelRequest, Obstacle } from "./labels.ts";

const BOUNDS: Area = { x0: 0, x1: 400, y0: 0, y1: 200 };
const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 200 }) });

const request = (id: string): fc.Arbitrary<LabelRequest> =>
  fc.record({
    id: fc.constant(id),
    width: fc.integer({ min: 20, max: 120 }),
    prefer: fc.constant(0.6),
    anchors: fc.array(point, { minLength: 1, maxLength: 12 }),
  });

const obstacle: fc.Arbitrary<Obstacle> = fc
  .tuple(fc.constantFrom("a", "b", "c", ""), point, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
  .map(([owner, { x, y }, w, h]) => ({ owner, x0: x, x1: x + w, y0: y, y1: y + h }));

const meet = (a: Area, b: Area): boolean => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

describe("labels", () => {
  it("cover no obstacle and no other label, stay inside, and are placed or handed back, each once", () => {
    const asked = fc.tuple(request("a"), request("b"), request("c"));
    fc.assert(
      fc.property(asked, fc.array(obstacle, { maxLength: 12 }), (requests, all) => {
        const { placed, unplaced } = placeLabels(requests, all, BOUNDS);
        expect([...placed.map(({ id }) => id), ...unplaced].sort()).toEqual(["a", "b", "c"]);
        placed.forEach(({ box }, index) => {
          expect(all.some((other) => meet(box, other))).toBe(false);
          expect(placed.slice(index + 1).some((other) => meet(box, other.box))).toBe(false);
          expect(box.x0 >= 0 && box.x1 <= 400 && box.y0 >= 0 && box.y1 <= 200).toBe(true);
        });
      }),
    );
  });

  it("stand nearer to their own curve than to another", () => {
    const flat = (y: number) => Array.from({ length: 10 }, (_, i) => ({ x: 20 + i * 40, y }));
    const along = (owner: string, y: number): Obstacle => ({ owner, x0: 0, x1: 400, y0: y - 1, y1: y + 1 });
    const asked = [
      ["low", 120],
      ["high", 90],
    ] as const;
    const { placed } = placeLabels(
      asked.map(([id, y]) => ({ id, width: 60, prefer: 0.6, anchors: flat(y) })),
      asked.map(([id, y]) => along(id, y)),
      BOUNDS,
    );
    expect(placed.find(({ id }) => id === "high")?.box.y1).toBeLessThan(90);
    expect(placed.find(({ id }) => id === "low")?.box.y0).toBeGreaterThan(120);
  });

  it("have a leader where nothing near is free", () => {
    const crowd: Obstacle = { owner: "a", x0: 150, x1: 250, y0: 70, y1: 130 };
    const asked = { id: "a", width: 60, prefer: 0.5, anchors: [{ x: 200, y: 100 }] };
    const { placed } = placeLabels([asked], [crowd], BOUNDS);
    expect(placed[0]?.leader?.from).toEqual({ x: 200, y: 100 });
  });
});
