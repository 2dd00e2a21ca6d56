/** Charts for tests: Table I of the Firefly paper (throughput of MaxResult) with answers made up to lie near it, … */
import type { Curve, ChartData } from "./data.ts";

const PAPER = [1.82, 3.28, 4.25, 4.65, 4.69, 4.7, 4.69, 4.69] as const;
const MODEL = [1.78, 3.11, 3.96, 4.41, 4.6, 4.67, 4.68, 4.69] as const;
const SIMULATED = [1.8, 3.34, 4.4, 4.85, 4.97, 5.01, 5.02, 5.02] as const;

export const threads: ChartData = {
  spec: {
    y: "throughputMbps",
    title: "Throughput of MaxResult",
    points: [],
    limit: { value: 10, label: "Ethernet, 10 Mbit/s" },
  },
  unit: "Mbit/s",
  x: { label: "Caller threads", unit: "", values: [1, 2, 3, 4, 5, 6, 7, 8] },
  paper: PAPER.map((y, index) => ({
    x: index + 1,
    y,
    cell: { paper: "firefly", table: "table-i", row: { callerThreads: index + 1 }, column: "maxResultMbitPerS" },
    source: { text: `Table I, caller threads ${index + 1}.`, href: "#/papers/firefly/table-i" },
  })),
  model: MODEL.map((y, index) => ({
    x: index + 1,
    y,
    equation: "max_result_us",
    source: { text: "max_result_us of the model.", href: "#/bench/firefly/max-result?model=max_result_us" },
  })),
  simulated: SIMULATED.map((mean, index) => ({
    x: index + 1,
    mean,
    low: mean - 0.15,
    high: mean + 0.15,
    trials: 5,
    source: { text: "Mean of 5 trials.", href: `#/bench/firefly/max-result?threads=${index + 1}` },
  })),
};

const KB = 1024;
const SIZES = [0, 8, 16, 24].map((size) => size * KB);
const NOWHERE = { text: "Made up.", href: "#/" } as const;

const curve = (kind: Curve["kind"], look: number, name: string, ys: readonly number[]): Curve => ({
  kind,
  look,
  name: kind === "model" ? `${name}, model` : name,
  label: kind === "model" ? "" : name,
  points: ys.map((y, i) => ({
    x: SIZES[i] ?? 0,
    y,
    spread: kind === "model" ? null : { low: y, high: y, trials: 5 },
    source: NOWHERE,
  })),
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
  paper: [],
  model: [],
  simulated: [],
  curves: [
    curve("simulated", 0, "parallel", [0, 60, 80, 90]),
    curve("simulated", 1, "serial", [0, 50, 90, 120]),
    curve("model", 1, "serial", [0, 55, 95, 125]),
  ],
  crossings: [{ kind: "simulated", x: 12 * KB, y: 70, label: "cross at 12.0 KB" }],
};
