import { describe, expect, it } from "vitest";
import type { Label } from "../draw/scene.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import type { ChartData } from "./data.ts";
import { labelWidth } from "./marks.ts";
import { curveAt, layoutWords, rowAt } from "./word-rows.ts";

const NAMES = ["Dorado", "Firefly, five processors", "IBM RT-PC under 4.2BSD", "A machine that nobody has swept"];
const source = { text: "A run.", href: "#/bench" };
const points = (...ys: readonly number[]): readonly ChartPoint[] => ys.map((y, x) => ({ x, y, source }));
const simulated: Series = {
  kind: "simulated",
  name: "simulated",
  label: "",
  curveNumber: null,
  points: points(1.4, 2.5, 29),
};
const data: ChartData = {
  spec: { y: "msPerCall", title: "Time a call", points: [] },
  unit: "ms",
  x: { label: "Machine", unit: "", values: [0, 1, 2], names: NAMES },
  series: [simulated],
};
const paper: Series = { ...simulated, kind: "measured", name: "paper", points: points(1.1, 2.66, 29.1) };

const labels = (of: ChartData, width: number): readonly Label[] =>
  layoutWords(of, width).marks.filter((mark): mark is Label => mark.shape === "label");
const words = ({ runs }: Label): string => runs.map(({ text }) => text).join("");

describe("a chart over words", () => {
  it("has a row for each word with a value, in the order of the words, and none for others", () => {
    const { rows } = layoutWords(data, 400);
    expect(rows.map(({ row }) => row.x)).toEqual([0, 1, 2]);
    expect(rows.map(({ top }) => top)).toEqual(rows.map(({ top }) => top).toSorted((a, b) => a - b));
  });

  it.each([288, 400, 700])("keeps names and values within %i px, and names clear of all marks", (width) => {
    for (const of of [data, { ...data, series: [paper, simulated] }]) {
      const { at } = layoutWords(of, width);
      const first = at(of === data ? 1.4 : 1.1);
      const names = labels(of, width).filter(({ x, runs }) => x === 0 && runs[0]?.ink === "ink-2");
      expect(names.map(words).join(" ")).toBe(NAMES.slice(0, 3).join(" "));
      for (const name of names) expect(labelWidth(words(name))).toBeLessThan(first - 4);
      for (const label of labels(of, width)) expect(label.x + labelWidth(words(label))).toBeLessThanOrEqual(width + 1);
    }
  });

  it("has a logarithmic axis where values lie more than ten times apart, else one from zero", () => {
    const far = layoutWords(data, 400);
    expect(far.at(10) - far.at(5)).toBeCloseTo(far.at(20) - far.at(10), 6);
    const near = layoutWords({ ...data, series: [{ ...simulated, points: points(1, 2, 3) }] }, 400);
    expect(near.at(3) - near.at(2)).toBeCloseTo(near.at(2) - near.at(1), 6);
    expect(near.at(2) - near.at(1)).toBeCloseTo(near.at(1) - near.at(0), 6);
  });

  it("names its series above the rows where there are several", () => {
    expect(labels(data, 400).map(words)).not.toContain("simulated");
    expect(labels({ ...data, series: [paper, simulated] }, 400).map(words)).toEqual(
      expect.arrayContaining(["paper", "simulated"]),
    );
  });

  it("finds the row under a pointer, and the nearest of several curves in it", () => {
    const curves = [0, 1].map((curveNumber): Series => {
      return { ...simulated, name: `curve ${curveNumber}`, curveNumber, points: points(1 + 8 * curveNumber, 4, 5) };
    });
    const layout = layoutWords(
      { ...data, spec: { ...data.spec, series: { parameter: "a", values: [] } }, series: curves },
      400,
    );
    const [first] = layout.rows;
    if (first === undefined) throw new Error("There are rows.");
    expect(rowAt(layout, first.middle)).toBe(first);
    expect(rowAt(layout, layout.height)).toBeNull();
    expect([1, 9].map((value) => curveAt(layout, first, layout.at(value)))).toEqual([0, 1]);
  });
});
