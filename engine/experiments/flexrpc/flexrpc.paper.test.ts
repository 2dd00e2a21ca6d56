/** What the FlexRPC paper says of its system, tried on the simulation. One test a claim, named by it. */
import { describe, expect, it } from "vitest";
import { waterfall } from "../../kernel/waterfall.ts";
import { cell, table } from "../../papers/index.ts";
import { crossings } from "../crossing.ts";
import { chartCurves, jobsOf, runJob } from "../sweep.ts";
import { defaultsOf } from "../settings.ts";
import { experimentOf, measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const ID = "flexrpc/multicast";
const KB = 1024;
const DEGREES = [1, 2, 3, 4, 5, 6, 7];

const parameter = (symbol: string): number =>
  cell({ paper: "flexrpc", table: "parameters", row: { symbol }, column: "value" }).value as number;
const stated = (key: string): number =>
  cell({ paper: "flexrpc", table: "text", row: { key }, column: "value" }).value as number;
const ALPHAS = table("flexrpc", "relay-efficiency").rows.map((row) => row["alpha"] as number);

const ran = (set: ParamValues): Run => runOf(ID, { set, keep: "none" });
const latency = (set: ParamValues): number => measureOf(ran(set), "latencyUs");
const deviation = (ours: number, theirs: number): number => ours / theirs - 1;

/** Equations (10) and, with every alpha 1, (11). */
function model(callees: number, argumentBytes: number, resultBytes: number, alphas = ALPHAS): number {
  const relayed = alphas.slice(0, callees - 1).reduce((product, alpha) => product / alpha, 1);
  const tA = parameter("tAPerByte") * argumentBytes;
  const tR = parameter("tRPerByte") * resultBytes;
  return tA * relayed + parameter("t0") * (callees - 1) + parameter("tp") + (tR * callees * (callees + 1)) / 2;
}
const ideal = (callees: number, argumentBytes: number, resultBytes: number): number =>
  model(callees, argumentBytes, resultBytes, Array<number>(7).fill(1));

const bytesOut = (run: Run, machine: string): number => run.resources[`${machine}.out`]?.bytes ?? NaN;

/** Of the straight line through the ends, and the largest distance of a point between from it. */
function line(points: readonly (readonly [number, number])[]): { readonly slope: number; readonly bend: number } {
  const [first = [0, 0], last = [1, 0]] = [points[0], points.at(-1)];
  const slope = (last[1] - first[1]) / (last[0] - first[0]);
  const bend = Math.max(...points.map(([x, y]) => Math.abs(y - first[1] - slope * (x - first[0]))));
  return { slope, bend };
}

describe("multicast calls (Sections I and II)", () => {
  const bulk = { callees: 7, argumentBytes: 64 * KB, resultBytes: 0 };
  const [serial, parallel] = [ran({ ...bulk, mode: "serial" }), ran({ ...bulk, mode: "parallel" })];

  it("serial-motive: along a chain the argument leaves the caller once, in parallel once for each callee", () => {
    expect(measureOf(serial, "callerBytes") / (64 * KB)).toBeLessThan(1.06);
    expect(measureOf(parallel, "callerBytes") / (64 * KB)).toBeGreaterThan(7);
    expect(measureOf(parallel, "callerBytes") / measureOf(serial, "callerBytes")).toBeCloseTo(7, 1);
  });

  it("parallel-caller-bandwidth: bulk data to n callees takes n tA at the caller, small arguments are fast", () => {
    const tA = parameter("tAPerByte") * bulk.argumentBytes;
    expect(measureOf(parallel, "latencyUs")).toBeGreaterThan(7 * tA);
    expect(measureOf(parallel, "latencyUs")).toBeLessThan(7 * tA * 1.2);
    const small = { ...bulk, argumentBytes: KB };
    expect(latency({ ...small, mode: "parallel" })).toBeLessThan(0.7 * latency({ ...small, mode: "serial" }));
  });

  it("serial-spreads: every link of the chain carries the argument once, the caller’s no more than the others", () => {
    const out = ["caller", "callee1", "callee2", "callee3", "callee4", "callee5", "callee6"].map((m) =>
      bytesOut(serial, m),
    );
    for (const bytes of out) expect(Math.abs(deviation(bytes, bulk.argumentBytes))).toBeLessThan(0.1);
    expect(bytesOut(parallel, "callee1")).toBeLessThan(0.1 * bulk.argumentBytes);
  });
});

describe("phases and results (Section III)", () => {
  const run = runOf(ID, { set: { callees: 3 } });

  it("phases: a callee forwards the argument, processes, forwards results, one after the other", () => {
    const { spans, steps, tracks } = run.trace;
    const times = (machine: string, step: string): number[] =>
      Array.from({ length: spans.count }, (_, row) => row)
        .filter(
          (row) => tracks[spans.track[row] ?? -1]?.machine === machine && steps[spans.step[row] ?? -1]?.name === step,
        )
        .map((row) => spans.start[row] ?? NaN);
    for (const machine of ["callee1", "callee2"]) {
      const [processed = NaN] = times(machine, "Process the call");
      const [passedOn = NaN] = times(machine, "Pass the results on");
      const segments = Math.ceil((32 * KB) / 1448);
      const before = times(machine, "Receive a segment").filter((at) => at < processed);
      expect(before).toHaveLength(segments); // the whole argument
      expect(passedOn).toBeGreaterThan(processed);
    }
    const way = waterfall(run.trace, 1).map(({ name, machine }) => `${machine} ${name}`);
    expect(way.indexOf("callee3 Process the call")).toBeGreaterThan(way.indexOf("callee2 Send a segment"));
  });

  it("results-buffered: no bundle leaves a callee before the one from behind is whole", () => {
    const { packets, packetKinds, tracks } = run.trace;
    const result = packetKinds.indexOf("result");
    const rows = Array.from({ length: packets.count }, (_, row) => row).filter((row) => packets.kind[row] === result);
    const of = (machine: string) => rows.filter((row) => tracks[packets.from[row] ?? -1]?.machine === machine);
    for (const [behind, before] of [
      ["callee3", "callee2"],
      ["callee2", "callee1"],
    ] as const) {
      const whole = Math.max(...of(behind).map((row) => packets.arrives[row] ?? NaN));
      const first = Math.min(...of(before).map((row) => packets.departs[row] ?? NaN));
      expect(first).toBeGreaterThan(whole);
    }
  });

  it("delta-zero: with one processing time everywhere nobody holds the results up; a slow callee may be free", () => {
    for (const processUs of [60, 140.4, 5000]) {
      const more = latency({ processUs }) - latency({ processUs: 140.4 });
      expect(more).toBeCloseTo(processUs - 140.4, -1); // that of the last callee, once
    }
    const usual = latency({});
    const slow = (slowCallee: number): number => latency({ slowCallee, slowMs: 5 }) - usual;
    expect([slow(1), slow(2)]).toEqual([0, 0]);
    expect(slow(7)).toBe(5000);
  });
});

describe("relay efficiency (Sections III and IV)", () => {
  const long = ran({ callees: 7, argumentBytes: 64 * KB, resultBytes: 0 });
  const alpha = (run: Run, callee: number): number => measureOf(run, `relayEfficiency${callee}`);
  const RELAYS = [1, 2, 3, 4, 5, 6];

  it("relay-efficiency: below 1 at every relay, whatever the size; there is none at the last callee", () => {
    for (const argumentBytes of [4 * KB, 32 * KB, 64 * KB, 1024 * KB]) {
      const run = ran({ callees: 7, argumentBytes, resultBytes: 0 });
      for (const callee of RELAYS) {
        expect(alpha(run, callee)).toBeGreaterThan(0);
        expect(alpha(run, callee)).toBeLessThanOrEqual(1);
      }
      expect(run.measures["relayEfficiency7"]?.value).toBeNull();
    }
  });

  it("relay-grows: toward 1 along the chain, because what comes in thins out", () => {
    const values = RELAYS.map((callee) => alpha(long, callee));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    const many = ran({ callees: 16, argumentBytes: 64 * KB, resultBytes: 0 });
    expect(alpha(many, 15)).toBeGreaterThan(0.99);
  });

  it.each(RELAYS)("alphas: the one of callee %i within 5 %, all six from one constant", (callee) => {
    expect(Math.abs(deviation(alpha(long, callee), ALPHAS[callee - 1] ?? NaN))).toBeLessThan(0.05);
  });

  it("alphas: in a long stream the constant gives 0.60 at the first", () => {
    expect(alpha(ran({ callees: 2, argumentBytes: 1024 * KB, resultBytes: 0 }), 1)).toBeCloseTo(ALPHAS[0] ?? NaN, 2);
  });
});

describe("bandwidth (Section IV, Figure 3(a))", () => {
  const experiment = experimentOf(ID);
  const figure = experiment.charts.find(({ id }) => id === "figure-3a");

  it("crossover-16k: at seven callees serial calls have the higher bandwidth above 16 KB and the lower below", () => {
    if (figure === undefined) throw new Error("There is no Figure 3(a).");
    const given = { parameters: defaultsOf(experiment), seed: 1, trials: 1, faults: [] };
    const curves = chartCurves(experiment, figure, given).map((curve) =>
      jobsOf(curve).map((job) => ({ x: Number(job.value), y: measureOf(runJob(experiment, job), figure.y) })),
    );
    const [parallel = [], serial = []] = curves;
    const found = crossings(parallel, serial);
    expect(found).toHaveLength(1);
    expect((found[0] ?? NaN) / KB).toBeCloseTo(stated("crossover"), 0);
    expect(serial.at(-1)?.y).toBeGreaterThan(1.3 * (parallel.at(-1)?.y ?? NaN));
    expect(parallel[1]?.y).toBeGreaterThan(1.25 * (serial[1]?.y ?? NaN));
  });

  it.each([2, 3, 4, 5, 6, 15, 31])("crossover-16k: predicted for %i callees, between 12 and 20 KB", (callees) => {
    const of = (mode: string) =>
      Array.from({ length: 9 }, (_, i) => i * 4 * KB).map((x) => ({
        x,
        y: latency({ callees, mode, argumentBytes: x, resultBytes: 0 }),
      }));
    const [first] = crossings(of("parallel"), of("serial"));
    expect((first ?? NaN) / KB).toBeGreaterThan(12);
    expect((first ?? NaN) / KB).toBeLessThan(20);
  });

  it("parallel-saturates: with the argument the caller’s link fills, to what its machine can feed it", () => {
    const use = [4, 16, 64, 1024].map((size) =>
      measureOf(ran({ mode: "parallel", argumentBytes: size * KB, resultBytes: 0 }), "callerLinkUse"),
    );
    expect(use).toEqual(use.toSorted((a, b) => a - b));
    expect(use[2]).toBeGreaterThan(80);
    expect(use[3]).toBeGreaterThan(94);
    expect(measureOf(ran({ argumentBytes: 64 * KB, resultBytes: 0 }), "callerLinkUse")).toBeLessThan(25);
  });
});

describe("latency (Section IV, Figures 3(b) to 3(d))", () => {
  const SIZES = [0, 8, 16, 24, 32, 40, 48, 56, 64].map((size) => size * KB);
  const against = (size: "argumentBytes" | "resultBytes", callees: number) => {
    const other = size === "argumentBytes" ? "resultBytes" : "argumentBytes";
    return line(SIZES.map((bytes) => [bytes, latency({ callees, [size]: bytes, [other]: 0 })] as const));
  };

  it("argument-linear: a straight line in the argument, of slope 1/B for one callee, steeper with every relay", () => {
    const lines = DEGREES.map((callees) => against("argumentBytes", callees));
    for (const { slope, bend } of lines) expect(bend / (slope * 64 * KB)).toBeLessThan(0.1); // of moderated interrupts
    const slopes = lines.map(({ slope }) => slope);
    expect(slopes).toEqual(slopes.toSorted((a, b) => a - b));
    expect(Math.abs(deviation(slopes[0] ?? NaN, parameter("tAPerByte")))).toBeLessThan(0.06);
    expect((slopes[6] ?? NaN) / (slopes[0] ?? NaN)).toBeGreaterThan(2.7); // "slightly", says the text (E-X04)
    expect((slopes[6] ?? NaN) / (slopes[0] ?? NaN)).toBeLessThan(3.3);
  });

  it("result-linear: a straight line in the result, whose slope grows with n (n + 1) / 2", () => {
    const lines = DEGREES.map((callees) => against("resultBytes", callees));
    for (const { slope, bend } of lines) expect(bend / (slope * 64 * KB)).toBeLessThan(0.06);
    for (const [i, { slope }] of lines.entries()) {
      const n = i + 1;
      const expected = (parameter("tRPerByte") * n * (n + 1)) / 2;
      expect(Math.abs(deviation(slope, expected)), `${n} callees`).toBeLessThan(0.06);
    }
  });

  it.each(DEGREES)(
    "model-effective: for 32 KB each way and %i callees, within 6 % of the model and above the ideal",
    (n) => {
      const took = latency({ callees: n });
      expect(deviation(took, model(n, 32 * KB, 32 * KB))).toBeGreaterThan(0);
      expect(deviation(took, model(n, 32 * KB, 32 * KB))).toBeLessThan(0.06);
      expect(took).toBeGreaterThan(ideal(n, 32 * KB, 32 * KB));
    },
  );

  it("parameters: an empty call takes tp, and each further callee t0 and the time of a longer list", () => {
    const took = DEGREES.map((callees) => latency({ callees, argumentBytes: 0, resultBytes: 0 }));
    expect(took[0]).toBe(parameter("tp"));
    for (const [i, us] of took.slice(1).entries()) {
      expect(us - (took[i] ?? NaN)).toBeGreaterThanOrEqual(parameter("t0"));
      expect(us - (took[i] ?? NaN)).toBeLessThan(parameter("t0") + 2);
    }
  });

  describe("the excess of short messages over equation (10), a hop, as the notes state it", () => {
    const excess = (n: number, argumentBytes: number, resultBytes: number, rest: ParamValues = {}): number =>
      (latency({ callees: n, argumentBytes, resultBytes, ...rest }) - model(n, argumentBytes, resultBytes)) / n;

    it("is at 1 KB the second link’s 8 ns a byte less the 0.9 that the equation has more than the first", () => {
      expect(excess(1, KB, 0)).toBeCloseTo((KB * (2 * 8 - 8.9)) / 1000, 1);
      expect(excess(1, 0, KB)).toBeCloseTo((KB * (2 * 8 - 8.9)) / 1000, 1);
      expect(excess(7, KB, 0)).toBeCloseTo(13, 0);
    });

    it("is 20 to 27 us where a second segment is just needed, and up to 49 with such a result as well", () => {
      const second = DEGREES.map((n) => excess(n, 1448, 0));
      expect(Math.min(...second)).toBeGreaterThan(19.5);
      expect(Math.max(...second)).toBeLessThan(27);
      const both = excess(7, 1448, 1448);
      expect(both).toBeLessThan(49.5);
      expect((7 * both) / model(7, 1448, 1448)).toBeLessThan(0.255);
    });

    it("is 11 to 24.5 us from 4 to 32 KB, at most 8 of it by interrupts that are held back", () => {
      for (const size of [4, 8, 16, 32].map((n) => n * KB)) {
        for (const n of [1, 2, 3, 5, 7]) {
          const usual = excess(n, size, 0);
          expect(usual).toBeGreaterThan(11);
          expect(usual).toBeLessThan(24.5);
          expect(usual - excess(n, size, 0, { moderationUs: 0 })).toBeLessThan(8);
        }
      }
    });
  });

  it("platform: eight machines, one of them the caller, and no more than seven callees behind one switch", () => {
    const { trace, resources } = runOf(ID, { set: { argumentBytes: KB, resultBytes: KB } });
    const machines = new Set(trace.tracks.map(({ machine }) => machine).filter((name) => name !== ""));
    expect(machines.size).toBe(stated("nodes"));
    expect(experimentOf(ID).params["callees"]?.default).toBe(stated("maxDegree"));
    expect(Object.keys(resources).filter((name) => name.startsWith("trunk"))).toEqual([]);
  });
});
