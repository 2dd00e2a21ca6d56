import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbers, paper, role, table } from "../../engine/papers/index.ts";
import type { Table } from "../../engine/papers/types.ts";
import { boardsOf, nextSort, SORT_KEYS, sorted, tallyOf } from "./boards.ts";
import type { Sort } from "./boards.ts";
import { CELL_KIND_ORDER, CELL_KINDS } from "./cell-kinds.ts";
import type { CellFact } from "./reproduction.ts";

const firefly = paper("firefly");

/** Every number of a table, answered by `answer` in the order of the rows. */
function cellsOf(t: Table, answer: (value: number, i: number) => Partial<CellFact> = () => ({})): readonly CellFact[] {
  return numbers(firefly, t).map(({ value, ...at }, i): CellFact => {
    const use = role(at);
    const none = { model: null, simulated: null, low: null, high: null, note: "", call: null, by: null } as const;
    const kind = use === "result" ? "unsimulated" : use;
    return { ...at, unit: "us", paperValue: value, kind, ...none, measure: null, runs: [], ...answer(value, i) };
  });
}

describe("the boards of a table", () => {
  it.each(firefly.tables)("of $id hold every published number once", (t: Table) => {
    const boards = boardsOf(t, cellsOf(t));
    const shown = boards.flatMap(({ rows }) => rows.map(({ cell }) => JSON.stringify([cell.row, cell.column])));
    expect(shown.sort()).toEqual(
      numbers(firefly, t)
        .map(({ row, column }) => JSON.stringify([row, column]))
        .sort(),
    );
  });

  it("write a measured column with as many decimals as it was printed with", () => {
    const [seconds, rate] = boardsOf(table("firefly", "table-i"), cellsOf(table("firefly", "table-i")));
    expect(seconds?.rows.map(({ texts }) => texts.paper)).toContain("16.80");
    expect(rate?.rows[0]?.texts.paper).toBe("375");
  });

  it("mark a row as a miss by its simulation alone", () => {
    const t = table("firefly", "table-viii");
    const answers = [{ simulated: 1.06 }, { simulated: 1.04, model: 2 }, { model: 2 }] as const;
    const cells = cellsOf(t, (value, i) => {
      const { simulated, model }: { simulated?: number; model?: number } = answers[i % answers.length] ?? {};
      return {
        simulated: simulated === undefined ? null : value * simulated,
        model: model === undefined ? null : value * model,
      };
    });
    expect(
      boardsOf(t, cells)[0]
        ?.rows.slice(0, 3)
        .map(({ miss }) => miss),
    ).toEqual([true, false, false]);
  });

  it("say in words where there is no interval", () => {
    const t = table("firefly", "table-ii");
    const spreads = [{ simulated: 8, low: 8, high: 8 }, { simulated: 16, low: 15, high: 17 }, { simulated: 32 }];
    const [board] = boardsOf(
      t,
      cellsOf(t, (_, i) => spreads[i] ?? {}),
    );
    expect(board?.rows.map(({ texts }) => texts.range)).toEqual(["no spread", "15.0 to 17.0", "one call"]);
    const [unanswered] = boardsOf(t, cellsOf(t));
    expect(unanswered?.rows.map(({ texts }) => texts.range)).toEqual(["–", "–", "–"]);
  });
});

describe("sorting a board", () => {
  const t = table("firefly", "table-vi");
  const answer = fc.record({
    model: fc.option(fc.double({ min: 0, max: 2000, noNaN: true })),
    simulated: fc.option(fc.double({ min: 0, max: 2000, noNaN: true })),
    kind: fc.constantFrom(...CELL_KIND_ORDER),
  });
  const sort: fc.Arbitrary<Sort> = fc.record({ by: fc.constantFrom(...SORT_KEYS), down: fc.boolean() });

  it("keeps every row, and puts what has no value last, both ways", () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 40, maxLength: 40 }), sort, (answers, by) => {
        const rows =
          boardsOf(
            t,
            cellsOf(t, (_, i) => answers[i] ?? {}),
          )[0]?.rows ?? [];
        const after = sorted(rows, by);
        expect([...after].sort((a, b) => a.order - b.order)).toEqual(rows);
        if (by?.by !== "model") return;
        const values = after.map(({ cell }) => cell.model);
        const there = values.filter((value) => value !== null);
        expect(values.slice(0, there.length)).toEqual(there);
        expect(there).toEqual(there.toSorted((a, b) => (by.down ? b - a : a - b)));
      }),
    );
  });

  it("orders numbers as numbers and words as words, and names by their first column first", () => {
    const [board] = boardsOf(table("firefly", "table-x"), cellsOf(table("firefly", "table-x")));
    const up = sorted(board?.rows ?? [], { by: "row", down: false }).map(({ names }) => names.join("/"));
    expect(up).toEqual(["1/1", "1/2", "1/3", "1/4", "1/5", "2/5", "3/5", "4/5", "5/5"]);
  });

  it("goes up, down, and back to the paper’s order", () => {
    const up = nextSort(null, "percent");
    expect(up).toEqual({ by: "percent", down: false });
    const down = nextSort(up, "percent");
    expect(down).toEqual({ by: "percent", down: true });
    expect(nextSort(down, "percent")).toBeNull();
    expect(nextSort(down, "kind")).toEqual({ by: "kind", down: false });
  });
});

describe("the tally", () => {
  it("counts predictions apart from what was given or fitted, and names the furthest prediction", () => {
    const t = table("firefly", "table-x");
    const made: readonly Partial<CellFact>[] = [
      { kind: "predicted", simulated: 2.69 * 0.9 },
      { kind: "predicted", simulated: 2.73 * 1.02 },
      { kind: "calibrated", simulated: 2.85 * 1.5 },
      { kind: "input", simulated: 2.98 * 3 },
    ];
    const sums = tallyOf(cellsOf(t, (_, i) => made[i] ?? {}));
    expect(sums).toMatchObject({ cells: 9, predicted: 2, near: 1, calibrated: 1, given: 1, unsimulated: 5 });
    expect(sums.worstOff).toBeCloseTo(-10, 9);
    expect(sums.worst?.row).toEqual({ callerProcessors: 5, serverProcessors: 5 });
  });
});

describe("the kinds of numbers", () => {
  it("have words of their own and stand all in the order", () => {
    const words = Object.values(CELL_KINDS).map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect([...CELL_KIND_ORDER].sort()).toEqual(Object.keys(CELL_KINDS).sort());
  });
});
