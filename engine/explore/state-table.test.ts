import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StateTable } from "./state-table.ts";

const rows = fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 4 }), { maxLength: 200 });

describe("a table of rows", () => {
  it.each([
    ["by their hashes", undefined],
    ["also where all hashes are equal", (hashes: Int32Array) => void hashes.fill(7)],
    ["also where one hash is equal", (hashes: Int32Array, row: Int32Array) => void hashes.set([7, row[0] ?? 0])],
  ])("numbers different rows in their order, and knows equal ones: %s", (_, hash) => {
    fc.assert(
      fc.property(rows, (all) => {
        const table = new StateTable(hash);
        const known = new Map<string, number>();
        const row = new Int32Array(8);
        for (const words of all) {
          row.fill(99).set(words); // what is behind the row does not count
          const text = words.join();
          const number = known.get(text) ?? known.size;
          known.set(text, number);
          expect(table.add(row, words.length)).toBe(number);
          expect(table.size).toBe(known.size);
        }
      }),
    );
  });

  it("grows: twenty thousand rows are all known again", () => {
    const [table, row] = [new StateTable(), new Int32Array(4)];
    const numbers = () =>
      Array.from({ length: 20_000 }, (_, i) => {
        row.set([i, -i, i >> 8, i]);
        return table.add(row, 2 + (i % 3));
      });
    const first = numbers();
    expect(first).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
    expect(numbers()).toEqual(first);
    expect(table.size).toBe(20_000);
  });
});
