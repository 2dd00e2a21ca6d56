import { describe, expect, it } from "vitest";
import type { ChartPoint, SeriesKind } from "../setup/points.ts";
import { unitText } from "../words/units.ts";
import { valuesOf } from "./data.ts";
import type { ChartData } from "./data.ts";
import { pointsIn, threads, withPoints } from "./example.ts";
import { inLargerUnit } from "./larger-unit.ts";

/** The example with its greatest value as given: 5.17 is the end of an interval. */
function upTo(most: number, unit: string): ChartData {
  const grow = (value: number): number => (value * most) / 5.17;
  const grown = (kind: SeriesKind): readonly ChartPoint[] =>
    pointsIn(threads, kind).map(({ spread, ...point }) => ({
      ...point,
      y: grow(point.y),
      ...(spread && { spread: { ...spread, low: grow(spread.low), high: grow(spread.high) } }),
    }));
  const { limit: _, ...spec } = threads.spec;
  const points = { measured: grown("measured"), model: grown("model"), simulated: grown("simulated") };
  return { ...withPoints({ ...threads, spec }, points), unit };
}

describe("a chart of times", () => {
  it.each([
    [99_999, "us", "µs", 99_999],
    [100_000, "us", "ms", 100],
    [650_000, "ms", "s", 650],
    [650_000_000, "us", "s", 650],
    [650_000, "s", "s", 650_000],
    [650_000, "packets", "packets", 650_000],
  ])("of up to %d %s is told in %s", (most, given, unit, shown) => {
    const data = inLargerUnit(upTo(most, unitText(given)));
    expect(data.unit).toBe(unit);
    expect(Math.max(...data.series.flatMap(valuesOf))).toBeCloseTo(shown, 6);
  });

  it("keeps its unit where the reader drew on it", () => {
    const data = upTo(650_000, "ms");
    const drawn = { kind: "drawn", name: "you", label: "", curveNumber: null, points: [] } as const;
    expect(inLargerUnit({ ...data, series: [...data.series, drawn] }).unit).toBe("ms");
  });
});
