/** A run that draws no random number is the same with every seed; so a sweep makes it once. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experimentOf, runOf } from "./testing.ts";
import { firstJobs, furtherJobs, runJob } from "./sweep.ts";

describe("a run’s draws", () => {
  it("are none on a quiet Ethernet and on the cluster, and some where other hosts send or machines have clocks", () => {
    expect(runOf("firefly/null", { set: { calls: 5 } }).draws).toBe(0);
    expect(runOf("firefly/null", { set: { calls: 5 }, faults: ["drop call#2"] }).draws).toBe(0);
    expect(runOf("flexrpc/multicast").draws).toBe(0);
    expect(runOf("firefly/null", { set: { calls: 5, segment: "shared" } }).draws).toBeGreaterThan(0);
    expect(runOf("multirpc/call", { set: { servers: 2 } }).draws).toBeGreaterThan(0);
    expect(runOf("multirpc/callback-break", { set: { workstations: 3 } }).draws).toBeGreaterThan(0);
  });

  it("are some where packets are lost by chance, in every system, and seeds differ", () => {
    const lossy = { "firefly/null": { calls: 40 }, "flexrpc/multicast": {}, "multirpc/call": { servers: 6 } };
    for (const [id, set] of Object.entries(lossy)) {
      const [one, other] = [1, 2].map((seed) => runOf(id, { set, seed, faults: ["lose 10% of packets"] }));
      expect(one?.draws, id).toBeGreaterThan(0);
      expect(one?.unusedFaults, id).toEqual([]);
      expect(one?.traceHash, id).not.toBe(other?.traceHash);
    }
  });

  it("are as many however much of the trace is kept", () => {
    const set = { calls: 20, segment: "shared", threads: 3 };
    expect(runOf("firefly/null", { set, keep: "none" }).draws).toBe(runOf("firefly/null", { set }).draws);
  });

  it("being none, no seed changes anything", () => {
    fc.assert(
      fc.property(
        fc.record({
          threads: fc.integer({ min: 1, max: 8 }),
          networkMbps: fc.constantFrom(1, 10, 100),
          segment: fc.constantFrom("private", "shared"),
        }),
        fc.constantFrom([], ["drop result#2"], ["duplicate call#1", "crash server at 4ms"]),
        fc.integer({ min: 2, max: 1e6 }),
        (set, faults, seed) => {
          const [one, other] = [1, seed].map((of) =>
            runOf("firefly/max-result", { set: { ...set, calls: 8 }, faults, seed: of, keep: "none" }),
          );
          if (one?.draws !== 0) return;
          expect(other?.draws).toBe(0);
          expect(other?.traceHash).toBe(one.traceHash);
          expect(other?.measures).toEqual(one.measures);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the runs of a sweep", () => {
  const experiment = experimentOf("firefly/null");
  const curves = ["private", "shared"].map((series) => {
    const parameters = { ...runOf("firefly/null", { set: { calls: 4 }, keep: "none" }).parameters, segment: series };
    return { series, request: { over: "threads", values: [1, 2], parameters, seed: 9, trials: 3, faults: [] } };
  });

  it("are one of each point, then two more of each that draws", () => {
    const first = firstJobs(curves).map((job) => ({ ...job, draws: runJob(experiment, job).draws }));
    expect(first.map(({ series, value, trial, seed }) => [series, value, trial, seed])).toEqual([
      ["private", 1, 1, 9],
      ["private", 2, 1, 9],
      ["shared", 1, 1, 9],
      ["shared", 2, 1, 9],
    ]);
    expect(furtherJobs(curves, first).map(({ series, value, trial, seed }) => [series, value, trial, seed])).toEqual([
      ["shared", 1, 2, 10],
      ["shared", 2, 2, 10],
      ["shared", 1, 3, 11],
      ["shared", 2, 3, 11],
    ]);
  });
});
