import { describe, expect, it } from "vitest";
import { firstJobs, jobCount, runJob } from "../../engine/experiments/sweep.ts";
import { modelFor } from "../../engine/experiments/answering.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { chartCaption } from "./chart-caption.ts";
import { modelledOn } from "./chart-curves.ts";
import { chartData } from "./chart-data.ts";
import { crossingText } from "./crossings.ts";
import { absentText, pinnedOn } from "./pinned-series.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { chartLabel, valueName } from "../setup/chart-words.ts";
import { curvesOf, isOnSweep, pinCurves, pinKey, pinSwept, seriesOf } from "../setup/chart-runs.ts";
import { chartOf, sweepKey } from "../setup/charts.ts";
import { callKey, modelCallsOf, modelSilenceOn } from "../setup/models.ts";
import { defaultSetup, type Setup } from "../setup/setup.ts";

const multicast = experimentOf("flexrpc/multicast");
const setup = defaultSetup(multicast);
const A = chartOf(multicast, "figure-3a");
const B = chartOf(multicast, "figure-3b");
const D = chartOf(multicast, "figure-3d");
if (A === undefined || B === undefined || D === undefined) throw new Error("Figure 3 has four parts");

/** One run of every point of a chart. */
function swept(name: string, of = setup): readonly SweepValue[] {
  return firstJobs(curvesOf(of, name)).map((job) => ({ ...job, ...runJob(multicast, job), series: job.series }));
}

const MODEL_OF_PARALLEL = "Our model of parallel calls";

