import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_MAP, mapEntries, mapGet, mapRank, mapRemove, mapSet, type IntMap } from "./int-map.ts";

/** Keys that share their lowest bits, and others. */
const key = fc.oneof(
  fc.nat(40),
  fc.constantFrom(0x1000_0001, 0x2000_0001, 0x7fff_ffff, 0xffff_ffff),
  fc.nat(0xffff_ffff),
);
const change = fc.record({ key, rank: fc.nat(9), value: fc.option(fc.nat(5)) }); // null: taken away

describe("a persistent map", () => {
  it("does what a map does, whatever is set and taken away, and leaves the map before a change as it was", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const twin = new Map<number, { value: number; rank: number }>();
        let map: IntMap<number> = EMPTY_MAP;
        for (const { key: at, rank, value } of changes) {
          const [given, copy] = [map, structuredClone(map)];
          map = value === null ? mapRemove(map, at) : mapSet(map, at, value, rank);
          if (value === null) twin.delete(at);
          else twin.set(at, { value, rank });
          expect(given).toEqual(copy);
          expect(map.count).toBe(twin.size);
          expect(map.rank).toBe(Math.min(Infinity, ...[...twin.values()].map((one) => one.rank)));
          expect([mapGet(map, at), mapRank(map, at)]).toEqual([
            twin.get(at)?.value ?? null,
            twin.get(at)?.rank ?? null,
          ]);
        }
        const upTo = (most: number) => new Set([...twin].flatMap(([at, { rank }]) => (rank <= most ? [at] : [])));
        for (const most of [4, Infinity])
          expect(new Set(mapEntries(map, most).map((one) => one.key))).toEqual(upTo(most));
      }),
      { numRuns: 300 },
    );
  });

  it("with the same entries is the same data, in whatever order they came", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 30 }), fc.uniqueArray(key, { maxLength: 10 }), (keys, others) => {
        const put = (map: IntMap<number>, at: number): IntMap<number> => mapSet(map, at, at % 7, at % 5);
        const there = keys.reduce(put, EMPTY_MAP);
        const gone = others.filter((other) => !keys.includes(other));
        const back = gone.reduce<IntMap<number>>(mapRemove, [...gone, ...keys.toReversed()].reduce(put, EMPTY_MAP));
        expect(back).toEqual(there);
      }),
    );
  });
});
