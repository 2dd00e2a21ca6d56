/** A chart for tests: Table I of the Firefly paper (throughput of MaxResult) with answers made up to lie near it. */
import type { ChartData } from "./data.ts";

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
  })),
  model: MODEL.map((y, index) => ({ x: index + 1, y, equation: "max_result_us" })),
  simulated: SIMULATED.map((mean, index) => ({ x: index + 1, mean, low: mean - 0.15, high: mean + 0.15, trials: 5 })),
};
