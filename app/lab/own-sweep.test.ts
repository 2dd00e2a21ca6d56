import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import type { Description, Param, ParamValue } from "../../engine/experiments/types.ts";
import { readValue } from "../../engine/experiments/parameters.ts";
import { chartData } from "./chart-data.ts";
import { crossingText } from "./crossings.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { chartOf, sweepKey } from "../setup/charts.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { readLink } from "../setup/link.ts";
import { defaultSetup } from "../setup/setup.ts";
import { measuresOf, mostRuns, MOST_RUNS, ownChart, ownOf, readSweep, sweepProblem } from "../setup/own-sweep.ts";
import type { OwnSweep, Swept } from "../setup/own-sweep.ts";
import { writeLink } from "../setup/write-link.ts";
import { withSweep } from "../setup/write-sweep.ts";

const call = experimentOf("multirpc/call");
const setup = defaultSetup(call);

/** What a link says, read as the bench does. */
function read(experiment: Description, query: string): { chart: ReturnType<typeof readSweep>; problems: string[] } {
  const problems: string[] = [];
  return { chart: readSweep(new URLSearchParams(query), experiment, problems), problems };
}

const valuesOf = (param: Param): fc.Arbitrary<readonly ParamValue[]> =>
  param.kind === "choice"
    ? fc.constant(param.options.slice(0, 6).map(({ value }) => value)) // a chart has six curves at most
    : fc
        .uniqueArray(fc.double({ min: param.min, max: param.max, noNaN: true }), { minLength: 2, maxLength: 6 })
        .map((all) => [...new Set(all.flatMap((one) => readValue(param, String(Math.round(one))) ?? []))])
        .filter((all) => all.length >= 2)
        .map((all) => all.toSorted((a, b) => Number(a) - Number(b)));

const sweepsOf = (experiment: Description): fc.Arbitrary<OwnSweep> => {
  const swept = fc
    .constantFrom(...Object.entries(experiment.params))
    .filter(([, param]) => param.kind === "choice" || param.max - param.min >= 4)
    .chain(([parameter, param]) => valuesOf(param).map((values): Swept => ({ parameter, values })));
  return fc
    .record({ over: swept, by: fc.option(swept), measure: fc.constantFrom(...measuresOf(experiment)) })
    .filter(({ over, by }) => over.parameter !== by?.parameter);
};

