import { describe, expect, it } from "vitest";
import type { Label } from "../draw/scene.ts";
import { cursorMarks, nearestCurve, selectionMarks, spoken, turned } from "./cursor.ts";
import { chartRows, cleaned, isSimulated, xFigure } from "./data.ts";
import { modes, NOWHERE, threads, withSeries } from "./example.ts";
import { layoutChart } from "./layout.ts";
import { cornered } from "./marks.ts";
import { residualsOf } from "./residual.ts";
import { chartSvg } from "./svg.ts";

const SIZE = { width: 480, height: 240 } as const;
const layout = layoutChart(modes, SIZE);
const layer = (data: typeof modes, name: string) =>
  layoutChart(data, SIZE).layers.find((one) => one.name === name)?.marks ?? [];
const texts = (data: typeof modes): readonly Label[] => layer(data, "labels").filter((mark) => mark.shape === "label");
const [, at8, at16] = layout.rows;
if (at8 === undefined || at16 === undefined) throw new Error("the example has rows");

describe("several curves", () => {
  it("are told apart by the way that their marks point, simulated by three corners and models by four", () => {
    const shapes = (kind: "model" | "simulated") =>
      [0, 1, 2, 3].map((curveNumber) => cornered(kind, curveNumber, 0, 0).d);
    for (const kind of ["model", "simulated"] as const) expect(new Set(shapes(kind)).size).toBe(4);
    const corners = (d: string): number => (d.match(/[lhv]/g) ?? []).length + 1;
    expect(shapes("simulated").map(corners)).toEqual([3, 3, 3, 3]);
    expect(shapes("model").map(corners)).toEqual([4, 4, 4, 4]);
  });

  it("are solid where simulated and dashed where modelled, and the model’s has no marks over those of a run", () => {
    const lines = (name: string) =>
      layer(modes, name).filter((mark) => mark.shape === "path" && mark.stroke === name && mark.fill === undefined);
    const isDotted = (mark: object): boolean => "dash" in mark;
    expect(lines("simulated").map(isDotted)).toEqual([false, true, false, true]); // each jumps from 0
    // The model jumps from 0, too: a straight line of dots, as a run’s.
    const ofModel = (dash: readonly number[]): unknown =>
      expect.objectContaining({ shape: "path", stroke: "model", dash });
    expect(layer(modes, "model")).toEqual([ofModel([3, 3]), ofModel([1.2, 3.6])]);
    const alone = { ...modes, series: modes.series.filter(({ kind }) => kind === "model") };
    expect(layer(alone, "model")).toHaveLength(2 + 4);
  });

  it("carry their names, and the place where they cross its value", () => {
    expect(texts(modes).flatMap(({ runs }) => runs.map(({ text }) => text))).toEqual(
      expect.arrayContaining(["parallel", "serial", "cross at 12.0 KB"]),
    );
    const ring = layer(modes, "simulated").find((mark) => mark.shape === "disc");
    expect(ring).toMatchObject({ x: layout.xAt(12 * 1024), y: layout.yAt(70), stroke: "simulated" });
    expect(chartSvg(modes, { ...SIZE, theme: "light" })).toContain(">cross at 12.0 KB<");
  });

  it("are known to be simulated, and cleaned of what is no number without losing their places", () => {
    expect(isSimulated(modes)).toBe(true);
    const [first, ...others] = modes.series;
    if (first === undefined) throw new Error("the example has curves");
    const dirty = { ...modes, series: [{ ...first, points: first.points.map((p) => ({ ...p, y: NaN })) }, ...others] };
    expect(cleaned(dirty).series.map(({ points }) => points.length)).toEqual([0, 4, 4]);
    expect(chartRows(dirty)[1]?.entries.map(({ index, point }) => [index, point.y])).toEqual([
      [1, 50],
      [2, 55],
    ]);
  });

  it("have no deviation where the paper has no figure", () => {
    expect(residualsOf(modes)).toBeNull();
  });

  it("deviate from the paper’s figures like the answers themselves", () => {
    const further = { kind: "model", name: "Ideal", label: "Ideal", curveNumber: 1 } as const;
    const points = [{ x: 1, y: 1.82 * 1.5, source: NOWHERE }];
    const off = residualsOf(withSeries(threads, { ...further, points }))?.series.at(-1)?.points;
    expect(off?.map(({ y }) => Math.round(y))).toEqual([50]);
  });

  it("leave a chart of one answer each as it is", () => {
    expect(layoutChart({ ...threads, crossings: [] }, SIZE).layers).toEqual(layoutChart(threads, SIZE).layers);
  });
});

describe("the cursor on several curves", () => {
  it("goes up and down from curve to curve by their values, and stops at the ends", () => {
    expect(turned("ArrowUp", null, at8)).toBe(1); // 50, the lowest
    expect(turned("ArrowUp", 1, at8)).toBe(2);
    expect(turned("ArrowUp", 0, at8)).toBe(0); // 60, the highest
    expect(turned("ArrowDown", null, at8)).toBe(0);
    expect(turned("ArrowDown", 1, at8)).toBe(1);
    expect(turned("ArrowUp", null, { ...at8, entries: [] })).toBeNull();
  });

  it("takes the curve nearest to the pointer, and rings its point", () => {
    expect(nearestCurve(layout, at16, layout.yAt(79))).toBe(0);
    expect(nearestCurve(layout, at16, layout.yAt(96))).toBe(2);
    const ring = cursorMarks(layout, at16.x, 0).find((mark) => mark.shape === "disc");
    expect(ring).toMatchObject({ shape: "disc", y: expect.closeTo(layout.yAt(80), 1) as number });
    expect(cursorMarks(layout, at16.x, null).some((mark) => mark.shape === "disc")).toBe(false);
  });

  it("says every curve, or the one that it is on", () => {
    expect(spoken(modes, at16)).toBe(
      "16 KB argument: parallel, simulated 80; serial, simulated 90; serial, model 95. In Mbit/s.",
    );
    expect(spoken(modes, at16, 1)).toBe("16 KB argument: serial, simulated 90. In Mbit/s.");
  });

  it("tells sizes in KB, on the axis too", () => {
    expect(xFigure(modes.x, 16 * 1024)).toBe("16");
    const figures = layer(modes, "frame").filter((mark) => mark.shape === "label" && mark.anchor === "middle");
    expect(figures.map((mark) => mark.shape === "label" && mark.runs[0]?.text)).toEqual(["0", "8", "16", "24"]);
  });

  it("puts the cable around the answers of the curves that the run belongs to", () => {
    const heights = (own: number | undefined) => selectionMarks(layoutChart({ ...modes, own }, SIZE), at16).ground;
    expect(heights(undefined)).toEqual([]);
    expect(heights(0)).toHaveLength(1);
    expect(heights(1)).toHaveLength(1);
  });
});
