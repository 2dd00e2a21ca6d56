import { describe, expect, it } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import type { Experiment, ParamValues } from "../../engine/experiments/types.ts";
import { answerRows, modelPoints, paperPoints } from "./answers.ts";
import { chartCaption, simulatedPoints } from "./chart-data.ts";
import { callKey, modelCallsOf } from "./models.ts";
import { defaultParameters, defaultSetup } from "./setup.ts";

function experiment(id: string): Experiment {
  const found = findExperiment(id);
  if (found === undefined) throw new Error(`no experiment ${id}`);
  return found;
}

const nullCall = experiment("firefly/null");
const maxResult = experiment("firefly/max-result");
const withDefaults = (of: Experiment, changed: ParamValues = {}): ParamValues => ({
  ...defaultParameters(of),
  ...changed,
});
const row = (of: Experiment, changed: ParamValues, measure: string, models: Readonly<Record<string, number>> = {}) =>
  answerRows(of, withDefaults(of, changed), null, models).find((found) => found.measure === measure);

describe("the measured answer", () => {
  it("is Table I's time for 10,000 calls over the calls, with its row named (Section 2.1)", () => {
    const { measured } = row(nullCall, {}, "latencyMs") ?? { measured: null };
    expect(measured?.value).toBeCloseTo(2.661, 9);
    expect(measured?.source).toBe("Section 2.1, Table I, caller threads 1: 26.61 s ÷ 10,000 calls.");
  });

  it("is n times that for n threads, which keep n calls under way", () => {
    const { measured } = row(nullCall, { threads: 2 }, "latencyMs") ?? { measured: null };
    expect(measured?.value).toBeCloseTo((2 * 16.8 * 1000) / 10_000, 9);
  });

  it("is the printed rate where Table I prints one", () => {
    expect(row(nullCall, { threads: 7 }, "callsPerSecond")?.measured).toMatchObject({ value: 741, printed: true });
    expect(row(maxResult, { threads: 4 }, "throughputMbps")?.measured).toMatchObject({ value: 4.65 });
  });

  it("is missing where the paper measured something else, and where it measured nothing", () => {
    for (const changed of [{ networkMbps: 100 }, { segment: "shared" }, { serverProcessors: 1 }]) {
      expect(row(nullCall, changed, "latencyMs")?.measured).toBeNull();
    }
    expect(row(maxResult, { resultBytes: 1000 }, "throughputMbps")?.measured).toBeNull();
    expect(row(experiment("firefly/max-arg"), {}, "latencyMs")?.missing.measured).toContain("prints no figure");
  });

  it("does not depend on how many calls the simulation times", () => {
    expect(row(nullCall, { calls: 50 }, "callsPerSecond")?.measured?.value).toBe(375);
  });
});

describe("the model's answer", () => {
  const models = { "firefly null_us ethernet_mbps=10": 2514 };

  it("is the function's value in the measure's unit, with the call that gave it", () => {
    const model = row(nullCall, {}, "latencyMs", models)?.model;
    expect(model).toMatchObject({
      value: 2514 * 0.001,
      source: "null_us(ethernet_mbps=10) of the paper's model in Python.",
    });
  });

  it("says which changed parameters it has no term for", () => {
    expect(row(nullCall, { threads: 4 }, "latencyMs", models)?.model?.source).toContain(
      "It has no term for caller threads.",
    );
    expect(row(nullCall, { calls: 10 }, "latencyMs", models)?.model?.source).not.toContain("no term");
  });

  it("is missing until its value is known", () => {
    expect(row(nullCall, { networkMbps: 100 }, "latencyMs", models)?.model).toBeNull();
    expect(modelCallsOf(nullCall, withDefaults(nullCall, { networkMbps: 100 })).map(callKey)).toEqual([
      "firefly null_us ethernet_mbps=100",
    ]);
  });
});

describe("a chart of the bench", () => {
  const [calls, latency] = nullCall.charts;
  if (calls === undefined || latency === undefined) throw new Error("firefly/null has two charts");

  it("has Table I's eight points where the other parameters are the paper's, none where they are not", () => {
    const points = paperPoints(nullCall, calls, withDefaults(nullCall, { threads: 3 }));
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [1, 375],
      [2, 595],
      [3, 615],
      [4, 647],
      [5, 662],
      [6, 680],
      [7, 741],
      [8, 732],
    ]);
    expect(paperPoints(nullCall, calls, withDefaults(nullCall, { networkMbps: 100 }))).toEqual([]);
  });

  it("has the model's value at every point of the sweep where the model speaks of the measure", () => {
    const models = { "firefly null_us ethernet_mbps=10": 2514 };
    expect(modelPoints(nullCall, latency, withDefaults(nullCall), models).map(({ y }) => y)).toEqual(
      Array(8).fill(2514 * 0.001),
    );
    expect(modelPoints(nullCall, calls, withDefaults(nullCall), models)).toEqual([]);
  });

  it("gives mean and interval of the trials at each point, leaving out trials without a value", () => {
    const value = (x: number, trial: number, y: number | null) => ({
      value: x,
      trial,
      seed: trial,
      measures: { latencyMs: { value: y, unit: "ms" } },
    });
    const points = simulatedPoints([value(1, 1, 2), value(1, 2, 4), value(2, 1, 7), value(3, 1, null)], "latencyMs");
    expect(points.map(({ x, mean, trials }) => [x, mean, trials])).toEqual([
      [1, 3, 2],
      [2, 7, 1],
    ]);
    expect(points[0]?.low).toBeLessThan(3);
    expect(points[1]).toMatchObject({ low: 7, high: 7 });
  });

  it("says what it holds fixed", () => {
    const setup = { ...defaultSetup(maxResult), parameters: withDefaults(maxResult, { networkMbps: 100 }), seed: 3 };
    expect(chartCaption(maxResult, setup, 5)).toBe(
      "At each point 400 calls, network speed 100 Mbit/s, 5 trials, seeds 3 to 7; the band holds the mean with 95 %.",
    );
  });
});
