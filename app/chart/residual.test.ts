import { describe, expect, it } from "vitest";
import { chartRows } from "./data.ts";
import { threads } from "./example.ts";
import { layoutChart } from "./layout.ts";
import { residualsOf } from "./residual.ts";

const NOWHERE = { text: "made up", href: "#/" } as const;
const pinned = [{ name: "slower", at: { x: 5, y: 4.69 * 0.8, source: NOWHERE }, curve: [] }];

describe("deviations from the paper", () => {
  const residuals = residualsOf({ ...threads, pinned });
  if (residuals === null) throw new Error("the example has the paper's figures");

  it("are zero for the paper, and for the others what the table says of them, in percent", () => {
    expect(residuals.unit).toBe("%");
    expect(new Set(residuals.paper.map(({ y }) => y))).toEqual(new Set([0]));
    for (const row of chartRows(threads)) {
      expect(residuals.simulated.find(({ x }) => x === row.x)?.mean).toBe(row.deviation);
      expect(residuals.model.find(({ x }) => x === row.x)?.y).toBe(row.modelDeviation);
    }
    const at5 = residuals.simulated.find(({ x }) => x === 5);
    expect(at5?.low).toBeCloseTo(((4.97 - 0.15) / 4.69 - 1) * 100, 9);
    expect(residuals.pinned?.[0]?.at.y).toBeCloseTo(-20, 9);
  });

  it("leave out what the paper does not speak of, and the limit; there are none without the paper", () => {
    const silent = { ...threads, paper: threads.paper.slice(0, 2), pinned };
    const some = residualsOf(silent);
    expect(some?.simulated.map(({ x }) => x)).toEqual([1, 2]);
    expect(some?.pinned).toEqual([]);
    expect(some?.spec.limit).toBeUndefined();
    expect(residualsOf({ ...threads, paper: [] })).toBeNull();
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
    const data = { ...threads, pinned };
    const marks = layerOf(data, "pinned");
    expect(marks.map(({ shape }) => shape)).toEqual(["path", "label"]);
    const texts = layerOf(data, "labels").flatMap((mark) =>
      mark.shape === "label" ? mark.runs.map(({ text }) => text) : [],
    );
    expect(texts).toContain("1: slower");
  });

  it("that would flatten all else is named with its figure, and not drawn", () => {
    const far = [{ name: "lost", at: { x: 5, y: 612, source: NOWHERE }, curve: [] }];
    const data = { ...threads, pinned: far };
    expect(layerOf(data, "pinned")).toEqual([]);
    const texts = layerOf(data, "labels").flatMap((mark) =>
      mark.shape === "label" ? mark.runs.map(({ text }) => text) : [],
    );
    expect(texts).toContain("1: lost, 612.0 Mbit/s, off this axis");
    expect(layoutChart(data, size).yAt(10)).toBe(layoutChart({ ...data, pinned }, size).yAt(10));
  });

  it("has its figure in the row of its x, and its curve's elsewhere", () => {
    const curve = [
      { x: 1, y: 1.5, source: NOWHERE },
      { x: 5, y: 3.5, source: NOWHERE },
    ];
    const rows = chartRows({ ...threads, pinned: [{ name: "slower", at: { x: 5, y: 3.7, source: NOWHERE }, curve }] });
    expect(rows.map(({ pinned: [own] }) => own?.y ?? null)).toEqual([1.5, null, null, null, 3.7, null, null, null]);
  });
});
