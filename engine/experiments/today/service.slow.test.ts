/** Services with a queue: what queueing theory says of them, and what retries, testers and hedges do. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";
import { meanInSystem } from "./queueing.ts";

const measuresOf = (id: string, set: ParamValues) => runOf(`today/${id}`, { set, keep: "none" });
const storm = (set: ParamValues = {}) => measuresOf("retry-storm", set);
const open = (set: ParamValues = {}) => measuresOf("open-loop", set);
const hedge = (set: ParamValues = {}) => measuresOf("hedge", set);

describe("the series of a run", () => {
  const linesOf = (set: ParamValues) => {
    const { series, traceHash } = storm(set);
    const most = (name: string, line: number): number =>
      Math.max(...(series?.[name]?.lines[line]?.values ?? []).filter((value) => value !== null));
    return { traceHash, queue: most("queue", 0), offered: most("load", 0), goodput: most("load", 1) };
  };

  it("show the queue of a storm at its limit, and load that does not come back", () => {
    const { queue, offered, goodput } = linesOf({});
    expect(queue).toBe(100);
    expect(offered).toBeGreaterThan(1.5 * goodput);
    expect(linesOf({ stallMs: 0 }).queue).toBeLessThan(50);
  });

  it("are the same whatever the run keeps of its trace", () => {
    const of = (keep: "all" | "none") => runOf("today/hedge", { set: { calls: 100 }, keep }).series;
    expect(of("all")).toEqual(of("none"));
  });
});

it("pauses before twenty attempts end, however long the first is", () => {
  const set = { callers: 1, calls: 1, attempts: 20, retry: "backoff", pauseMs: 60_000 };
  const { elapsedNs } = runOf("today/retry-storm", { set, faults: ["lose 100% of packets"], keep: "none" });
  const minutes = [1, 2, 4, 8, 16, 32, ...Array.from({ length: 13 }, () => 60)]; // up to an hour
  expect(elapsedNs / 6e10).toBeCloseTo(minutes.reduce((sum, pause) => sum + pause, 0) + 20 / 120, 1);
});

it("callers that make no call ask for nothing", () => {
  const measured = ["askedPerS", "stormLoad"].map((name) => measureOf(storm({ callers: 1000, calls: 50 }), name));
  expect(measured).toEqual(
    ["askedPerS", "stormLoad"].map((name) => measureOf(storm({ callers: 50, calls: 50 }), name)),
  );
});

it("nothing is served for nobody where nobody sends a second request", () => {
  expect(measureOf(hedge({ hedge: "off", calls: 50 }), "wastedShare")).toBe(0);
  expect(measureOf(storm({ stallMs: 0, calls: 50 }), "wastedShare")).toBe(0);
});

describe("calls at a rate", () => {
  it.each([
    ["constant", 0.5],
    ["constant", 0.8],
    ["exponential", 0.5],
    ["exponential", 0.7],
    ["tailed", 0.5],
  ] as const)("wait as long as the theory says: %s times, a load of %f", (distribution, load) => {
    const run = open({ distribution, load, calls: 10_000 });
    const [measured, predicted] = [measureOf(run, "meanMs"), measureOf(run, "modelMs")];
    expect(Math.abs(measured / predicted - 1)).toBeLessThan(0.1);
  });

  it("obey Little’s law, however they come", () => {
    for (const arrivals of ["random", "even", "closed"]) {
      const run = open({ arrivals, distribution: "exponential", stallMs: 500 });
      expect(measureOf(run, "underWay")).toBeCloseTo(measureOf(run, "littleCalls"), 6);
    }
  });

  it("keep the server busy while it serves, and not while it stands still", () => {
    const busy = (stallMs: number): number =>
      measureOf(open({ arrivals: "closed", calls: 200, stallMs }), "utilisation");
    expect(busy(0)).toBeGreaterThan(99);
    expect(busy(2000)).toBeCloseTo(50, 0);
  });

  it("show a stall in their tail that one call after the other hides", () => {
    const tail = (arrivals: string): number => measureOf(open({ arrivals, load: 0.5, stallMs: 2000 }), "p99Ms");
    expect(tail("even")).toBeGreaterThan(1500);
    expect(tail("random")).toBeGreaterThan(1500);
    expect(tail("closed")).toBeLessThan(11);
  });

  it("never wait where they come evenly and the server has time", () => {
    const run = open({ arrivals: "even", load: 0.9 });
    expect(measureOf(run, "maxMs")).toBeLessThan(10.1);
  });
});

describe("the theory", () => {
  it("is M/M/1 for exponential times and M/D/1 for constant ones", () => {
    expect(meanInSystem("exponential", 10, 0.8)).toBeCloseTo(10 / (1 - 0.8));
    expect(meanInSystem("constant", 10, 0.8)).toBeCloseTo(10 + (0.8 * 10) / (2 * (1 - 0.8)));
    expect(meanInSystem("constant", 10, 1)).toBeNull();
  });
});

describe("after a stumble of two seconds", () => {
  it("callers that retry at once keep the server down, though it could serve all of them", () => {
    const run = storm();
    expect(measureOf(run, "askedPerS")).toBeLessThan(100);
    expect(measureOf(run, "usefulPerS")).toBeLessThan(1);
    expect(run.measures["recoveryMs"]?.value).toMatch(/^not within \d+ s$/);
    expect(run.measures["p99Ms"]?.value).toBeNull(); // of all calls, and few returned
    expect(measureOf(run, "wastedShare")).toBeGreaterThan(90);
    expect(measureOf(run, "stormLoad")).toBeGreaterThan(100);
  });

  it.each([
    ["a pause that doubles", { retry: "backoff" }],
    ["a random part of it", { retry: "jitter" }],
    ["a budget of a tenth", { budget: 0.1 }],
    ["fewer callers", { callers: 60 }],
    ["no retry at all", { attempts: 1 }],
  ])("%s brings it back", (_, set: ParamValues) => {
    const run = storm(set);
    expect(measureOf(run, "usefulPerS")).toBeGreaterThan(0.8 * measureOf(run, "askedPerS"));
    expect(measureOf(run, "recoveryMs")).toBeLessThan(10_000);
    expect(measureOf(run, "stormLoad")).toBeLessThan(100);
  });

  it("without a stumble nobody retries", () => {
    const run = storm({ stallMs: 0 });
    expect(measureOf(run, "requestsPerCall")).toBeLessThan(1.001);
    expect(measureOf(run, "returnedShare")).toBe(100);
  });
});

it("a budget of nothing has no retry, and a larger stock of them has more", () => {
  expect(measureOf(storm({ budget: 0 }), "requestsPerCall")).toBe(1);
  const [few = 0, many = 0] = [1, 1000].map((stock) => measureOf(storm({ budget: 0.1, stock }), "requestsPerCall"));
  expect(few).toBeLessThan(many);
});

describe("a second copy of a late call", () => {
  it("takes the less of two independent times where servers are idle: min(X, d + X’)", () => {
    const set = { servers: 20, load: 0.05, distribution: "exponential", hedgeMs: 5 };
    const [mean, after] = [10, 5];
    expect(measureOf(hedge(set), "meanMs")).toBeCloseTo(mean * (1 - Math.exp(-after / mean) / 2), 0); // 6.97
  });

  it("shortens the tail at a low load, for a tenth more requests", () => {
    const [without, hedged] = [hedge({ hedge: "off" }), hedge()];
    expect(measureOf(hedged, "p99Ms")).toBeLessThan(0.7 * measureOf(without, "p99Ms"));
    expect(measureOf(hedged, "requestsPerCall")).toBeLessThan(1.2);
  });

  it("makes all calls slower at a high load", () => {
    const high = { load: 0.8, calls: 2000 };
    expect(measureOf(hedge(high), "p50Ms")).toBeGreaterThan(5 * measureOf(hedge({ ...high, hedge: "off" }), "p50Ms"));
  });

  it("is served for nobody less often where the loser gets a cancel", () => {
    const [on, off] = ["on", "off"].map((cancel) => measureOf(hedge({ cancel }), "wastedShare"));
    expect(on).toBeLessThan(0.5 * Number(off));
  });
});
