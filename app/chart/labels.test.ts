import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "./labels.ts";
import { meets } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Label } from "../draw/scene.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { LABEL_SIZE, text } from "./marks.ts";
import type { LabelRequest, Obstacle } from "./labels.ts";

const BOUNDS: Area = { x0: 0, x1: 400, y0: 0, y1: 200 };
const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 200 }) });

/** A name of so many letters. */
const nameOf = (id: string, count: number): Label => text(0, 0, id.repeat(count), "ink", { bold: true });
const boxOf = ({ x, y, runs }: Label): Area => ({
  ...{ x0: x, x1: x + runsWidth(runs, LABEL_SIZE, tableWidth), y0: y - 10, y1: y + 3 },
});

const request = (id: string): fc.Arbitrary<LabelRequest> =>
  fc.record({
    id: fc.constant(id),
    name: fc.integer({ min: 3, max: 18 }).map((count) => nameOf(id, count)),
    prefer: fc.constant(0.6),
    anchors: fc.array(point, { minLength: 1, maxLength: 12 }),
  });

const obstacle: fc.Arbitrary<Obstacle> = fc
  .tuple(fc.constantFrom("a", "b", "c", ""), point, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
  .map(([owner, { x, y }, w, h]) => ({ owner, x0: x, x1: x + w, y0: y, y1: y + h }));

describe("labels", () => {
  it("cover no obstacle and no other label, stay inside, and are placed or handed back, each once", () => {
    const asked = fc.tuple(request("a"), request("b"), request("c"));
    fc.assert(
      fc.property(asked, fc.array(obstacle, { maxLength: 12 }), (requests, all) => {
        const { labels, unplaced } = placeLabels(requests, all, BOUNDS);
        const ids = labels.map(({ runs }) => (runs[0]?.text ?? "").charAt(0));
        expect([...ids, ...unplaced].sort()).toEqual(["a", "b", "c"]);
        const boxes = labels.map(boxOf);
        boxes.forEach((box, index) => {
          expect(all.some((other) => meets(box, other))).toBe(false);
          expect(boxes.slice(index + 1).some((other) => meets(box, other))).toBe(false);
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
    const { labels } = placeLabels(
      asked.map(([id, y]) => ({ id, name: nameOf(id, 4), prefer: 0.6, anchors: flat(y) })),
      asked.map(([id, y]) => along(id, y)),
      BOUNDS,
    );
    const boxes = labels.toSorted((a, b) => a.y - b.y).map(boxOf);
    expect(boxes.map(({ y0, y1 }) => [y0 > 120, y1 < 90])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it("have a leader where nothing near is free", () => {
    const crowd: Obstacle = { owner: "a", x0: 150, x1: 250, y0: 70, y1: 130 };
    const asked = { id: "a", name: nameOf("a", 8), prefer: 0.5, anchors: [{ x: 200, y: 100 }] };
    const { leaders } = placeLabels([asked], [crowd], BOUNDS);
    expect(leaders.map(({ points }) => points[0])).toEqual([200]);
  });
});
