import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Label, Shape } from "../draw/scene.ts";
import { wholeTicks } from "./axes.ts";
import type { ChartData } from "./data.ts";
import { NOWHERE, pinnedRun, pointsIn, threads, withPoints, withSeries } from "./example.ts";
import { layoutChart } from "./layout.ts";
import { labelWidth } from "./marks.ts";

const SIZE = { width: 420, height: 196 } as const;

const marksOf = (data: ChartData, size: { width: number; height: number } = SIZE): readonly Shape[] =>
  layoutChart(data, size).layers.flatMap((layer) => layer.marks);

const layer = (data: ChartData, name: string, size: { width: number; height: number } = SIZE): readonly Shape[] =>
  layoutChart(data, size).layers.find((l) => l.name === name)?.marks ?? [];

const texts = (marks: readonly Shape[]): readonly Label[] => marks.filter((mark) => mark.shape === "label");

const numbersIn = (mark: Shape): readonly number[] =>
  Object.values(mark)
    .flat()
    .flatMap((value: unknown) => (typeof value === "number" ? [value] : []));

const wordsOf = ({ runs }: Label): string => runs.map(({ text }) => text).join(" ");

interface Edges {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

function edgesOf(mark: Label): Edges {
  const width = labelWidth(wordsOf(mark), mark.runs[0]?.bold);
  const x0 = mark.x - (mark.anchor === "start" ? 0 : mark.anchor === "middle" ? width / 2 : width);
  return { x0, x1: x0 + width, y0: mark.y - 9, y1: mark.y + 2 };
}

const meet = (a: Edges, b: Edges): boolean => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

const finite = fc.double({ min: 0, max: 1e6, noNaN: true });
const anyNumber = fc.oneof(finite, fc.constantFrom(NaN, Infinity, -Infinity, 0, -3, 1e-9));
const anyChart: fc.Arbitrary<ChartData> = fc
  .record({
    xs: fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { maxLength: 10 }),
    ys: fc.array(fc.tuple(anyNumber, anyNumber, anyNumber), { minLength: 10, maxLength: 10 }),
    limit: fc.option(anyNumber, { nil: undefined }),
    log: fc.boolean(),
    kept: fc.array(fc.tuple(fc.nat(9), anyNumber, fc.boolean(), fc.string({ maxLength: 40 })), { maxLength: 4 }),
    tolerance: fc.option(fc.constant(5), { nil: undefined }),
  })
  .map(({ xs, ys, limit, log, kept, tolerance }) => ({
    ...threads,
    spec: {
      y: "y",
      title: "Any",
      points: [],
      ...(limit === undefined ? {} : { limit: { value: limit, label: "A limit" } }),
    },
    x: { label: "Values", unit: "", values: xs, log },
    series: [
      ...withPoints(threads, {
        measured: xs.map((x, i) => ({ x, y: ys[i]?.[0] ?? 0, source: NOWHERE })),
        model: xs.map((x, i) => ({ x, y: ys[i]?.[1] ?? 0, source: NOWHERE })),
        simulated: xs.map((x, i) => {
          const y = ys[i]?.[2] ?? 0;
          return { x, y, spread: { low: y * 0.9, high: y * 1.1, trials: 5 }, source: NOWHERE };
        }),
      }).series,
      ...kept.map(([i, y, curved, name], k) => {
        const curve = curved ? xs.map((x, j) => ({ x, y: ys[j]?.[0] ?? 0, source: NOWHERE })) : [];
        return pinnedRun(name, k, { x: xs[i] ?? 1, y, source: NOWHERE }, curve);
      }),
    ],
    tolerance,
  }));

const sizes = fc.record({ width: fc.integer({ min: 280, max: 900 }), height: fc.integer({ min: 160, max: 360 }) });

describe("a chart on which something else changes with x", () => {
  it("ends its curves there, joins only the model’s again, and marks the place", () => {
    const count = (data: typeof threads, layer: string, shape: string): number =>
      layoutChart(data, { width: 600, height: 300 })
        .layers.find(({ name }) => name === layer)
        ?.marks.filter((mark) => mark.shape === shape).length ?? 0;
    const broken = { ...threads, breakAfter: 4 };
    expect(count(broken, "model", "path") - count(threads, "model", "path")).toBe(1);
    // What runs gave behind it is not joined: the one curve is the one before it.
    expect(count(broken, "simulated", "path") - count(threads, "simulated", "path")).toBe(0);
    expect(count(broken, "frame", "line") - count(threads, "frame", "line")).toBe(1);
  });
});