describe("Figure 3(a)", () => {
  const values = swept("figure-3a");
  const parallel = modelCallsOf(multicast, setup.parameters).filter((call) => call.function.endsWith("bandwidth_mbps"));
  // Straight lines through the origin and (64 KB, 100), and a level one at 25: they meet at 16 KB.
  const made = Object.fromEntries(
    parallel.map((call) => [
      callKey(call),
      call.function === "bandwidth_mbps" ? (Number(call.arguments["argument_bytes"] ?? 0) / 65_536) * 100 : 25,
    ]),
  );
  const data = chartData(chartRequest(multicast, A, setup), { models: made, values });

  it("has a simulated curve of each mode, the model of serial calls and ours of parallel ones", () => {
    expect(data.series.map(({ kind, name, curveNumber, points }) => [kind, name, curveNumber, points.length])).toEqual([
      ["measured", "paper", null, 0],
      ["simulated", "parallel", 0, 17],
      ["simulated", "serial", 1, 17],
      ["model", "serial, model", 1, 17],
      ["model", MODEL_OF_PARALLEL, 0, 17],
    ]);
    expect(data.x).toMatchObject({ unit: "KB", each: 1024 });
    expect(data.x.log).toBeUndefined();
  });

  it("finds the crossing near 16 KB in the runs, and that of the models from theirs", () => {
    const [simulated, model] = data.crossings ?? [];
    expect(simulated?.x).toBeGreaterThan(15.5 * 1024);
    expect(simulated?.x).toBeLessThan(16.5 * 1024);
    expect(simulated?.label).toMatch(/^cross at 1[56]\.\d KB$/);
    expect(model).toMatchObject({ kind: "model", x: 16 * 1024, y: 25, label: "models: 16.0 KB" });
    expect(crossingText(A, data)).toMatch(
      /^Simulated, parallel and serial cross at 1[56]\.\d KB; their models at 16\.0 KB\.$/,
    );
  });

  it("says that the curves do not cross where they do not, and nothing while nothing is known", () => {
    const few = { ...setup, parameters: { ...setup.parameters, calleeUs: 0 } };
    const apart = chartData(chartRequest(multicast, A, few), {
      models: {},
      values: swept("figure-3a", few).filter(({ value }) => Number(value) <= 8192),
    });
    expect(crossingText(A, apart)).toBe("Simulated, parallel and serial do not cross from 0 to 64 KB.");
    expect(crossingText(A, chartData(chartRequest(multicast, A, setup), { models: {}, values: [] }))).toBeNull();
    expect(crossingText(D, data)).toBeNull();
  });

  it("leads from every point to its run, with the chart", () => {
    const point = data.series[2]?.points[4];
    expect(point?.source.href).toBe("#/bench/flexrpc/multicast?argumentBytes=16384&resultBytes=0&chart=figure-3a");
    expect(data.series[1]?.points[4]?.source.href).toContain("mode=parallel");
  });

  it("says what it holds fixed, and neither the series nor what it is over", () => {
    const held = "At each point 7 callees, result of each callee 0 bytes";
    expect(chartCaption(chartRequest(multicast, A, setup), data, [])).toBe(`${held}, nothing random: one run.`);
    expect(chartCaption(chartRequest(multicast, A, setup), { series: [] }, [])).toBe(`${held}, 5 runs, seeds 1 to 5.`);
  });

  it("shows a pinned run only where it is one of its runs, with the curve of its own value of the series", () => {
    const slow = { ...setup.parameters, resultBytes: 0, calleeUs: 500 };
    const run = multicast.run(slow, 1, [], { keep: "none" });
    const pin = (parameters: typeof setup.parameters) => ({ name: "kept", setup: { ...setup, parameters }, run });
    expect(pinnedOn(chartRequest(multicast, A, setup), [pin(setup.parameters)], () => values)).toEqual([]);
    expect(absentText(chartRequest(multicast, A, setup), [pin(setup.parameters)])).toBe(
      "Not on this chart: “kept”, a pinned run that does not belong to this chart.",
    );
    expect(absentText(chartRequest(multicast, A, setup), [pin(slow)])).toBeNull();

    expect(pinCurves(setup, "figure-3a")).toEqual([]);
    const alone = pinCurves(pin(slow).setup, "figure-3a");
    expect(alone.map(({ series }) => series)).toEqual(["serial"]);
    const own = firstJobs(alone).map((job) => ({ ...job, ...runJob(multicast, job), series: job.series }));
    const [kept] = pinnedOn(chartRequest(multicast, A, setup), [pin(slow)], () => own);
    expect(kept).toMatchObject({ name: "kept, serial", at: { x: 32_768 } });
    expect(kept?.points.map(({ x }) => x)).toEqual(A.sweep?.values);
    expect(kept?.points.find(({ x }) => x === 32_768)?.y).toBe(kept?.at?.y);
    expect(kept?.points.at(-1)?.source.href).toContain("calleeUs=500");
    // The whole chart's sweep holds the other mode too, which is not its own.
    const whole = swept("figure-3a", pin(slow).setup);
    expect(pinnedOn(chartRequest(multicast, A, setup), [pin(slow)], () => whole)[0]?.points).toEqual(kept?.points);
    expect(
      pinnedOn(chartRequest(multicast, A, setup), [{ ...pin(slow), name: "Serial calls" }], () => null)[0],
    ).toMatchObject({
      name: "Serial calls",
      points: [],
    });
  });

  it("shows no pinned run of an experiment that measures other things, and names it", () => {
    const [push, plain] = [experimentOf("flexrpc/gfs-push"), defaultSetup(experimentOf("firefly/null"))];
    const run = experimentOf("firefly/null").run(plain.parameters, 1, [], { keep: "none" });
    const pin = { name: "Null()", setup: { ...plain, parameters: defaultSetup(push).parameters }, run };
    const latency = push.charts.find(({ y }) => y === "latencyMs") ?? A;
    const request = chartRequest(push, latency, defaultSetup(push));
    expect(pinnedOn(request, [{ ...pin, setup: defaultSetup(push) }], () => null)).toHaveLength(1);
    expect(pinnedOn(request, [pin], () => null)).toEqual([]);
    expect(absentText(request, [pin])).toContain("“Null()”");
  });

  it("finds what was swept for a pinned run, alone or with the whole chart of its setup", () => {
    const [name, other] = ["figure-3a", { ...setup, parameters: { ...setup.parameters, mode: "parallel" } }];
    expect(sweepKey(other, name)).toBe(sweepKey(setup, name));
    expect(pinKey(other, name)).not.toBe(pinKey(setup, name));
    expect(pinSwept({ [sweepKey(setup, name)]: "whole" }, setup, name)).toBe("whole");
    expect(pinSwept({ [pinKey(setup, name)]: "alone", [sweepKey(setup, name)]: "whole" }, setup, name)).toBe("alone");
    expect(pinSwept({ [pinKey(other, name)]: "alone" }, setup, name)).toBeUndefined();
    // Figure 3(b) is of 1, 3, 5 and 7 callees: what was swept for it says nothing of four.
    const four = { ...setup, parameters: { ...setup.parameters, callees: 4 } };
    expect(pinSwept({ [sweepKey(four, "figure-3b")]: "whole" }, four, "figure-3b")).toBeUndefined();
    expect(pinKey(setup, null)).toBe(sweepKey(setup, null));
  });
});

