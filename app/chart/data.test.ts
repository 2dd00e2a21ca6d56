import { describe, expect, it } from "vitest";
import { axisTitle, chartRows, cleaned, paperLabel, tableName } from "./data.ts";
import { inSentence } from "../words/sentences.ts";
import { threads } from "./example.ts";

describe("chart rows", () => {
  it("join the three answers at one x and give the deviation of the simulated mean from the paper", () => {
    const row = chartRows(threads).find((r) => r.x === 5);
    expect(row?.paper?.y).toBe(4.69);
    expect(row?.model?.y).toBe(4.6);
    expect(row?.simulated?.mean).toBe(4.97);
    expect(row?.deviation).toBeCloseTo(5.97, 2);
  });

  it("have no deviation where paper or simulation is silent, or where the paper says zero", () => {
    const silent = { ...threads, paper: threads.paper.slice(1) };
    expect(chartRows(silent)[0]?.deviation).toBeNull();
    const zero = { ...threads, paper: threads.paper.map((point) => ({ ...point, y: 0 })) };
    expect(chartRows(zero).every((row) => row.deviation === null)).toBe(true);
  });

  it("name every x of the sweep even where nothing is known", () => {
    const empty = { ...threads, paper: [], model: [], simulated: [] };
    expect(chartRows(empty).map((row) => row.x)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("cleaning", () => {
  it("drops values that are no numbers, and on a logarithmic axis x at or below zero", () => {
    const [first] = threads.paper;
    if (first === undefined) throw new Error("the example has points");
    const dirty = {
      ...threads,
      x: { ...threads.x, log: true, values: [0, -1, 2, NaN] },
      paper: [
        { ...first, x: 0 },
        { ...first, y: NaN },
        { ...first, x: 3 },
      ],
      model: threads.model.slice(0, 1).map((point) => ({ ...point, y: Infinity })),
      simulated: threads.simulated.slice(0, 1).map((point) => ({ ...point, low: NaN })),
    };
    const clean = cleaned(dirty);
    expect(clean.x.values).toEqual([2]);
    expect(clean.paper.map((point) => point.x)).toEqual([3]);
    expect(clean.model).toEqual([]);
    expect(clean.simulated).toEqual([]);
  });
});

describe("names", () => {
  it("are written as the paper writes them", () => {
    expect(tableName("table-i")).toBe("Table I");
    expect(tableName("table-xii")).toBe("Table XII");
    expect(tableName("section-4.2")).toBe("Section 4.2");
    expect(paperLabel(threads.paper)).toBe("paper, Table I");
    expect(paperLabel([])).toBe("paper");
  });

  it("stand in a sentence without losing an acronym", () => {
    expect(inSentence("Caller threads")).toBe("caller threads");
    expect(inSentence("UDP checksum")).toBe("UDP checksum");
    expect(axisTitle({ label: "Network speed", unit: "Mbit/s", values: [] })).toBe("network speed, Mbit/s");
  });
});
