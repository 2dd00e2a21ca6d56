import { describe, expect, it } from "vitest";
import { answerAt, axisTitle, chartRows, cleaned } from "./data.ts";
import type { ChartPoint } from "../setup/points.ts";
import { inSentence } from "../language/in-sentence.ts";
import { pointsIn, threads, withPoints } from "./example.ts";

describe("chart rows", () => {
  it("join the three answers at one x and give the deviation of the simulated mean from the paper", () => {
    const row = chartRows(threads).find((r) => r.x === 5);
    expect(row?.entries.map(({ series, point }) => [series.kind, point.y])).toEqual([
      ["measured", 4.69],
      ["model", 4.6],
      ["simulated", 4.97],
    ]);
    expect(row === undefined ? null : answerAt(row, "simulated")?.deviation).toBeCloseTo(5.97, 2);
  });

  it("have no deviation where paper or simulation is silent, or where the paper says zero", () => {
    const deviations = (measured: readonly ChartPoint[]) =>
      chartRows(withPoints(threads, { measured })).map((row) => answerAt(row, "simulated")?.deviation ?? null);
    const paper = pointsIn(threads, "measured");
    expect(deviations(paper.slice(1))[0]).toBeNull();
    expect(deviations(paper.map((point) => ({ ...point, y: 0 })))).toEqual(Array(8).fill(null));
  });

  it("name every x of the sweep even where nothing is known", () => {
    const empty = { ...threads, series: [] };
    expect(chartRows(empty).map((row) => row.x)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("cleaning", () => {
  it("drops values that are no numbers, and on a logarithmic axis x at or below zero", () => {
    const [first] = pointsIn(threads, "measured");
    if (first === undefined) throw new Error("the example has points");
    const dirty = {
      ...withPoints(threads, {
        measured: [
          { ...first, x: 0 },
          { ...first, y: NaN },
          { ...first, x: 3 },
        ],
        model: [{ ...first, y: Infinity }],
        simulated: [{ ...first, spread: { low: NaN, high: 2, trials: 5 } }],
      }),
      x: { ...threads.x, log: true, values: [0, -1, 2, NaN] },
    };
    const clean = cleaned(dirty);
    expect(clean.x.values).toEqual([2]);
    expect(clean.series.map(({ points }) => points.map(({ x }) => x))).toEqual([[3], [], []]);
  });
});

describe("names", () => {
  it("stand in a sentence without losing an acronym", () => {
    expect(inSentence("Caller threads")).toBe("caller threads");
    expect(inSentence("UDP checksum")).toBe("UDP checksum");
    expect(inSentence("MultiRPC")).toBe("MultiRPC");
    expect(axisTitle({ label: "Network speed", unit: "Mbit/s", values: [] })).toBe("network speed, Mbit/s");
  });
});