describe("axes", () => {
  it("have whole values only where they count things, unless all of it is less than two", () => {
    const figures = (unit: string, most: number): readonly string[] => {
      const points = threads.x.values.map((x) => ({ x, y: most, source: NOWHERE }));
      const { limit: _, ...spec } = threads.spec;
      const data = { ...threads, unit, spec, series: threads.series.map((one) => ({ ...one, points })) };
      const labels = texts(layer(data, "frame")).filter((label) => label.anchor === "end");
      return labels.map(wordsOf).filter((words) => words !== "caller threads");
    };
    expect(figures("results", 2)).toEqual(["0", "1", "2"]);
    expect(figures("s", 2)).toEqual(["0", "0.5", "1.0", "1.5", "2.0"]);
    expect(figures("results", 0.5)).toContain("0.1");
  });

  it("start at zero and end at a round figure that holds every point and the limit", () => {
    const { yAt, plot } = layoutChart(threads, SIZE);
    expect(yAt(0)).toBe(plot.y1);
    expect(yAt(10)).toBe(plot.y0);
    const ticks = texts(layer(threads, "frame"))
      .filter((t) => t.anchor === "end")
      .map(wordsOf);
    expect(ticks).toEqual(["0", "2", "4", "6", "8", "10", "caller threads"]);
  });

  it("hold a curve drawn by hand, also where it leads far above every answer", () => {
    const points = threads.x.values.map((x) => ({ x, y: x === 1 ? 2 : 50, source: NOWHERE }));
    const sketch = { kind: "drawn", name: "you drew", label: "you drew", curveNumber: null, points } as const;
    const { yAt, plot } = layoutChart(withSeries(threads, sketch), SIZE);
    expect(yAt(50)).toBeGreaterThanOrEqual(plot.y0);
    expect(yAt(0)).toBe(plot.y1);
  });

  it("draw curves by hand with a ring at each point, and name the lower of two below its end", () => {
    const sketch = (label: string, y: number) => {
      const points = threads.x.values.map((x) => ({ x, y, source: NOWHERE }));
      return { kind: "drawn", name: label, label, curveNumber: null, points } as const;
    };
    const data = withSeries(threads, sketch("upper", 6), sketch("lower", 5));
    const drawn = layer(data, "drawn");
    expect(drawn.filter(({ shape }) => shape === "disc")).toHaveLength(2 * threads.x.values.length);
    const { yAt } = layoutChart(data, SIZE);
    const [upper, lower] = texts(drawn).map(({ y }) => y);
    expect([Number(upper) < yAt(6), Number(lower) > yAt(5)]).toEqual([true, true]);
  });

  it("put a lone value in the middle, with its one figure", () => {
    const model = pointsIn(threads, "model").slice(2, 3);
    const one = withPoints(threads, { measured: [], model, simulated: [] });
    const alone = { ...one, x: { ...threads.x, values: [3] } };
    const { plot, xAt } = layoutChart(alone, SIZE);
    expect(xAt(3)).toBe((plot.x0 + plot.x1) / 2);
    expect(
      texts(layer(alone, "frame"))
        .filter((t) => t.anchor === "middle")
        .map(wordsOf),
    ).toEqual(["3"]);
  });

  it("tell a limit that would flatten the curves instead of drawing it", () => {
    const far = { ...threads, spec: { ...threads.spec, limit: { value: 100, label: "Ethernet, 100 Mbit/s" } } };
    const { yAt, plot } = layoutChart(far, SIZE);
    expect(yAt(6)).toBe(plot.y0);
    expect(texts(layer(far, "labels")).map(wordsOf)).toContain("Ethernet, 100 Mbit/s: above this axis");
  });

  it("leave figures out evenly where they do not all fit", () => {
    const values = Array.from({ length: 64 }, (_, index) => index + 1);
    const shown = texts(layer({ ...threads, x: { ...threads.x, values } }, "frame"))
      .filter((t) => t.anchor === "middle")
      .map((t) => Number(wordsOf(t)));
    const steps = shown.slice(1).map((value, index) => value - (shown[index] ?? 0));
    expect(new Set(steps).size).toBe(1);
    expect(shown.length).toBeGreaterThan(8);
  });

  it("have the figures of their ends and of each value that has room, where values have no rhythm", () => {
    const values = [0, 1, 2, 4, 10, 40, 100];
    const data = { ...threads, x: { label: "Words", unit: "", values }, series: [] };
    const shown = texts(layer(data, "frame", { width: 872, height: 300 })).filter(({ anchor }) => anchor === "middle");
    expect(shown.map(wordsOf)).toEqual(["0", "2", "4", "10", "40", "100"]);
  });

  it("have horizontal hairlines only", () => {
    const upright = layer(threads, "frame").flatMap((mark) => {
      if (mark.shape !== "line") return [];
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = mark.points;
      return x1 === x2 ? [Math.abs(y2 - y1)] : [];
    });
    expect(upright.every((length) => length === 4)).toBe(true);
  });
});

