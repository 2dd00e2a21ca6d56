import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsWidth } from "../draw/text-width.ts";
import { able, staircases } from "./flags.ts";
import type { FlagRequest, FlagZone } from "./flags.ts";
import { Placer } from "./placer.ts";
import { Space } from "./space.ts";

const EDGE = 200;
const LEFT = 0;
const RIGHT = 900;

const zone = (rows: number): FlagZone => ({ rows, edge: EDGE, up: true, halo: "paper" });

/** A name of so many pixels. */
const request = (at: number, width: number, weight: number): FlagRequest => {
  const runs = [{ text: "m".repeat(width) }];
  return { at, weight, right: runs, left: runs };
};

/** A letter is a pixel wide. */
const measure = (text: string): number => text.length;

interface Flag {
  readonly at: number;
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly side: "left" | "right";
}

/** The flags of clusters in a zone, where an area is taken. */
function placed(
  clusters: readonly (readonly FlagRequest[])[],
  rows: number,
  { right = RIGHT, taken = [] as readonly (readonly [number, number])[] } = {},
): readonly Flag[] {
  const space = new Space(RIGHT, EDGE, false);
  for (const [from, to] of taken) space.take({ x0: from, x1: to, y0: 0, y1: EDGE });
  const placer = new Placer(space, measure);
  const within = { x0: LEFT, x1: right, y0: -Infinity, y1: Infinity };
  for (const cluster of clusters) {
    placer.placeTogether(cluster, (some) => staircases(some, zone(rows)), { within });
  }
  const { labels, leaders } = placer.names;
  return labels.map((one, i) => {
    const width = runsWidth(one.runs, one.size, measure);
    const from = one.anchor === "start" ? one.x : one.x - width;
    const side = one.anchor === "start" ? "right" : "left";
    return {
      at: leaders[i]?.points[0] ?? NaN,
      row: Math.round((EDGE - 13 - one.y) / 12.6),
      from,
      to: from + width,
      side,
    };
  });
}

const clusters = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 880 }),
      names: fc.array(
        fc.record({
          gap: fc.integer({ min: 1, max: 11 }),
          width: fc.integer({ min: 20, max: 220 }),
          weight: fc.nat(1000),
        }),
        { minLength: 1, maxLength: 9 },
      ),
    }),
    { maxLength: 5 },
  )
  .map((list) =>
    list.map(({ start, names }) => {
      let at = start;
      return names.map(({ gap, width, weight }) => request((at += gap), width, weight));
    }),
  );

describe("flags", () => {
  it("never overlap: no name touches another name or another’s leader, or leaves its zone", () => {
    fc.assert(
      fc.property(clusters, fc.integer({ min: 0, max: 6 }), (list, rows) => {
        const flags = placed(list, rows);
        for (const [i, flag] of flags.entries()) {
          expect(flag.row).toBeLessThan(rows);
          expect(flag.from).toBeGreaterThanOrEqual(LEFT);
          expect(flag.to).toBeLessThanOrEqual(RIGHT);
          for (const other of flags.slice(i + 1)) {
            expect(flag.row === other.row && flag.from < other.to && other.from < flag.to).toBe(false);
            for (const [low, high] of [
              [flag, other],
              [other, flag],
            ] as const) {
              expect(high.row > low.row && high.at >= low.from && high.at <= low.to).toBe(false);
            }
          }
        }
      }),
    );
  });

  it("keep clear of cables", () => {
    fc.assert(
      fc.property(clusters, fc.integer({ min: 0, max: 880 }), (list, at) => {
        for (const { from, to } of placed(list, 6, { taken: [[at, at + 10]] })) {
          expect(to <= at || from >= at + 10).toBe(true);
        }
      }),
    );
  });

  it("stand in two staircases that rise to the middle where there is room", () => {
    const cluster = [0, 1, 2, 3, 4].map((i) => request(400 + i * 8, 100, 10));
    const flags = placed([cluster], 6);
    expect(flags.map(({ side, row }) => `${side} ${row}`)).toEqual([
      "left 0",
      "left 1",
      "right 2",
      "right 1",
      "right 0",
    ]);
  });

  it("are dropped shortest first where the rows do not hold them all", () => {
    const cluster = [30, 5, 40, 10, 20].map((weight, i) => request(400 + i * 8, 100, weight));
    expect(placed([cluster], 2).map(({ at }) => at)).toEqual([400, 416, 424, 432]);
    expect(placed([cluster], 1).map(({ at }) => at)).toEqual([400, 416]);
    expect(placed([cluster], 0)).toEqual([]);
  });

  it("return when there is more room: a wider zone never names less of a lone cluster’s longest", () => {
    const cluster = [30, 5, 40].map((weight, i) => request(60 + i * 8, 300, weight));
    expect(placed([cluster], 3, { right: 200 })).toHaveLength(0);
    expect(placed([cluster], 3)).toHaveLength(3);
  });

  it("are tried by weight, in their order", () => {
    const cluster = [30, 5, 40].map((weight, i) => request(400 + i * 8, 100, weight));
    expect(able(cluster, 2).map(({ weight }) => weight)).toEqual([30, 40]);
  });
});
