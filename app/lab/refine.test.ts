import { describe, expect, it } from "vitest";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { measuresSwept } from "../setup/charts.ts";
import { defaultSetup } from "../setup/setup.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { refined } from "./refine.ts";

const storm = experimentOf("today/retry-storm");
const setup = defaultSetup(storm);
const curve = itemAt(curvesOf(setup, null), 0, "curve");

/** One run of each value, which gave a number or none. */
const runs = (ys: Readonly<Record<number, number | null>>): readonly SweepValue[] =>
  Object.entries(ys).map(([value, y]) => ({
    value: Number(value),
    series: curve.series,
    trial: 1,
    seed: 1,
    draws: 9,
    measures: { usefulPerS: { value: y, unit: "" } },
  }));
const added = (ys: Readonly<Record<number, number | null>>) =>
  refined(storm, [curve], runs(ys), ["usefulPerS"])?.more.map(({ request }) => request.values) ?? [];

describe("a sweep that jumps", () => {
  it("gets a point between neighbours that differ by more than half", () => {
    expect(added({ 0: 80, 1: 79, 2: 77, 4: 1 })).toEqual([[3]]);
    expect(added({ 0: 80, 1: 79, 2: 77, 4: 40 })).toEqual([]);
  });

  it("gets one between a value that has a number and one that has none", () => {
    expect(added({ 0: 80, 1: null, 2: null })).toEqual([[0.5]]);
  });

  it("gets none where the parameter’s steps leave none, and where a step is too small to be seen", () => {
    expect(added({ 2: 80, 2.01: 1 })).toEqual([]);
    expect(added({ 0: 0, 1: 2, 2: 99, 4: 100 })).toEqual([[1.5]]);
  });

  it("is looked at by all measures that its charts draw", () => {
    expect(measuresSwept(storm, null)).toEqual(["usefulPerS"]);
    const call = experimentOf("multirpc/call");
    expect(measuresSwept(call, "speedup")).toEqual(["multiRpcMs", "rpc2Ms", "speedup"]);
  });
});
