import { describe, expect, it } from "vitest";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { experiments } from "../../engine/experiments/index.ts";
import type { ChartSpec, Description } from "../../engine/experiments/types.ts";
import { papers } from "../../engine/papers/index.ts";
import type { SeriesKind } from "../setup/points.ts";
import { valueAtX } from "../setup/chart-words.ts";
import { readPlace } from "../setup/location.ts";
import { checkCharts, unaddressedIn } from "./chart-sources.ts";
import { chartData } from "../lab/chart-data.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { sweepOf } from "../setup/charts.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import { readLink } from "../setup/link.ts";
import { defaultSetup } from "../setup/setup.ts";
import { readAt } from "../papers/at.ts";

const nullCall = experimentOf("firefly/null");

/** What is said of the first chart of Null(), changed. */
function said(change: Partial<ChartSpec>, more: Partial<Description> = {}): string {
  const [first, ...others] = nullCall.charts;
  if (first === undefined) throw new Error("firefly/null has no chart");
  const changed = { ...nullCall, ...more, charts: [{ ...first, ...change }, ...others] };
  return unaddressedIn([changed])
    .map(({ where, what, todo }) => `${where}: ${what} ${todo}`)
    .join("\n");
}

describe("the charts of all experiments", () => {
  it("show no number without an address", () => {
    expect(unaddressedIn(experiments)).toEqual([]);
    expect(checkCharts).not.toThrow();
  });

  it("lead from every point to its cell, its function or its run, none of them in vain", () => {
    for (const experiment of experiments) {
      const setup = defaultSetup(experiment);
      const models = Object.fromEntries(modelCallsOf(experiment, setup.parameters).map((call) => [callKey(call), 1]));
      for (const spec of experiment.charts) {
        const sweep = sweepOf(experiment, spec);
        const values = sweep.values.map((value) => ({
          value,
          trial: 1,
          seed: 1,
          draws: 1,
          measures: { [spec.y]: { value: 1, unit: "" } },
        }));
        const { series } = chartData(chartRequest(experiment, spec, setup), { models, values });
        const pointsOf = (kind: SeriesKind) =>
          series.flatMap((one) => (one.kind === kind && one.curveNumber === null ? one.points : []));
        for (const { source, x, y } of pointsOf("measured")) {
          const { path, query } = readPlace(source.href);
          const [, , paper, id] = path.split("/");
          const table = papers.find((one) => one.id === paper)?.tables.find((one) => one.id === id);
          const { row: key, column, problems } = readAt(query, table ?? null, []);
          expect(problems).toEqual([]);
          const row = table?.rows.find((one) =>
            Object.entries(key ?? {}).every(([name, value]) => one[name] === value),
          );
          const printed = Number(row?.[column ?? ""]);
          const points = spec.points.find((one) => one.table === id && one.column === column);
          const { scale = 1, x: place } = points ?? {};
          const fixed = experiment.answers
            .filter((one) => one.table === id && one.set[sweep.over] === undefined)
            .map((one) => one.fixed?.[sweep.over]);
          const places = place === undefined ? [...Object.values(key ?? {}), ...fixed] : [row?.[place.column]];
          const word = valueAtX(experiment.params[sweep.over], x); // a number where the chart is over numbers
          expect([places.includes(x) || places.includes(word), y]).toEqual([true, printed * scale]);
        }
        for (const { source } of pointsOf("model")) {
          const link = readLink(readPlace(source.href));
          expect(link.problems).toEqual([]);
          expect(link.model).not.toBeNull();
        }
        for (const { source, x } of pointsOf("simulated")) {
          const link = readLink(readPlace(source.href));
          expect(link.problems).toEqual([]);
          expect(link.setup).toMatchObject({
            experiment: experiment.id,
            parameters: { ...sweep.fixed, [sweep.over]: valueAtX(experiment.params[sweep.over], x) },
          });
        }
      }
    }
  });
});

describe("the build is ended, with what to do", () => {
  it("by points whose column no answer names, or no table has", () => {
    expect(said({ points: [{ table: "table-i", column: "maxResultMbitPerS" }] })).toBe(
      'firefly/null, chart "Calls of Null()": the points of table-i, maxResultMbitPerS, come from no answer of ' +
        'callsPerSecond, so nothing says which cell a point is. Add { table: "table-i", column: ' +
        '"maxResultMbitPerS", measure: "callsPerSecond" } to the experiment’s answers.',
    );
    expect(said({ points: [{ table: "table-i", column: "rate" }] })).toContain(
      "name a column that the table does not have",
    );
    expect(said({ points: [{ table: "table-zero", column: "rate" }] })).toContain('no table "table-zero"');
  });

  it("by points without a place on the axis, and by scales that do not undo each other", () => {
    const answers = nullCall.answers.map((one) => ({ ...one, set: {} }));
    expect(said({}, { answers })).toContain("Let their answer set threads from a key column of the table, or fix it.");
    expect(said({ points: [{ table: "table-i", column: "nullRpcsPerS", scale: 1000 }] })).toContain(
      "are scaled by 1000, their answer by 1. Let one undo the other.",
    );
  });

  it("by a measure, a limit or a function of the model that is not there", () => {
    expect(said({ y: "speed" })).toContain('its points are of "speed", which no run measures. Measures: latencyMs,');
    expect(said({ limit: { parameter: "colour", label: "Ethernet" } })).toContain(
      'its limit "Ethernet" is set by "colour", which is no number. Parameters: threads,',
    );
    expect(said({ limit: { parameter: "networkMbps", label: "Ethernet" } })).toContain(
      "its limit is in Mbit/s, its points in calls/s.",
    );
    const models = nullCall.models.map((link) => ({ ...link, function: "guess_us" }));
    expect(said({}, { models })).toContain("firefly/null, models: its curve of latencyMs is guess_us, no number");
  });
});
