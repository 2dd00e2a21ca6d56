import { describe, expect, it } from "vitest";
import { cursorMarks, moved, nearest, selectionMarks, spoken, xText } from "./cursor.ts";
import { threads } from "./example.ts";
import { layoutChart } from "./layout.ts";

const layout = layoutChart(threads, { width: 420, height: 196 });
const [first] = layout.rows;
if (first === undefined) throw new Error("the example has rows");

const SILENT = { x: 3, entries: [] };

describe("the cursor", () => {
  it("moves by one, stops at the ends, and starts at the end that it comes from", () => {
    expect(moved("ArrowRight", null, 8)).toBe(0);
    expect(moved("ArrowLeft", null, 8)).toBe(7);
    expect(moved("ArrowRight", 7, 8)).toBe(7);
    expect(moved("ArrowLeft", 0, 8)).toBe(0);
    expect(moved("Home", 5, 8)).toBe(0);
    expect(moved("End", 5, 8)).toBe(7);
    expect(moved("a", 5, 8)).toBeNull();
    expect(moved("Home", null, 0)).toBeNull();
  });

  it("goes to the x nearest to the pointer", () => {
    expect(nearest(layout, layout.xAt(3) + 4)).toBe(2);
    expect(nearest(layout, -100)).toBe(0);
    expect(nearest({ ...layout, rows: [] }, 10)).toBeNull();
  });

  it("names its x on the axis, below the plot, where it covers no point", () => {
    const [, flag, figure] = cursorMarks(layout, 5, null);
    expect(flag).toMatchObject({ shape: "box", y: layout.plot.y1 + 4 });
    expect(figure).toMatchObject({ shape: "label", runs: [{ text: "5" }] });
  });

  it("says all answers of a row, their unit and the deviation", () => {
    expect(spoken(threads, layout.rows[4] ?? first)).toBe(
      "5 caller threads: paper 4.69; model 4.60; simulated 4.97, 95\u00a0% from 4.82 to 5.12 over 5 trials. " +
        "In Mbit/s. Simulated is +6.0\u2009% off the paper.",
    );
  });

  it("says which answers are missing", () => {
    expect(spoken(threads, SILENT)).toBe(
      "3 caller threads: no figure in the paper; no model figure; not simulated. In Mbit/s.",
    );
  });

  it("gives an x its unit", () => {
    expect(xText({ label: "Network speed", unit: "Mbit/s", values: [] }, 10)).toBe("10 Mbit/s network speed");
  });
});

describe("a selected x", () => {
  it("is marked around its answers and on the axis; without answers on the axis alone", () => {
    expect(selectionMarks(layout, first).ground).toEqual([expect.objectContaining({ stroke: "accent" })]);
    const silent = { ...SILENT, x: 1 };
    expect(selectionMarks(layout, silent).ground).toEqual([]);
    expect(selectionMarks(layout, silent).figure).toHaveLength(2);
  });
});