describe("Figures 3(b) and 3(d)", () => {
  it("have the model of every degree, and the lower bound beside the model", () => {
    const models = Object.fromEntries(modelCallsOf(multicast, setup.parameters).map((call) => [callKey(call), 5]));
    const b = chartData(chartRequest(multicast, B, setup), { models, values: swept("figure-3b") });
    expect(b.series.slice(1).map(({ kind, name, label }) => `${kind} ${name} "${label}"`)).toEqual([
      'simulated 1 callee "1 callee"',
      'simulated 3 callees "3 callees"',
      'simulated 5 callees "5 callees"',
      'simulated 7 callees "7 callees"',
      'model 1 callee, model ""',
      'model 3 callees, model ""',
      'model 5 callees, model ""',
      'model 7 callees, model "model"',
    ]);
    const d = chartData(chartRequest(multicast, D, setup), { models, values: swept("figure-3d") });
    expect(d.series.map(({ kind, name, curveNumber, points }) => [kind, name, curveNumber, points.length])).toEqual([
      ["measured", "paper", null, 0],
      ["model", "model", null, 7],
      ["simulated", "simulated", null, 7],
      ["model", "Ideal, equation (11)", 1, 7],
    ]);
  });

  it("ask of the model only what it speaks of", () => {
    const parallel = { ...setup.parameters, mode: "parallel" };
    expect(modelFor(multicast, "latencyUs", parallel)).toBeUndefined();
    expect(modelFor(multicast, "latencyUs", setup.parameters)?.function).toBe("latency_us");
    expect(modelFor(multicast, "latencyUs", { ...setup.parameters, slowCallee: 3 })?.function).toBe("slow_latency_us");
    expect(modelCallsOf(multicast, setup.parameters).map((call) => call.function)).not.toContain("slow_latency_us");
  });
});

describe("the models on a chart", () => {
  const multi = experimentOf("multirpc/call");
  const usual = defaultSetup(multi);
  const charts = ["multiRpcMs", "speedup", "multicast"];

  /** The names of a chart’s curves of models, where Python gives every call 5, and what the chart says of them. */
  function modelled(name: string, of: Setup) {
    const spec = chartOf(multi, name);
    if (spec === undefined) throw new Error(`multirpc/call has a chart ${name}`);
    const request = chartRequest(multi, spec, of);
    const models = Object.fromEntries(modelCallsOf(multi, of.parameters).map((call) => [callKey(call), 5]));
    const curves = modelledOn(request, { models, values: [] });
    return [curves.filter(({ points }) => points.length > 0).map((one) => one.name), modelSilenceOn(request)];
  }

  it("are the paper’s and further ones", () => {
    expect(charts.map((name) => modelled(name, usual))).toEqual([
      [["model", "Event by event"], null],
      [["model", "Limit"], null],
      [["one by one, model", "Limit of the model with one multicast"], null],
    ]);
  });

  it.each([
    [{ clients: 2 }, [], "client machines"],
    [{ threads: 4, dead: 2 }, [], "calls at once and dead servers"],
    [{ lossPercent: 1 }, [], "frames damaged on each network"],
    [{}, ["drop reply#1"], null],
  ])("are left out, and the chart says why, where they do not speak of its runs: %j %j", (set, faults, unknown) => {
    const changed = { ...usual, parameters: { ...usual.parameters, ...set }, faults };
    const why = unknown === null ? "does not cover faults" : `has no term for ${unknown}`;
    for (const name of charts) expect(modelled(name, changed)).toEqual([[], `The model ${why}.`]);
  });
});

