import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flagsApart, placeFlags } from "./flags.ts";
import type { FlagRequest, FlagZone } from "./flags.ts";

const zone = (rows: number, more: Partial<FlagZone> = {}): FlagZone => ({
  rows,
  from: 0,
  to: 900,
  blocked: [],
  ...more,
});

const request = (id: number, at: number, width: number, weight: number): FlagRequest => ({ id, at, width, weight });

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
        {
          minLength: 1,
          maxLength: 9,
        },
      ),
    }),
    { maxLength: 5 },
  )
  .map((list) => {
    let id = 0;
    return list.map(({ start, names }) => {
      let at = start;
      return names.map(({ gap, width, weight }) => request(id++, (at += gap), width, weight));
    });
  });

describe("flags", () => {
  it("never overlap: no name touches another name or another’s leader, or leaves its zone", () => {
    fc.assert(
      fc.property(clusters, fc.integer({ min: 0, max: 6 }), (list, rows) => {
        const flags = placeFlags(list, zone(rows));
        for (const [i, flag] of flags.entries()) {
          expect(flag.row).toBeLessThan(rows);
          expect(flag.textFrom).toBeGreaterThanOrEqual(0);
          expect(flag.textTo).toBeLessThanOrEqual(900);
          for (const other of flags.slice(i + 1)) {
            const sameRow = flag.row === other.row && flag.textFrom < other.textTo && other.textFrom < flag.textTo;
            expect(sameRow).toBe(false);
            for (const [low, high] of [
              [flag, other],
              [other, flag],
            ] as const) {
              const crosses = high.row > low.row && high.at >= low.textFrom && high.at <= low.textTo;
              expect(crosses).toBe(false);
            }
          }
        }
      }),
    );
  });

  it("keep clear of cables", () => {
    fc.assert(
      fc.property(clusters, fc.integer({ min: 0, max: 880 }), (list, at) => {
        const blocked = [{ from: at, to: at + 10 }];
        for (const flag of placeFlags(list, zone(6, { blocked }))) {
          expect(flag.textTo <= at || flag.textFrom >= at + 10).toBe(true);
        }
      }),
    );
  });

  it("stand in two staircases that rise to the middle where there is room", () => {
    const cluster = [0, 1, 2, 3, 4].map((i) => request(i, 400 + i * 8, 100, 10));
    const flags = placeFlags([cluster], zone(6));
    expect(flags.map(({ side, row }) => `${side} ${row}`)).toEqual([
      "left 0",
      "left 1",
      "right 2",
      "right 1",
      "right 0",
    ]);
  });

  it("are dropped shortest first where the rows do not hold them all", () => {
    const cluster = [30, 5, 40, 10, 20].map((weight, i) => request(i, 400 + i * 8, 100, weight));
    expect(placeFlags([cluster], zone(2)).map(({ weight }) => weight)).toEqual([30, 40, 10, 20]);
    expect(placeFlags([cluster], zone(1)).map(({ weight }) => weight)).toEqual([30, 40]);
    expect(placeFlags([cluster], zone(0))).toEqual([]);
  });

  it("return when there is more room: a wider zone never names less of a lone cluster’s longest", () => {
    const cluster = [30, 5, 40].map((weight, i) => request(i, 60 + i * 8, 300, weight));
    const narrow = placeFlags([cluster], zone(3, { to: 200 }));
    const wide = placeFlags([cluster], zone(3));
    expect(narrow).toHaveLength(0);
    expect(wide).toHaveLength(3);
  });

  it("calls two flags apart only where neither leader nor name meets the other", () => {
    const low = { ...request(1, 100, 50, 1), row: 0, side: "right" as const, textFrom: 107, textTo: 157 };
    const crossing = { ...request(2, 120, 50, 1), row: 1, side: "right" as const, textFrom: 127, textTo: 177 };
    expect(flagsApart(low, crossing)).toBe(false);
    expect(flagsApart({ ...low, row: 1 }, { ...crossing, row: 0 })).toBe(true);
  });
});
