/** A series of a run as a chart: one plot or a row for each line, the steps of a line, and its words. */
import { describe, expect, it } from "vitest";
import type { Label } from "../draw/scene.ts";
import { isLabel } from "../draw/scene.ts";
import { layoutOverTime, overTimeText, type OverTime } from "./over-time.ts";

const line = (name: string, values: readonly (number | null)[]) => ({
  name,
  atNs: values.map((_, i) => i * 1e9),
  values,
});
const of = (lines: readonly ReturnType<typeof line>[], more: Partial<OverTime> = {}): OverTime => ({
  label: "Queue",
  series: { unit: "", lines },
  elapsed: 4e9,
  ...more,
});

const wordsOf = (shown: OverTime): readonly string[] =>
  layoutOverTime(shown, 300)
    .shapes.filter((shape): shape is Label => isLabel(shape))
    .map(({ runs }) => runs.map(({ text }) => text).join(""));

describe("a series over time", () => {
  it("has a line for each stretch in which there are values", () => {
    const drawn = (values: readonly (number | null)[]): number =>
      layoutOverTime(of([line("server", values)]), 300).shapes.filter(
        (shape) => shape.shape === "line" && shape.stroke === "simulated",
      ).length;
    expect([drawn([0, 2]), drawn([1, null, 2, null]), drawn([null])]).toEqual([1, 2, 0]);
  });

  it("has one plot for two lines, and a row for each of more, of eight at most", () => {
    const lines = Array.from({ length: 10 }, (_, i) => line(`server${i}`, [i, 0]));
    const heightOf = (count: number): number => layoutOverTime(of(lines.slice(0, count)), 300).height;
    expect(heightOf(2)).toBe(heightOf(1) + 18);
    expect(heightOf(4) - heightOf(3)).toBe(68);
    expect(heightOf(10)).toBe(heightOf(8));
    expect(wordsOf(of(lines))).toContain("and 2 lines more");
    expect(wordsOf(of(lines.slice(0, 8))).join()).not.toContain("more");
  });

  it("names its states at the left, and the time with its unit below", () => {
    const words = wordsOf(of([line("server", [0, 2])], { states: ["closed", "half open", "open"] }));
    expect(words).toEqual(expect.arrayContaining(["closed", "half open", "open", "time of the run"]));
    expect(words.find((word) => word.endsWith("ms"))).toBe("4,000\u202fms");
  });

  it("is a text for whoever does not see it", () => {
    const shown = of([line("server1", [0, 2, 1]), line("server2", [null])], {
      states: ["closed", "half open", "open"],
    });
    expect(overTimeText(shown)).toBe(
      "Queue, over the time of the run. server1: from closed to open, at the end half open; " +
        "server2: from nothing to nothing, at the end nothing.",
    );
  });
});