describe("answers", () => {
  it("never join the paper’s points", () => {
    expect(layer(threads, "measured").map((mark) => mark.shape)).toEqual(Array(8).fill("disc"));
  });

  it("draw a model with one point as a single hollow square, without a line", () => {
    const alone = withPoints(threads, { model: pointsIn(threads, "model").slice(0, 1) });
    expect(layer(alone, "model")).toEqual([expect.objectContaining({ shape: "box", fill: "paper", stroke: "model" })]);
    expect(layer(threads, "model")[0]).toMatchObject({ shape: "path", dash: [7, 4] });
  });

  it("draw the 95 % interval as a band behind a curve, and as a whisker at a lone point", () => {
    expect(layer(threads, "band")).toEqual([expect.objectContaining({ shape: "path", fill: "sim-band" })]);
    const alone = withPoints(threads, { simulated: pointsIn(threads, "simulated").slice(0, 1) });
    expect(layer(alone, "band")).toEqual([expect.objectContaining({ shape: "line", stroke: "simulated" })]);
  });

  it("draw no band where every point is one trial", () => {
    const simulated = pointsIn(threads, "simulated").map((p) => ({ ...p, spread: { low: p.y, high: p.y, trials: 1 } }));
    expect(layer(withPoints(threads, { simulated }), "band")).toEqual([]);
  });

  it("ring a figure that is uncertain in the source", () => {
    const measured = pointsIn(threads, "measured").map((p) => ({ ...p, uncertain: p.x === 7 }));
    expect(layer(withPoints(threads, { measured }), "measured")).toHaveLength(9);
  });
});

describe("whatever the data", () => {
  it("no shape has a coordinate that is no number, and no text says NaN", () => {
    fc.assert(
      fc.property(anyChart, sizes, (data, size) => {
        for (const mark of marksOf(data, size)) {
          expect(numbersIn(mark).every(Number.isFinite)).toBe(true);
          expect(JSON.stringify(mark)).not.toMatch(/NaN|Infinity|undefined/);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("every answer and limit drawn has its name, inside the figure, and no two names meet", () => {
    fc.assert(
      fc.property(anyChart, sizes, (data, size) => {
        const layout = layoutChart(data, size);
        const names = texts(layout.layers.find((l) => l.name === "labels")?.marks ?? []);
        const drawn = ["simulated", "model", "measured"].filter((name) => layout.layers.some((l) => l.name === name));
        for (const name of drawn) expect(names.some((text) => text.runs[0]?.ink === name)).toBe(true);
        names.forEach((a, index) => {
          const edges = edgesOf(a);
          expect(edges.x0).toBeGreaterThanOrEqual(0);
          expect(edges.x1).toBeLessThanOrEqual(size.width);
          expect(edges.y0).toBeGreaterThanOrEqual(0);
          for (const b of names.slice(index + 1)) expect(meet(edges, edgesOf(b))).toBe(false);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("no name covers a point", () => {
    fc.assert(
      fc.property(anyChart, sizes, (data, size) => {
        const layout = layoutChart(data, size);
        const names = texts(layout.layers.find((l) => l.name === "labels")?.marks ?? []).map(edgesOf);
        for (const row of layout.rows) {
          for (const { series, point: answer } of row.entries) {
            if (series.kind === "pinned") continue;
            const [cx, cy] = [layout.xAt(row.x), layout.yAt(answer.y)];
            const point = { x0: cx - 3, x1: cx + 3, y0: cy - 3, y1: cy + 3 };
            expect(names.some((name) => meet(name, point))).toBe(false);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

it("ticks of counts are whole from two whole ones on, and stay where there are fewer", () => {
  const ticks = (...values: readonly number[]) => values.map((value) => ({ value, at: value, figure: String(value) }));
  const left = (...values: readonly number[]): readonly number[] =>
    wholeTicks(ticks(...values)).map(({ value }) => value);
  expect(left(0, 0.5, 1)).toEqual([0, 1]);
  expect(left(0, 0.2, 0.4)).toEqual([0, 0.2, 0.4]);
});
