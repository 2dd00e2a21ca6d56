/** A row of values over time: its steps, what stacks, and its place below a timeline in either direction. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { linearScale } from "../draw/scale.ts";
import type { Line, Shape } from "../draw/scene.ts";
import type { Figure } from "./figure.ts";
import { plotShapes } from "./plot.ts";
import { shownCall } from "./shown-call.ts";
import { figureIn } from "./testing.ts";
import { inDirection } from "./turn.ts";

const STYLE = { stroke: "simulated" } as const;
const AREA = { fill: "edge" } as const;
const plot = { along: (at: number) => at * 10, across: (value: number) => 100 - value, from: 0, until: 4 };
const series = (values: readonly (number | null)[]) => ({ atNs: values.map((_, i) => i), values });
const linesOf = (shapes: readonly Shape[], ink: Line["stroke"]): readonly (readonly number[])[] =>
  shapes.flatMap((shape) => (shape.shape === "line" && shape.stroke === ink ? [shape.points] : []));
const steps = (values: readonly (number | null)[]) =>
  linesOf(plotShapes({ ...plot, lines: [{ of: series(values), style: STYLE }] }), "simulated");

describe("a line of a row of values", () => {
  it("is made of steps: a value holds until the next one, and the last to the end", () => {
    expect(steps([0, 2])).toEqual([[0, 100, 10, 100, 10, 98, 40, 98]]);
  });

  it("has a gap where there is no value", () => {
    expect(steps([1, null, 2, null])).toEqual([
      [0, 99, 10, 99],
      [20, 98, 30, 98],
    ]);
    expect(steps([null])).toEqual([]);
  });

  it("has of many values in a pixel the least, the greatest and the last", () => {
    const many = {
      atNs: Array.from({ length: 9999 }, (_, i) => i / 1e4),
      values: Array.from({ length: 9999 }, (_, i) => i % 7),
    };
    const [points = []] = linesOf(plotShapes({ ...plot, lines: [{ of: many, style: STYLE }] }), "simulated");
    expect(points.length).toBeLessThan(100);
  });
});

describe("what else a row of values has", () => {
  it("stacks areas on one another, each as high as its own values", () => {
    const areas = [series([1, 2]), series([3, null])].map((of) => ({ of, style: AREA }));
    const shapes = plotShapes({ ...plot, areas }).flatMap((shape) =>
      shape.shape === "line" && shape.fill === "edge" ? [shape.points] : [],
    );
    expect(shapes).toEqual([
      [0, 99, 10, 99, 10, 98, 40, 98, 40, 100, 10, 100, 10, 100, 0, 100],
      [0, 96, 10, 96, 10, 98, 40, 98, 40, 98, 10, 98, 10, 99, 0, 99],
    ]);
  });

  it("marks moments, and draws a limit over the whole time", () => {
    const shapes = plotShapes({ ...plot, limit: 8, marks: [{ at: 2, value: 5 }] });
    expect(linesOf(shapes, "lost")).toEqual([[0, 92, 40, 92]]);
    expect(shapes.at(-1)).toMatchObject({ shape: "disc", x: 20, y: 95 });
  });
});

const STRIP = 60; // px across

/** How long a queue is while the call of a timeline goes on: a strip beyond the figure, on its axis. */
function queueStrip({ scale, start, down, width, height }: Figure, { series: all = {} }: Run): readonly Shape[] {
  const queue = itemAt(all["queue"]?.lines ?? [], 0, "line");
  const edge = down ? width : height;
  const most = Math.max(1, ...queue.values.map((value) => value ?? 0));
  const values = linearScale({ domain: [0, most], range: [edge + STRIP, edge] });
  const along = (time: number): number => start + scale.at(Math.min(scale.to, Math.max(scale.from, time)));
  const row = { along, across: values.at, from: scale.from, until: scale.to };
  return inDirection(down)(plotShapes({ ...row, lines: [{ of: queue, style: STYLE }] }));
}

describe("a strip of a queue beside a timeline", () => {
  const run = runOf("today/retry-storm", { keep: { calls: 20 } });
  const shown = shownCall(run.trace, 20, "linear");

  it.each([1000, 390])("lies on its axis, %i px wide, whichever way time runs", (width) => {
    const figure = figureIn(shown, { width, room: undefined, open: new Set() })(shown.fit, NO_REF);
    const points = linesOf(queueStrip(figure, run), "simulated").flat();
    const [along, across] = figure.down ? [1, 0] : [0, 1];
    const places = (which: number): readonly number[] => points.filter((_, i) => i % 2 === which);
    const { start, scale } = figure;
    expect(Math.min(...places(along))).toBeGreaterThanOrEqual(Math.floor(start));
    expect(Math.max(...places(along))).toBeCloseTo(start + scale.length, 0);
    const edge = figure.down ? figure.width : figure.height;
    for (const place of places(across)) expect(place >= edge && place <= edge + STRIP).toBe(true);
    expect(new Set(places(across)).size).toBeGreaterThan(1);
  });
});