describe("a sweep of the reader’s own", () => {
  it("comes back from its link as it was, whatever is swept and measured", () => {
    const any = fc.constantFrom(...experiments).chain((one) => sweepsOf(one).map((own) => ({ one, own })));
    fc.assert(
      fc.property(any, ({ one, own }) => {
        const chart = ownChart(one, own);
        const { query } = withSweep(writeLink(defaultSetup(one)), one, chart);
        const { chart: back, problems } = read(one, query);
        expect(problems).toEqual([]);
        expect(back).toEqual(chart);
        expect(ownOf(one, chart)).toEqual(own);
        expect(readLink({ path: `/bench/${one.id}`, query }).problems).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("asks for a run of each value at each curve, and is told from every other chart", () => {
    const { chart } = read(call, "sweep=computeMs+0+10+50&by=servers+5+10&of=speedup");
    if (chart === null) throw new Error("it can be read");
    expect(chartOf(call, chart)).toBe(chart);
    expect(chartOf(experimentOf("firefly/null"), chart)?.id).toBeUndefined();
    const curves = curvesOf(setup, chart);
    expect(curves.map(({ series, request }) => [series, request.over, request.values])).toEqual([
      [5, "computeMs", [0, 10, 50]],
      [10, "computeMs", [0, 10, 50]],
    ]);
    expect(sweepKey(setup, chart)).not.toBe(sweepKey(setup, null));
    expect(sweepKey(setup, chart)).toBe(sweepKey({ ...setup, parameters: { ...setup.parameters, servers: 9 } }, chart));
  });

  it("that cannot be made is left out with a sentence", () => {
    for (const [query, said] of [
      ["sweep=colour+1+2", /sweep = "colour 1 2" names no parameter of multirpc\/call/],
      ["sweep=servers+1", /two values or more of servers, 1 to 5000/],
      ["sweep=servers+1+x", /is not allowed/],
      ["sweep=servers+1+2&by=servers+3+4", /names the parameter of sweep/],
      ["sweep=servers+1+2&by=mode+none", /by = "mode none" is not allowed/],
      ["sweep=servers+1+2&of=colour", /of = "colour" is no measure/],
      ["by=mode+multi", /says nothing without a sweep/],
      [
        `sweep=servers+${[...Array(25).keys()].map((i) => i + 1).join("+")}&by=dead+0+1+2+3+4+5`,
        /are 750 runs; at most/,
      ],
    ] as const) {
      expect(read(call, query).problems.join(" "), query).toMatch(said);
    }
  });

  it("of more runs than are made is refused with their number", () => {
    const values = [...Array(25).keys()].map((i) => i + 1);
    const own: OwnSweep = {
      over: { parameter: "servers", values },
      by: { parameter: "computeMs", values: [0, 1, 2, 3] },
      measure: "speedup",
    };
    expect(mostRuns(own)).toBeGreaterThan(MOST_RUNS);
    expect(sweepProblem(own)).toMatch(/25 points, 4 curves and 5 trials at each point are 500 runs/);
    expect(sweepProblem({ ...own, by: null })).toBeNull();
  });

  it("has an axis of words where a choice is swept, and joins nothing there", () => {
    const { chart } = read(call, "sweep=mode+multi+iterative+threads&of=elapsedMs");
    if (chart === null) throw new Error("it can be read");
    const values = ["multi", "iterative", "threads"].map((value, i) => ({
      ...{ value, series: null, trial: 1, seed: 1, draws: 0 },
      measures: { elapsedMs: { value: 100 * i, unit: "ms" } },
    }));
    const data = chartData(chartRequest(call, chart, setup), { models: {}, values });
    expect(data.x.names).toEqual(["MultiRPC", "RPC2, one after another", "RPC2, a thread for each"]);
    const simulated = data.series.find(({ kind }) => kind === "simulated");
    expect(simulated?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 100],
      [2, 200],
    ]);
  });

  it("finds where any two of its curves cross, on a logarithmic axis as it is drawn", () => {
    const { chart } = read(call, "sweep=servers+1+10+100&by=computeMs+0+10+20&of=speedup");
    if (chart === null) throw new Error("it can be read");
    const heights: Readonly<Record<number, readonly number[]>> = { 0: [0, 0, 0], 10: [1, 1, -1], 20: [2, 2, 2] };
    const values = Object.entries(heights).flatMap(([series, ys]) =>
      ys.map((y, i) => ({
        ...{ value: 10 ** i, series: Number(series), trial: 1, seed: 1, draws: 0 },
        measures: { speedup: { value: y, unit: "ratio" } },
      })),
    );
    const data = chartData(chartRequest(call, chart, setup), { models: {}, values });
    expect(data.crossings?.filter(({ kind }) => kind === "simulated").map(({ x, y }) => [x.toFixed(2), y])).toEqual([
      ["31.62", 0], // half way from 10 to 100 by factors
    ]);
    expect(crossingText(chart, data)).toMatch(/^Simulated, 0 ms and 10 ms cross at 31\.6\.$/);
  });

  it("leaves it to the marks where more than three pairs of curves cross", () => {
    const { chart } = read(call, "sweep=servers+1+10&by=computeMs+0+10+20+30+40&of=speedup");
    if (chart === null) throw new Error("it can be read");
    const values = [0, 10, 20, 30, 40].flatMap((series, curve) =>
      [1, 10].map((value, i) => ({
        ...{ value, series, trial: 1, seed: 1, draws: 0 },
        measures: { speedup: { value: curve === 0 ? 10 * i : curve, unit: "ratio" } },
      })),
    );
    const data = chartData(chartRequest(call, chart, setup), { models: {}, values });
    expect(crossingText(chart, data)).toBe("Simulated, 4 pairs of curves cross where the chart has its marks.");
  });
});
