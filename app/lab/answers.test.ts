import { describe, expect, it } from "vitest";
import { FaultError } from "../../engine/faults/fault.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { firstJobs, runIfFaultsFit } from "../../engine/experiments/sweep.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { experiments, findExperiment } from "../../engine/experiments/index.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ChartSpec, Experiment, ParamValues } from "../../engine/experiments/types.ts";
import { answerKinds, answerRows } from "../setup/answers.ts";
import { modelSeries, paperSeries, tableName } from "../setup/chart-series.ts";
import { simulatedPoints } from "./chart-curves.ts";
import { chartCaption } from "./chart-caption.ts";
import { pinnedOn } from "./pinned-series.ts";
import { madeRuns } from "./sweep-order.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { chartOf } from "../setup/charts.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import { defaultSetup } from "../setup/setup.ts";

function experiment(id: string): Experiment {
  const found = findExperiment(id);
  if (found === undefined) throw new Error(`no experiment ${id}`);
  return found;
}

const nullCall = experiment("firefly/null");
const maxResult = experiment("firefly/max-result");
const row = (
  of: Experiment,
  changed: ParamValues,
  measure: string,
  models: Readonly<Record<string, number>> = {},
  faults: readonly string[] = [],
) =>
  answerRows(of, { parameters: withDefaults(of, changed), faults }, null, models).find(
    (one) => one.measure === measure,
  );

const requestOf = (experiment: Experiment, spec: ChartSpec, parameters?: ParamValues) =>
  chartRequest(experiment, spec, { ...defaultSetup(experiment), ...(parameters === undefined ? {} : { parameters }) });

/** For short runs. */
const FEW = { calls: 2, iterations: 2, workstations: 12 };

describe("what a measure does not depend on", () => {
  const call = experiment("cedar/call");
  const transmission = { [callKey({ paper: "cedar", function: "transmission_us", arguments: { words: 0 } })]: 131 };

  it("silences neither the paper nor its model: bookkeeping of packets is the same on a quiet net", () => {
    for (const changed of [{}, { load: 0, calls: 1 }, { oneWayMs: 250, binding: "type" }]) {
      const answered = row(call, changed, "transmissionUs", transmission);
      expect(answered?.measured).toMatchObject({ value: 131 });
      expect(answered?.model).toMatchObject({ value: 131 });
    }
    for (const changed of [{ transport: "stream" }, { networkMbps: "10" }]) {
      expect(row(call, changed, "transmissionUs", transmission)?.model).toBeNull();
    }
    expect(row(call, { load: 0 }, "medianUs")?.measured).toBeNull(); // the median does depend on the load
  });

  it("is shown by runs at the ends of each such parameter", () => {
    for (const of of experiments) {
      for (const { measure, when, regardlessOf = [] } of of.models) {
        if (regardlessOf.length === 0) continue;
        const few = Object.fromEntries(Object.entries(FEW).filter(([key]) => key in of.params));
        const measured = (set: ParamValues): unknown =>
          runOf(of.id, { set: { ...few, ...set } }).measures[measure]?.value;
        const base = measured({});
        for (const key of regardlessOf) {
          const param = of.params[key];
          if (param === undefined) throw new Error(`${of.id} has no ${key}.`);
          const ends = param.kind === "choice" ? param.options.map(({ value }) => value) : [param.min, param.max];
          for (const end of ends) {
            const set = { ...param.needs?.with, [key]: end };
            if (when?.({ ...defaultSetup(of).parameters, ...few, ...set }) === false) continue;
            expect([key, end, measured(set)]).toEqual([key, end, base]);
          }
        }
      }
    }
  });
});

describe("points of rows with answers of their own", () => {
  const call = experiment("cedar/call");
  const chart = chartOf(call, "medianUs");
  if (chart === undefined) throw new Error("cedar/call has a chart of the median.");

  it("stand at the words that each row of Table I sends: ten rows, the exceptions without", () => {
    const { points, label } = paperSeries(requestOf(call, chart, withDefaults(call, { arrayWords: 7 })));
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      ...[[0, 1097]],
      ...[
        [1, 1105],
        [1, 1111],
        [2, 1127],
        [4, 1171],
        [4, 1153],
        [10, 1278],
        [10, 1250],
      ],
      ...[
        [40, 1695],
        [100, 2926],
      ],
    ]);
    expect(label).toBe("paper, Table I");
    expect(points[3]?.source.text).toContain("2 args/results");
  });

  it("are none where the run has words beside the swept ones, or is no run of the paper’s", () => {
    for (const changed of [{ arguments: 5 }, { load: 0 }, { exception: "resume" }, { networkMbps: "10" }]) {
      expect(paperSeries(requestOf(call, chart, withDefaults(call, changed))).points).toEqual([]);
    }
  });
});

describe("the measured answer", () => {
  it("is Table I’s time for 10,000 calls over the calls, with its row named (Section 2.1)", () => {
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
    expect(row(experiment("firefly/max-arg"), {}, "latencyMs")?.missing.measured).toContain("prints no number");
  });

  it("does not depend on how many calls the simulation times", () => {
    expect(row(nullCall, { calls: 50 }, "callsPerSecond")?.measured?.value).toBe(375);
  });
});