describe("the runs behind a chart", () => {
  it("make one call at least for each caller, and otherwise as many as the chart fixes", () => {
    const multi = experimentOf("multirpc/call");
    const usual = defaultSetup(multi);
    const trials = (parameters: typeof usual.parameters): unknown => {
      const of = { ...usual, parameters: { ...usual.parameters, ...parameters } };
      const [curve] = curvesOf(of, "multiRpcMs");
      const spec = chartOf(multi, "multiRpcMs");
      if (spec === undefined) throw new Error("multirpc/call has a chart multiRpcMs");
      const points = chartRequest(multi, spec, of).points.map((point) => point.parameters["trials"]);
      return [curve?.request.parameters["trials"], ...new Set(points)];
    };
    expect([trials({}), trials({ clients: 3, threads: 2 })]).toEqual([
      [3, 3],
      [6, 6],
    ]);
  });

  it("are a sweep for each value of the series", () => {
    expect(curvesOf(setup, "figure-3b").map(({ series }) => series)).toEqual([1, 3, 5, 7]);
    expect(jobCount(curvesOf(setup, "figure-3b"), [])).toBe(4 * 9 * 5);
    expect(curvesOf(setup, null).map(({ series }) => series)).toEqual([null]);
  });

  it("are the same for setups that differ in what the chart sets itself, and others for another chart", () => {
    const other = { ...setup, parameters: { ...setup.parameters, mode: "parallel", argumentBytes: 7, resultBytes: 9 } };
    expect(sweepKey(other, "figure-3a")).toBe(sweepKey(setup, "figure-3a"));
    expect(sweepKey(other, "figure-3d")).not.toBe(sweepKey(setup, "figure-3d"));
    expect(sweepKey(setup, "figure-3a")).not.toBe(sweepKey(setup, "figure-3b"));
    const nullCall = defaultSetup(experimentOf("firefly/null"));
    expect(sweepKey(nullCall, "latencyMs")).toBe(sweepKey(nullCall, null));
  });

  it("hold a run where it has what they hold fixed, in one of the series", () => {
    const on = { ...setup.parameters, resultBytes: 0 };
    expect([isOnSweep(A, on), isOnSweep(A, setup.parameters)]).toEqual([true, false]);
    expect([seriesOf(A, on), seriesOf(A, { ...on, mode: "parallel" }), seriesOf(A, setup.parameters)]).toEqual([
      1,
      0,
      undefined,
    ]);
    expect(seriesOf(B, { ...on, callees: 6 })).toBeUndefined();
  });

  it("are called as the paper calls its figure, else by their measure", () => {
    expect(multicast.charts.map((chart) => chartLabel(multicast, chart))).toEqual(
      ["d", "a", "b", "c"].map((part) => `Figure 3(${part})`),
    );
    const nullCall = experimentOf("firefly/null");
    expect(nullCall.charts.map((chart) => chartLabel(nullCall, chart))).toEqual([
      "Calls per second",
      "Latency, mean",
      "Time for all calls",
    ]);
    expect(valueName(namedIn(multicast.params, "mode", "parameter"), "serial")).toBe("serial");
    expect(valueName(namedIn(multicast.params, "callees", "parameter"), 1)).toBe("1 callee");
  });
});
