/** Charts for tests: Table I of the Firefly paper (throughput of MaxResult) with answers made up to lie near it, … */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { ChartPoint, Series, SeriesKind } from "../setup/points.ts";
import type { ChartData } from "./data.ts";

const PAPER = [1.82, 3.28, 4.25, 4.65, 4.69, 4.7, 4.69, 4.69] as const;
const MODEL = [1.78, 3.11, 3.96, 4.41, 4.6, 4.67, 4.68, 4.69] as const;
const SIMULATED = [1.8, 3.34, 4.4, 4.85, 4.97, 5.01, 5.02, 5.02] as const;

const pointsOf = (ys: readonly number[], text: string): readonly ChartPoint[] =>
  ys.map((y, index) => ({
    x: index + 1,
    y,
    source: { text, href: `#/bench/firefly/max-result?threads=${index + 1}` },
  }));

export const threads: ChartData = {
  spec: {
    y: "throughputMbps",
    title: "Throughput of MaxResult",
    points: [],
    limit: { value: 10, label: "Ethernet, 10 Mbit/s" },
  },
  unit: "Mbit/s",
  x: { label: "Caller threads", unit: "", values: [1, 2, 3, 4, 5, 6, 7, 8] },
  series: [
    {
      kind: "measured",
      name: "paper",
      label: "paper, Table I",
      curveNumber: null,
      points: pointsOf(PAPER, "Table I."),
      from: "Table I",
    },
    {
      kind: "model",
      name: "model",
      label: "model",
      curveNumber: null,
      points: pointsOf(MODEL, "max_result_us of the model."),
      from: "max_result_us",
    },
    {
      kind: "simulated",
      name: "simulated",
      label: "simulated",
      curveNumber: null,
      points: pointsOf(SIMULATED, "Mean of 5 trials.").map((p) => {
        return { ...p, spread: { low: p.y - 0.15, high: p.y + 0.15, trials: 5 } };
      }),
    },
  ],
};

/** The points of a chart's first series of a kind. */
export const pointsIn = ({ series }: ChartData, kind: SeriesKind): readonly ChartPoint[] =>
  series.find((one) => one.kind === kind)?.points ?? [];

/** A chart with other points in its series of some kinds. */
export function withPoints(
  data: ChartData,
  points: Partial<Readonly<Record<SeriesKind, readonly ChartPoint[]>>>,
): ChartData {
  return { ...data, series: data.series.map((one) => ({ ...one, points: points[one.kind] ?? one.points })) };
}

/** A chart with further series. */
export const withSeries = (data: ChartData, ...more: readonly Series[]): ChartData => ({
  ...data,
  series: [...data.series, ...more],
});

const KB = 1024;
const SIZES = [0, 8, 16, 24].map((size) => size * KB);

export const NOWHERE = { text: "Made up.", href: "#/" } as const;

/** A pinned run with its own figure, and its curve where one is given. */
export const pinnedRun = (
  name: string,
  curveNumber: number,
  at: ChartPoint,
  points: readonly ChartPoint[] = [],
): Series => ({
  kind: "pinned",
  name,
  label: name,
  curveNumber,
  at,
  points,
});

const curve = (kind: "model" | "simulated", curveNumber: number, name: string, ys: readonly number[]): Series => ({
  kind,
  curveNumber,
  name: kind === "model" ? `${name}, model` : name,
  label: kind === "model" ? "" : name,
  points: ys.map((y, i): ChartPoint => {
    const point = { x: itemAt(SIZES, i, "size"), y, source: NOWHERE };
    return kind === "model" ? point : { ...point, spread: { low: y, high: y, trials: 5 } };
  }),
});

/** … and two series that cross at 12 KB, with the model of one. */
export const modes: ChartData = {
  spec: {
    y: "bandwidthMbps",
    title: "Bandwidth of both",
    points: [],
    series: { parameter: "mode", values: ["parallel", "serial"] },
  },
  unit: "Mbit/s",
  x: { label: "Argument", unit: "KB", values: SIZES, each: KB },
  series: [
    curve("simulated", 0, "parallel", [0, 60, 80, 90]),
    curve("simulated", 1, "serial", [0, 50, 90, 120]),
    curve("model", 1, "serial", [0, 55, 95, 125]),
  ],
  crossings: [{ kind: "simulated", x: 12 * KB, y: 70, label: "cross at 12.0 KB" }],
};
