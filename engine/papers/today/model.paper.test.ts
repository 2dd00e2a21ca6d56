/**
 * One test a claim of the published numbers of today, as far as numbers and models can check it. Runs of services try
 * some of them again: engine/experiments/today/services.paper.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPython, type Python } from "../../cli/python-node.ts";
import { claim } from "../claims.ts";
import { cell, numbers, papers } from "../index.ts";
import { MODEL_CELLS } from "./model-cells.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const model = (name: string, args: Readonly<Record<string, number>> = {}): number => python.call("today", name, args);

/** A test of one claim, named by its id and source. */
const says = (id: string, what: string, check: () => void): void =>
  it(`today.${id} (${claim("today", id).section}): ${what}`, check);

const published = (table: string, id: string): number =>
  Number(cell({ paper: "today", table, row: { id }, column: "value" }).value);

/** What the models say of a row, by the published number. */
function share(id: string): number {
  const found = MODEL_CELLS.find(({ row }) => row["id"] === id);
  if (found === undefined) throw new Error(`today: no model answers ${id}.`);
  return python.call("today", found.function, found.arguments) / published(found.table, id);
}

describe("exact rules", () => {
  const exact = (...ids: readonly string[]): void => {
    for (const id of ids) expect(Math.abs(share(id) - 1), id).toBeLessThan(0.002);
  };
  says("d21-triple", "three tries, and a tenth", () => exact("d21-tries", "d21-budget"));
  says("d22-layers", "four times four times four", () => exact("d22"));
  says("d28-metastable", "half of the capacity, and twice the load", () => exact("d28-load", "d28-safe"));
  says("d29-throttle", "the fifth failure leaves half of the tokens", () => exact("d29"));
  says("d30-hedges", "one copy each half second", () => exact("d30-2", "d30-3", "d30-4"));
  says("d31-bucket", "five hundred by five", () => exact("d31"));
  says("d32-two-choices", "the sum of the theorem", () => exact("d32", "d33", "d34"));
  says("d36-control-law", "the five moments", () => exact("d36-1", "d36-2", "d36-3", "d36-4", "d36-5"));
  says("d37-five-seconds", "five seconds and the usual look-up", () => exact("d37"));
  says("d38-reconnect", "four tries", () => exact("d38-2", "d38-3", "d38-4", "d38-5"));
  says("d52-pool", "load by time", () => exact("d52"));
  says("d53-budget", "1 + 0.2 + 10/1000", () => exact("d53"));
  says("d54-hedge", "mean, tail and copies of exponential times", () => {
    for (const id of ["d54-mean", "d54-p99", "d54-copies"]) expect(Math.abs(share(id) - 1), id).toBeLessThan(0.005);
    expect(model("hedged_ms", { after_ms: 1000 }) / model("hedged_ms", { after_ms: 30 })).toBeCloseTo(46.1 / 38.0, 2);
  });
  says("d55-cache", "ten times the capacity, and ten times the queries", () => exact("d55-before", "d55-after"));
  says("d18-pages", "63.4 of a hundred", () =>
    expect(model("late_pages_percent", { leaves: 100 })).toBeCloseTo(63.4, 1),
  );
  says("d23-threads", "handled, not answered", () => {
    exact("d23");
    expect(model("handled_percent") * 0.95).toBeCloseTo(18.6, 1);
  });
});

describe("rules of TCP", () => {
  const near = (most: number, ...ids: readonly string[]): void => {
    for (const id of ids) expect(Math.abs(share(id) - 1), id).toBeLessThan(most);
  };
  says("d01-quarter-hour", "time-outs that double, for data and for an opening", () => near(1e-9, "d01", "d03", "d51"));
  says("d02-keep-alive", "two hours and nine probes", () => near(1e-9, "d02"));
  says("d04-new-connection", "three windows, or one", () => near(1e-9, "d04", "d05"));
  says("d06-window", "a window by the round trip", () => near(0.05, "d06", "d49"));
  says("d07-set-up", "round trips", () => near(1e-9, "d07", "d08-request", "d08-answer"));
  says("d10-root", "the root of 3/2, and of 3/4", () => near(0.04, "d09", "d10", "d11", "d14", "d15"));
  says("d12-cubic", "the curve’s mean, and Reno’s where it is larger", () => {
    near(0.025, "d12", "d13", "d47", "d48-cubic");
    near(0.09, "d48-reno"); // the table has 1.2 squared in place of 3/2, and rounds
    expect(model("cubic_window", { rtt_ms: 10 })).toBe(model("reno_window", { loss: 0.0001 }));
  });
  says("d41-slow-start", "one for each, up to twice what is under way", () => near(1e-9, "d41", "d42", "d43"));
  says("d46-lone-tail", "seven of ten, and two after the first answer", () =>
    near(1e-9, "d46-window", "d46-threshold"),
  );
});

describe("measurements", () => {
  says("d19-leaves", "independent leaves give the tail of all within a third, and not that of most", () => {
    expect(share("d19-all-p50")).toBeCloseTo(1, 9); // fitted
    for (const id of ["d19-all-p95", "d19-all-p99"]) expect(Math.abs(share(id) - 1), id).toBeLessThan(1 / 3);
    for (const id of ["d19-most-p50", "d19-most-p99"]) expect(share(id), id).toBeLessThan(0.5);
  });
  says("d20-tied", "two independent reads give the tail within a fifth, and too short a median", () => {
    for (const id of ["d20-p90", "d20-p99", "d20-p999"]) expect(Math.abs(share(id) - 1), id).toBeLessThan(0.2);
    expect(share("d20-p50")).toBeLessThan(0.7);
  });
});

it("a model answers each row of services but those of the back-off simulator", () => {
  const paper = papers.find(({ id }) => id === "today");
  const rows = paper?.tables.filter(({ id }) => id === "services").flatMap((table) => numbers(paper, table)) ?? [];
  const open = rows.filter(({ row }) => !MODEL_CELLS.some((one) => one.row["id"] === row["id"]));
  expect(open.map(({ row }) => String(row["id"]).split("-")[0])).toEqual(
    ["d24", "d25", "d26", "d27"].flatMap((d) => [d, d]),
  );
});

it("waits are Erlang’s", () => {
  expect(model("wait_chance", { load: 0.8, workers: 10 })).toBeCloseTo(0.4092, 4);
  expect(model("wait_chance", { load: 0.8, workers: 2 })).toBeCloseTo(0.7111, 4);
  expect(model("queue_mean_ms", { load: 0.8, workers: 1 })).toBeCloseTo(50, 9);
  expect(model("slowest_mean_ms", { leaves: 2 })).toBe(15);
  expect(model("slowest_ms", { leaves: 1, percentile: 50 })).toBeCloseTo(10 * Math.LN2, 9);
  expect(model("useful_places", { capacity_per_s: 800 })).toBe(800);
  expect(model("drain_s")).toBe(16);
});
