/** Same inputs, same hash; chance enters where the description says so, and nowhere else. */
import { describe, expect, it } from "vitest";
import { FaultError } from "../faults/fault.ts";
import { fuzzCase } from "./fuzz-cases.ts";
import { experiments } from "./index.ts";
import { defaultsOf } from "./settings.ts";
import { experimentOf, measureOf, runOf } from "./testing.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { Experiment, ParamValues, Run, RunOptions } from "./types.ts";

/** Random runs, each of which is made twice. */
const CASES = 16;
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

/** Runs quick enough to be made several times: fewer repetitions and machines than the defaults have. */
const FEW: Readonly<Record<string, number>> = {
  ...{ calls: 20, trials: 2, workstations: 10 },
  ...{ seconds: 3, loadPerS: 200, bytes: 100_000, blockKB: 32 }, // crowds and transfers of today
};
const setOf = ({ params }: Experiment): ParamValues =>
  Object.fromEntries(
    Object.entries(FEW)
      .filter(([key]) => params[key]?.kind === "number")
      .map(([key, value]) => [key, Math.min(value, (key === "calls" ? 2 : 1) * Number(params[key]?.default))]),
  );

describe.each(experiments.map((experiment) => [experiment.id, setOf(experiment)] as const))("%s", (id, set) => {
  const run = (seed = 1, keep: RunOptions["keep"] = "none"): Run => runOf(id, { set, seed, keep });
  const whole = run(1, "all");
  const expectSame = (again: Run): void => {
    expect(again.traceHash).toBe(whole.traceHash);
    expect(again.measures).toEqual(whole.measures);
    expect(again.resources).toEqual(whole.resources);
  };

  it("is the same where a part of the trace is kept, and tells its opening once: the first rows of the run", () => {
    const told: TraceData[] = [];
    expectSame(run(1, { calls: 7, opening: { calls: 1, tell: (trace) => told.push(trace) } }));
    expect(told).toHaveLength(whole.trace.calls.outcome[0] === 0 ? 0 : 1);
    for (const { spans, packets, calls, elapsed, machineWords } of told) {
      expect(elapsed).toBe(whole.trace.calls.end[0]);
      expect(calls.end[0]).toBe(elapsed);
      expect(spans.count).toBeGreaterThan(0);
      expect(spans.start).toEqual(whole.trace.spans.start.slice(0, spans.count));
      expect(spans.step).toEqual(whole.trace.spans.step.slice(0, spans.count));
      expect(packets.departs).toEqual(whole.trace.packets.departs.slice(0, packets.count));
      expect(machineWords).toEqual(whole.trace.machineWords);
    }
  });

  it("is the same where no trace is kept, after a run that was ended from within, and tells how far it is", () => {
    const enough = (): never => {
      throw new Error("enough");
    };
    expect(() => {
      run(1, { calls: 7, opening: { calls: 1, tell: enough } });
      enough(); // a call that does not end tells no opening
    }).toThrow("enough");
    const told: number[] = [];
    expectSame(runOf(id, { set, keep: "none", progress: (share) => void told.push(share) }));
    expect(told, "how far it is").toEqual(told.toSorted((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(1);
  });

  it("gives one hash with any seed where it draws no random number, and others where it draws some", () => {
    const others = whole.draws === 0 ? SEEDS.slice(1, 2) : SEEDS.slice(1, 4);
    const hashes = new Set([whole.traceHash, ...others.map((seed) => run(seed).traceHash)]);
    if (whole.draws === 0) expect(hashes.size).toBe(1);
    else expect(hashes.size).toBeGreaterThan(1);
  });

  it("keeps each resource busy for a whole number of nanoseconds and no longer than the run", () => {
    for (const [name, { busyNs }] of Object.entries(whole.resources)) {
      expect(Number.isInteger(busyNs), name).toBe(true);
      expect(busyNs, name).toBeGreaterThanOrEqual(0);
      expect(busyNs, name).toBeLessThanOrEqual(whole.elapsedNs);
    }
  });

  it("keeps each processor busy for as long as its spans until the last answer, and a turn of work amid it", () => {
    const { spans, tracks } = whole.trace;
    let processors = 0;
    const longest = Math.max(...spans.end.slice(0, spans.count).map((end, row) => end - (spans.start[row] ?? NaN)));
    for (const [index, { machine, kind, name }] of tracks.entries()) {
      if (kind !== "processor") continue;
      const known = [`${machine}.cpu`, `${machine}.cpu${name.slice(-1)}`].filter((one) =>
        Object.hasOwn(whole.resources, one),
      );
      const busy = whole.resources[known[0] ?? ""]?.busyNs;
      if (busy === undefined) continue;
      processors++;
      let sum = 0;
      for (let row = 0; row < spans.count; row++) {
        const hasEnded = (spans.end[row] ?? NaN) <= whole.elapsedNs;
        if (spans.track[row] === index && hasEnded) sum += (spans.end[row] ?? NaN) - (spans.start[row] ?? NaN);
      }
      expect(busy - sum, `${machine} ${name}`).toBeGreaterThanOrEqual(0);
      expect(busy - sum, `${machine} ${name}`).toBeLessThanOrEqual(longest);
    }
    // Workers of a service are no processors: how busy they were is told in the mean of a server.
    const hasProcessors = Object.keys(whole.resources).some((name) => name.includes(".cpu"));
    expect(processors > 0).toBe(hasProcessors);
  });
});

describe.each(experiments.filter(({ params }) => Object.hasOwn(params, "segment")).map(({ id }) => id))("%s", (id) => {
  it("one thread on a private segment: ten seeds, one hash", () => {
    const hashes = SEEDS.map((seed) => runOf(id, { set: { calls: 100 }, seed, keep: "none" }).traceHash);
    expect(new Set(hashes).size).toBe(1);
  });

  it("a shared segment with traffic: hashes differ, mean latency stays within 2 %", () => {
    const shared = SEEDS.map((seed) => runOf(id, { set: { segment: "shared" }, seed, keep: "none" }));
    expect(new Set(shared.map(({ traceHash }) => traceHash)).size).toBe(SEEDS.length);
    const quiet = measureOf(runOf(id), "latencyMs");
    for (const run of shared) expect(Math.abs(measureOf(run, "latencyMs") / quiet - 1)).toBeLessThan(0.02);
  });

  it.each([3, 4, 8])(
    "%i threads keep no resource busy for longer than the run, whatever is kept of the trace",
    (threads) => {
      const whole = runOf(id, { set: { threads, calls: 300 } });
      for (const { busyNs } of Object.values(whole.resources)) expect(busyNs).toBeLessThanOrEqual(whole.elapsedNs);
      const part = runOf(id, { set: { threads, calls: 300 }, keep: { calls: 7 } });
      expect([part.traceHash, part.measures]).toEqual([whole.traceHash, whole.measures]);
    },
  );
});

it("every measure is the same however much of the trace is kept, whatever befalls the run", () => {
  for (let number = 0; number < CASES; number++) {
    const { experiment, parameters, seed, faults } = fuzzCase(number);
    const measures = (["all", "none"] as const).map((keep) => {
      try {
        return experiment.run(parameters, seed, faults, { keep }).measures;
      } catch (error) {
        if (error instanceof FaultError) return error.message; // the experiment refuses the script
        throw error;
      }
    });
    expect(measures[1], `${experiment.id}, case ${number}`).toEqual(measures[0]);
  }
});

describe("how far a run is", () => {
  it("is told of each request and each reply of a call to many", () => {
    const told: number[] = [];
    const { run } = experimentOf("multirpc/callback-break");
    const set = { ...defaultsOf(experimentOf("multirpc/callback-break")), workstations: 200, deadFraction: 0.01 };
    run(set, 1, [], { keep: "none", progress: (share) => void told.push(share) });
    expect(told).toHaveLength(400);
  });
});
