import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Shape } from "../draw/scene.ts";
import { distributionOf, histogramSvg, layoutHistogram, markedTimes, sameText, timeIn } from "./histogram.ts";

const lossy = runOf("firefly/null", { set: { calls: 300 }, faults: ["lose 2% of packets"], keep: { calls: 1 } }).trace;

const labelsOf = (shapes: readonly Shape[]): readonly string[] =>
  shapes.flatMap((shape) => (shape.shape === "label" ? shape.runs.map(({ text }) => text) : []));

describe("the histogram of a run’s calls", () => {
  const all = distributionOf(lossy);

  it("holds every call that returned in one bar, by its time", () => {
    const calls = all.bars.flatMap((bar) => bar.calls);
    expect(calls.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    for (const { from, to, calls: own } of all.bars) {
      for (const call of own) {
        const ns = Number(lossy.calls.end[call - 1]) - Number(lossy.calls.start[call - 1]);
        expect(ns >= from && ns <= to, `call ${call}: ${ns}`).toBe(true);
      }
    }
  });

  it("has bars of equal factors where a lost packet makes a call hundreds of times as long", () => {
    expect(all.log).toBe(true);
    const [first, second] = all.bars;
    const last = all.bars.at(-1);
    if (first === undefined || second === undefined || last === undefined) throw new Error("24 bars");
    expect(second.to / second.from).toBeCloseTo(last.to / last.from, 6);
    expect(all.quantiles.map(({ name }) => name)).toEqual(["p50", "p95", "mean", "p99"]);
  });

  it("is one bar where all calls take the same time, and nothing where none returned", () => {
    const even = distributionOf(runOf("firefly/null", { set: { calls: 5 }, keep: "none" }).trace);
    expect(even.bars.filter(({ calls }) => calls.length > 0).map(({ calls }) => calls)).toEqual([[1, 2, 3, 4, 5]]);
    const { shapes, bars } = layoutHistogram(even, { width: 300, height: 200 });
    const drawn = shapes.flatMap((shape) => (shape.shape === "box" ? [shape] : []));
    expect(drawn.map(({ width }) => width < 8)).toEqual([true]);
    expect(bars).toHaveLength(1); // all of the plot takes the click
    expect(labelsOf(shapes)).toContain("all calls 2,532 µs");
    expect(sameText(even, 0)).toBe("All 5 calls took 2,532 µs");
    expect(sameText(even, 2)).toBe("All 5 calls that returned took 2,532 µs");
    expect(sameText(all, 0)).toBeNull();
    const none = distributionOf(
      runOf("firefly/null", { set: { calls: 2 }, faults: ["crash server at 0s"], keep: "none" }).trace,
    );
    expect(none.bars).toEqual([]);
    expect(layoutHistogram(none, { width: 300, height: 200 })).toEqual({ shapes: [], bars: [] });
  });

  it("has one mark for quantiles that read the same", () => {
    const ns = [1e6, 1e6, 1.0001e6, 2e6];
    const quantiles = ["p50", "p95", "mean", "p99"].map((name, i) => ({ name, ns: ns[i] ?? 0 }));
    const texts = markedTimes({ ...all, quantiles, unit: { name: "ms", nanos: 1e6 } }).map(({ name }) => name);
    expect(texts).toEqual(["p50, p95, mean 1 ms", "p99 2 ms"]);
  });

  it("is drawn within its size with all names, also as a file, and says times in one unit", () => {
    const { shapes } = layoutHistogram(all, { width: 320, height: 300 });
    const names = labelsOf(shapes);
    for (const name of ["p50", "p95", "p99", "mean"])
      expect(names.filter((text) => text.includes(name))).toHaveLength(1);
    expect(names.filter((text) => /^(p|mean)/.test(text)).every((text) => text.endsWith(` ${all.unit.name}`))).toBe(
      true,
    );
    for (const shape of shapes) {
      if (shape.shape !== "box") continue;
      expect(shape.x >= 0 && shape.x + shape.width <= 320 && shape.y >= 0 && shape.height > 0).toBe(true);
    }
    const svg = histogramSvg(lossy, { width: 560, height: 320, theme: "light", title: "Times of the calls" });
    expect(svg).toMatch(/^<svg [^>]*width="560"/);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(timeIn(2_531_600, { name: "ms", nanos: 1e6 })).toBe("2.532 ms");
  });
});
