import { describe, expect, it } from "vitest";
import { answerAt, chartRows } from "./data.ts";
import { NOWHERE, pinnedRun, pointsIn, threads, withPoints, withSeries } from "./example.ts";
import { layoutChart } from "./layout.ts";
import { residualsOf } from "./residual.ts";

const pinned = pinnedRun("slower", 0, { x: 5, y: 4.69 * 0.8, source: NOWHERE });

describe("deviations from the paper", () => {
  const residuals = residualsOf(withSeries(threads, pinned));
  if (residuals === null) throw new Error("the example has the paper’s figures");

  it("are zero for the paper, and for the others what the table says of them, in percent", () => {
    expect(residuals.unit).toBe("%");
    expect(new Set(pointsIn(residuals, "measured").map(({ y }) => y))).toEqual(new Set([0]));
    for (const row of chartRows(threads)) {
      for (const kind of ["simulated", "model"] as const)
        expect(pointsIn(residuals, kind).find(({ x }) => x === row.x)?.y).toBe(answerAt(row, kind)?.deviation);
    }
    const at5 = pointsIn(residuals, "simulated").find(({ x }) => x === 5);
    expect(at5?.spread?.low).toBeCloseTo(((4.97 - 0.15) / 4.69 - 1) * 100, 9);
    expect(residuals.series.at(-1)?.at?.y).toBeCloseTo(-20, 9);
  });

  it("leave out what the paper does not speak of, and the limit; there are none without the paper", () => {
    const silent = withPoints(threads, { measured: pointsIn(threads, "measured").slice(0, 2) });
    const some = residualsOf(withSeries(silent, pinned));
    expect(some?.series.map(({ kind, points }) => `${kind} ${points.map(({ x }) => x).join(" ")}`)).toEqual([
      "measured 1 2",
      "model 1 2",
      "simulated 1 2",
    ]);
    expect(some?.spec.limit).toBeUndefined();
    expect(residualsOf(withPoints(threads, { measured: [] }))).toBeNull();
  });

  it("are drawn about a zero line with the band of ±5 % whole on the chart", () => {
    const { yAt, plot, layers } = layoutChart(residuals, { width: 420, height: 240 });
    expect(yAt(5)).toBeGreaterThan(plot.y0);
    expect(yAt(-5)).toBeLessThan(plot.y1);
    const frame = layers.find(({ name }) => name === "frame")?.marks ?? [];
    const band = frame.find((mark) => mark.shape === "box");
    expect(band).toMatchObject({ fill: "band" });
    expect(band?.shape === "box" && band.y).toBeCloseTo(yAt(5), 1);
    expect(band?.shape === "box" && band.y + band.height).toBeCloseTo(yAt(-5), 1);
  });
});

describe("a pinned run", () => {
  const size = { width: 420, height: 240 } as const;
  const layerOf = (data: typeof threads, name: string) =>
    layoutChart(data, size).layers.find((layer) => layer.name === name)?.marks ?? [];

  it("is a hollow triangle with its number, and its name stands in a row above the plot", () => {
    const data = withSeries(threads, pinned);
    const marks = layerOf(data, "pinned");
    expect(marks.map(({ shape }) => shape)).toEqual(["path", "label"]);
    const texts = layerOf(data, "labels").flatMap((mark) =>
      mark.shape === "label" ? mark.runs.map(({ text }) => text) : [],
    );
    expect(texts).toContain("1: slower");
  });

  it("that would flatten all else is named with its figure, and not drawn", () => {
    const data = withSeries(threads, pinnedRun("lost", 0, { x: 5, y: 612, source: NOWHERE }));
    expect(layerOf(data, "pinned")).toEqual([]);
    const texts = layerOf(data, "labels").flatMap((mark) =>
      mark.shape === "label" ? mark.runs.map(({ text }) => text) : [],
    );
    expect(texts).toContain("1: lost, 612.0 Mbit/s, off this axis");
    expect(layoutChart(data, size).yAt(10)).toBe(layoutChart(withSeries(threads, pinned), size).yAt(10));
  });

  it("has its figure in the row of its x, and its curve’s elsewhere", () => {
    const curve = [
      { x: 1, y: 1.5, source: NOWHERE },
      { x: 5, y: 3.5, source: NOWHERE },
    ];
    const rows = chartRows(withSeries(threads, pinnedRun("slower", 0, { x: 5, y: 3.7, source: NOWHERE }, curve)));
    const own = rows.map(({ entries }) => entries.find(({ series }) => series.kind === "pinned")?.point.y ?? null);
    expect(own).toEqual([1.5, null, null, null, 3.7, null, null, null]);
  });
});
