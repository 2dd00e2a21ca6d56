import { describe, expect, it } from "vitest";
import { findExperiment } from "../index.ts";
import { sweepCsv } from "./sweep-csv.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("firefly/null is an experiment");

const NO_VALUES = Object.fromEntries(
  Object.entries(experiment.measures).map(([name, { unit }]) => [name, { value: null, unit }]),
);

describe("the sweep as CSV", () => {
  it("has the swept parameter, trial, seed and every measure that is a number, a row a run", () => {
    const measures = {
      ...NO_VALUES,
      latencyMs: { value: 2.5325, unit: "ms" },
      failedCalls: { value: 0, unit: "calls" },
      longestStep: { value: "Wake up RPC thread", unit: "step" },
    };
    const text = sweepCsv(experiment, [{ value: 4, trial: 2, seed: 8, draws: 12, measures }]);
    const [head = "", row = "", ...rest] = text.split("\n");
    expect(head.split(",").slice(0, 6)).toEqual(["threads", "trial", "seed", "draws", "latencyMs", "medianMs"]);
    expect(head).not.toContain("longestStep");
    expect(row.split(",").slice(0, 6)).toEqual(["4", "2", "8", "12", "2.5325", ""]);
    expect(row.split(",")).toHaveLength(head.split(",").length);
    expect(rest).toEqual([""]);
  });

  it("fails for a row that says nothing of a measure, not even null", () => {
    const row = { value: 4, trial: 1, seed: 1, draws: 0, measures: {} };
    expect(() => sweepCsv(experiment, [row])).toThrow("A row of a sweep has no measure latencyMs.");
  });

  it("begins with the series where several curves were swept", () => {
    const rows = ["shared", "private"].map((series) => ({
      series,
      value: 4,
      trial: 1,
      seed: 1,
      draws: 0,
      measures: NO_VALUES,
    }));
    const lines = sweepCsv(experiment, rows, { over: "calls", series: { parameter: "segment" } }).split("\n");
    expect(lines.map((line) => line.split(",").slice(0, 3))).toEqual([
      ["segment", "calls", "trial"],
      ["shared", "4", "1"],
      ["private", "4", "1"],
      [""],
    ]);
  });
});
