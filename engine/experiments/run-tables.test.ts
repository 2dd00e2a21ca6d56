import { describe, expect, it } from "vitest";
import { experiments } from "./index.ts";
import { curvesOfTable, runsOfTable, tableOf, verdicts } from "./run-tables.ts";
import { readParameters } from "./parameters.ts";
import type { Measure } from "./types.ts";

const tabled = experiments.flatMap((experiment) => (experiment.tables ?? []).map((table) => ({ experiment, table })));

describe.each(tabled)("the table $table.id of $experiment.id", ({ experiment, table }) => {
  it("has a cell for each column, and rows and columns of different names", () => {
    const names = [...table.rows, ...table.columns].map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
    for (const { cells } of table.rows) expect(cells).toHaveLength(table.columns.length);
  });

  it("makes runs that the parameters allow, each once", () => {
    const runs = runsOfTable(experiment, table);
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(runs.length);
    for (const { parameters } of runs) {
      const texts = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
      expect(readParameters(experiment, texts).problems).toEqual([]);
    }
    expect(curvesOfTable(experiment, table).map(({ series }) => series)).toEqual(runs.map((_, i) => i));
  });

  it("says nothing of a cell before all of its runs are made", () => {
    const none = verdicts(experiment, table, () => undefined);
    expect(none.flat().every((verdict) => verdict === null)).toBe(true);
  });

  it("follows its runs: other measures change some verdict, and no cell has its verdict written down", () => {
    const all = (value: number): Readonly<Record<string, Measure>> =>
      Object.fromEntries(Object.entries(experiment.measures).map(([name, { unit }]) => [name, { value, unit }]));
    const few = verdicts(experiment, table, () => all(0.001));
    const many = verdicts(experiment, table, (run) => all(1000 + 1000 * run));
    const changed = few.map((row, r) => row.some((verdict, c) => verdict?.text !== many[r]?.[c]?.text));
    expect(changed).toEqual(changed.map(() => true));
  });
});

it("refuses a table that is not there, and says which are", () => {
  const [one] = tabled;
  if (one === undefined) throw new Error("No experiment has a table.");
  expect(() => tableOf(one.experiment, "guarantee")).toThrow(/there is no table "guarantee"; it has /);
});