describe("a measured answer of a table that holds several quantities", () => {
  it("is that of its own row", () => {
    const call = experiment("multirpc/call");
    expect(row(call, { servers: 5, computeMs: 50 }, "multiRpcMs")?.measured?.value).toBe(104.35);
    expect(row(call, { servers: 7, computeMs: 50 }, "multiRpcMs")?.measured?.value).toBe(120.95);
  });

  it("is missing where the number is computed from several runs", () => {
    const multicast = experiment("flexrpc/multicast");
    const long = { argumentBytes: 65_536, resultBytes: 0 };
    for (const changed of [{}, long]) expect(row(multicast, changed, "latencyUs")?.measured).toBeNull();
  });
});

describe("the model’s answer", () => {
  const models = { "firefly null_us ethernet_mbps=10": 2514 };

  it("is the function’s value in the measure’s unit, with the call that gave it", () => {
    const model = row(nullCall, {}, "latencyMs", models)?.model;
    expect(model).toMatchObject({
      value: 2514 * 0.001,
      source: "null_us(ethernet_mbps=10) of the paper’s model in Python.",
    });
  });

  it("is missing where parameters are changed that it has no term for, and says which", () => {
    const found = row(nullCall, { threads: 4, callerProcessors: 1 }, "latencyMs", models);
    expect(found?.model).toBeNull();
    expect(found?.missing.model).toBe("The model has no term for caller threads and caller processors.");
    expect(row(nullCall, { calls: 10 }, "latencyMs", models)?.model).not.toBeNull();
    const few = row(experiment("multirpc/callback-break"), { workstations: 12, deadFraction: 0.03 }, "elapsedMs");
    expect(few?.missing.model).not.toMatch("no term"); // none of the twelve is dead
  });

  it("is missing where something goes wrong, and so is the measured one", () => {
    const found = row(nullCall, {}, "latencyMs", models, ["drop result#1"]);
    expect([found?.model, found?.measured]).toEqual([null, null]);
    expect(found?.missing.model).toBe("The model does not cover faults.");
  });

  it("has no column where neither this run nor the usual one has it", () => {
    const kinds = (id: string, set: ParamValues) => {
      const experiment = experiments.find((one) => one.id === id);
      if (experiment === undefined) throw new Error(`there is no ${id}`);
      const asked = { parameters: withDefaults(experiment, set), faults: [] };
      return answerKinds(experiment, answerRows(experiment, asked, null, models));
    };
    expect(kinds("services/storm", {})).toEqual(["simulated"]);
    expect(kinds(nullCall.id, { threads: 4, callerProcessors: 1 })).toEqual(["measured", "model", "simulated"]);
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

  it("has Table I’s eight points where the other parameters are the paper’s, none where they are not", () => {
    const { points, label } = paperSeries(requestOf(nullCall, calls, withDefaults(nullCall, { threads: 3 })));
    expect(label).toBe("paper, Table I");
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
    expect(paperSeries(requestOf(nullCall, calls, withDefaults(nullCall, { networkMbps: 100 })))).toMatchObject({
      label: "paper",
      points: [],
    });
  });

  it("calls a table as the paper does", () => {
    const ids = ["table-i", "table-xii", "table-4a", "section-4.2"];
    expect(ids.map(tableName)).toEqual(["Table I", "Table XII", "Table 4a", "Section 4.2"]);
  });

  it("has the model’s value where the model speaks of the measure and has a term for what changes", () => {
    const models = { "firefly null_us ethernet_mbps=10": 2514 };
    const model = (spec: ChartSpec) => {
      const request = requestOf(nullCall, spec, withDefaults(nullCall, {}));
      const { points } = request;
      return modelSeries(request, models, { name: "model", label: "model", curveNumber: null, points });
    };
    const { points } = model(latency);
    expect(points.map(({ x, y }) => [x, y])).toEqual([[1, 2514 * 0.001]]); // it knows one thread
    expect(model(calls).points).toEqual([]);
  });

  it("gives mean and interval of the trials at each point, leaving out trials without a value", () => {
    const value = (x: number, trial: number, y: number | null) => ({
      value: x,
      trial,
      seed: trial,
      draws: x === 4 ? 0 : 9,
      measures: { latencyMs: { value: y, unit: "ms" } },
    });
    const values = [value(1, 1, 2), value(1, 2, 4), value(2, 1, 7), value(3, 1, null), value(4, 1, 8)];
    const points = simulatedPoints(requestOf(nullCall, latency), values);
    expect(points.map(({ x, y, spread }) => [x, y, spread?.trials])).toEqual([
      [1, 3, 2],
      [2, 7, 1],
      [4, 8, 1],
    ]);
    expect(points[0]?.spread?.low).toBeLessThan(3);
    expect(points[1]?.spread).toMatchObject({ low: 7, high: 7 });
    expect(points[1]?.source).toEqual({
      text: "Simulated: the mean of one run, seed 1.",
      href: "#/bench/firefly/null?threads=2&calls=400",
    });
    expect(points.map(({ spread }) => spread?.certain)).toEqual([false, false, true]);
    expect(points[2]?.source.text).toBe("Simulated: one run, seed 1; nothing in it is random.");
  });

  it("shows a pinned run at its own value, with its curve where its sweep is known", () => {
    const setup = { ...defaultSetup(nullCall), parameters: withDefaults(nullCall, { threads: 3, networkMbps: 100 }) };
    const run = nullCall.run({ ...setup.parameters, calls: 5 }, 1, [], { keep: "none" });
    const pin = { name: "fast", setup, run };
    const swept = [1, 2].map((value) => ({ value, trial: 1, seed: 1, draws: 0, measures: run.measures }));
    const [own] = pinnedOn(requestOf(nullCall, latency), [pin], () => swept);
    expect(own).toMatchObject({ name: "fast", at: { x: 3, y: run.measures["latencyMs"]?.value } });
    expect(own?.points.map(({ x }) => x)).toEqual([1, 2]);
    expect(own?.at?.source.href).toBe("#/bench/firefly/null?threads=3&networkMbps=100");
    expect(pinnedOn(requestOf(nullCall, latency), [pin], () => null)[0]?.points).toEqual([]);
    expect(pinnedOn(requestOf(nullCall, latency), [{ ...pin, run: null }], () => null)).toEqual([]);
    expect(pinnedOn(requestOf(nullCall, { ...latency, y: "longestStep" }), [pin], () => null)).toEqual([]);
  });

  it("is the experiment’s first where none of that name is chosen", () => {
    expect(chartOf(nullCall, "latencyMs")).toBe(latency);
    expect(chartOf(nullCall, null)).toBe(calls);
    expect(chartOf(nullCall, "throughputMbps")).toBe(calls);
  });

  it("says what it holds fixed", () => {
    const setup = { ...defaultSetup(maxResult), parameters: withDefaults(maxResult, { networkMbps: 100 }), seed: 3 };
    const held = "At each point 400 calls, network speed 100 Mbit/s, 5 runs, seeds 3 to 7";
    const wide = { low: 1, high: 3, trials: 5 };
    const certain = { low: 2, high: 2, trials: 1, certain: true };
    const said = (...spreads: (typeof wide)[]): string => {
      const points = spreads.map((spread, x) => ({ x, y: 2, spread, source: { text: "", href: "" } }));
      const series = [{ kind: "simulated", name: "", label: "", curveNumber: null, points } as const];
      return chartCaption(chartRequest(maxResult, calls, setup), { series }, []);
    };
    expect(said(wide)).toBe(`${held}; the band holds the mean with 95\u2009%.`);
    expect(said()).toBe(`${held}.`);
    expect(said(certain, { ...wide, low: 2, high: 2 })).toBe(`${held}, one run where nothing is random.`);
    expect(said(certain)).toBe("At each point 400 calls, network speed 100 Mbit/s, nothing random: one run.");
  });

  it("leaves out a point that lacks the machine of a fault, and says so", () => {
    const calls = experiment("multirpc/call");
    const setup = { ...defaultSetup(calls), faults: ["crash server2 at 1ms"] };
    const curve = itemAt(curvesOf(setup, null), 0, "curve");
    const [one, two] = [1, 2].map((servers) => {
      const jobs = firstJobs([{ ...curve, request: { ...curve.request, values: [servers] } }]);
      return runIfFaultsFit(calls, itemAt(jobs, 0, "job"));
    });
    expect(one).toBeInstanceOf(FaultError);
    expect(two).not.toBeInstanceOf(FaultError);

    const request = chartRequest(calls, itemAt(calls.charts, 0, "chart"), setup);
    const made = { value: 1, trial: 1, seed: 1, draws: 0, measures: {} };
    const left = { ...made, misfit: "crash server2 at 1ms" };
    expect(simulatedPoints(request, [left])).toEqual([]);
    expect(madeRuns([left, made])).toEqual([made]);
    const said = (values: readonly SweepValue[], over = request): string =>
      chartCaption(over, { series: [] }, values).replace(/^.*\. (?=No point)/, "");
    expect(said([left])).toBe("No point for 1 server: the fault “crash server2 at 1ms” does not fit there.");
    expect(said([1, 2, 3, 4, 5].map((value) => ({ ...left, value })))).toMatch(/^No point for 5 settings: /);
    expect(said([left, { ...left, value: 2, misfit: "crash server3 at 1ms" }])).toMatch(
      /1 server and 2 servers: the faults “crash server2 .*” and “crash server3 .*” do not fit/,
    );
    const curves = [{ value: 9, name: "short handler", number: 0, points: [] }];
    expect(said([{ ...left, series: 9 }], { ...request, curves })).toMatch(
      /^No point for short handler with 1 server:/,
    );
    expect(said([made])).not.toContain("No point");
  });
});
