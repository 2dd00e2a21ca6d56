/** Same inputs, same hash; chance enters where the description says so, and nowhere else. */
import { describe, expect, it } from "vitest";
import { experiments } from "./index.ts";
import { defaultsOf, experimentOf, measureOf, runOf } from "./testing.ts";

const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

describe.each(experiments.filter(({ paper }) => paper === "firefly").map(({ id }) => id))("%s", (id) => {
  it("gives the same hash and measures when run again", () => {
    const [first, second] = [runOf(id), runOf(id)];
    expect(second.traceHash).toBe(first.traceHash);
    expect(second.measures).toEqual(first.measures);
    expect(second.resources).toEqual(first.resources);
  });

  it("gives the same hash however much of the trace is kept", () => {
    const whole = runOf(id, { set: { threads: 3 } });
    for (const keep of ["none", { calls: 7 }] as const) {
      const part = runOf(id, { set: { threads: 3 }, keep });
      expect(part.traceHash).toBe(whole.traceHash);
      expect(part.measures).toEqual(whole.measures);
    }
  });

  it("one thread on a private segment: ten seeds, one hash", () => {
    expect(new Set(SEEDS.map((seed) => runOf(id, { seed, keep: "none" }).traceHash)).size).toBe(1);
  });

  it("a shared segment with traffic: hashes differ, mean latency stays within 2 %", () => {
    const shared = SEEDS.map((seed) => runOf(id, { set: { segment: "shared" }, seed, keep: "none" }));
    expect(new Set(shared.map(({ traceHash }) => traceHash)).size).toBe(SEEDS.length);
    const quiet = measureOf(runOf(id), "latencyMs");
    for (const run of shared) expect(Math.abs(measureOf(run, "latencyMs") / quiet - 1)).toBeLessThan(0.02);
  });

  it("busy and idle time of every resource make up the elapsed time", () => {
    for (const threads of [1, 4, 8]) {
      const run = runOf(id, { set: { threads }, keep: "none" });
      for (const [name, { busyNs }] of Object.entries(run.resources)) {
        expect(Number.isInteger(busyNs), name).toBe(true);
        expect(busyNs, name).toBeGreaterThanOrEqual(0);
        expect(busyNs, name).toBeLessThanOrEqual(run.elapsedNs);
      }
    }
  });

  it("busy time is what the spans of each processor add up to", () => {
    const run = runOf(id, { set: { threads: 5, calls: 100 } });
    const { spans, tracks } = run.trace;
    for (const [index, track] of tracks.entries()) {
      if (track.kind !== "processor") continue;
      let sum = 0;
      for (let row = 0; row < spans.count; row++) {
        if (spans.track[row] === index) sum += (spans.end[row] ?? 0) - (spans.start[row] ?? 0);
      }
      const name = `${track.machine}.cpu${track.name.slice(-1)}`;
      const open = run.resources[name]?.busyNs ?? NaN;
      // A turn of work that the end of the run cut short is busy time, but no span yet.
      expect(open - sum, name).toBeGreaterThanOrEqual(0);
      expect(open - sum, name).toBeLessThan(3_100_000);
    }
  });
});

describe.each(experiments.filter(({ paper }) => paper === "flexrpc").map(({ id }) => id))("%s", (id) => {
  it("gives the same hash and measures when run again, with any seed: there is no chance in it", () => {
    const first = runOf(id);
    for (const seed of [1, 2]) {
      const second = runOf(id, { seed });
      expect(second.traceHash).toBe(first.traceHash);
      expect(second.measures).toEqual(first.measures);
      expect(second.resources).toEqual(first.resources);
    }
  });

  it("gives the same hash and measures however much of the trace is kept", () => {
    const whole = runOf(id);
    for (const keep of ["none", { calls: 1 }] as const) {
      const part = runOf(id, { keep });
      expect(part.traceHash).toBe(whole.traceHash);
      expect(part.measures).toEqual(whole.measures);
    }
  });

  it("busy time of every processor is what its spans add up to, and of no link longer than the run", () => {
    const run = runOf(id);
    const { spans, tracks } = run.trace;
    for (const [name, { busyNs }] of Object.entries(run.resources)) {
      expect(Number.isInteger(busyNs), name).toBe(true);
      expect(busyNs, name).toBeLessThanOrEqual(run.elapsedNs);
      const track = tracks.findIndex(({ machine, kind }) => kind === "processor" && `${machine}.cpu` === name);
      if (track < 0) continue;
      let sum = 0;
      for (let row = 0; row < spans.count; row++) {
        if (spans.track[row] === track) sum += (spans.end[row] ?? 0) - (spans.start[row] ?? 0);
      }
      // A turn of work that the end of the run cut short is busy time, but no span yet.
      expect(busyNs - sum, name).toBeGreaterThanOrEqual(0);
      expect(busyNs - sum, name).toBeLessThan(200_000);
    }
  });
});

describe("how far a run is", () => {
  it.each(experiments.map((experiment) => [experiment.id, experiment] as const))(
    "%s: it rises to all of it, and telling it changes nothing",
    (_, experiment) => {
      const told: number[] = [];
      const options = { keep: "none", progress: (share: number) => void told.push(share) } as const;
      const run = experiment.run(defaultsOf(experiment), 1, [], options);
      expect(run.traceHash).toBe(runOf(experiment.id, { keep: "none" }).traceHash);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(told[0]).toBeGreaterThan(0);
      expect(told.at(-1)).toBe(1);
    },
  );

  it("is told of each request and each reply of a call to many", () => {
    const told: number[] = [];
    const { run } = experimentOf("multirpc/callback-break");
    const set = { ...defaultsOf(experimentOf("multirpc/callback-break")), workstations: 200, deadFraction: 0.01 };
    run(set, 1, [], { keep: "none", progress: (share) => void told.push(share) });
    expect(told).toHaveLength(400);
  });
});
