/** Section 5 of the Firefly paper on the simulation: fewer processors, the race, and calls off the fast path. */
import { describe, expect, it } from "vitest";
import { lossOf } from "../../kernel/reads.ts";
import { cell } from "../../papers/index.ts";
import { marksOf, packetsOf } from "../../systems/testing.ts";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

/** "With the RPC Exerciser", and "with the swapped lines installed". */
const EXERCISER = { stubs: "exerciser", statementOrder: "swapped" };
const SEEDS = [1, 2];
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const measured = (id: string, set: ParamValues, measure: string, seeds = SEEDS): number =>
  mean(seeds.map((seed) => measureOf(runOf(id, { set, seed, keep: "none" }), measure)));

/** Seconds for a thousand calls of Null(), as Table X gives them; a second seed moves none by a hundredth. */
const tableX = (callerProcessors: number, serverProcessors: number): number =>
  measured("firefly/null", { callerProcessors, serverProcessors, ...EXERCISER }, "elapsedS", [1]);
const printedX = (callerProcessors: number, serverProcessors: number): number =>
  cell({
    paper: "firefly",
    table: "table-x",
    row: { callerProcessors, serverProcessors },
    column: "secondsPer1000",
  }).value as number;

const TABLE_X = [
  [5, 5],
  [4, 5],
  [3, 5],
  [2, 5],
  [1, 5],
  [1, 4],
  [1, 3],
  [1, 2],
  [1, 1],
] as const;

describe("Null() from one thread (Table X)", () => {
  it.each(TABLE_X)("processors-%i-%i: within 13 %, and within 8 % relative to five and five", (caller, server) => {
    const [ours, theirs] = [tableX(caller, server), printedX(caller, server)];
    expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.13);
    expect(Math.abs(ours / tableX(5, 5) / (theirs / printedX(5, 5)) - 1)).toBeLessThan(0.08);
  });

  it("processors-5to2: from five caller processors to two the latency rises only about 10 percent", () => {
    expect(tableX(2, 5) / tableX(5, 5)).toBeGreaterThan(1.05);
    expect(tableX(2, 5) / tableX(5, 5)).toBeLessThan(1.15);
  });

  it("processors-jump: one caller processor brings a sharp jump, about a third", () => {
    expect(tableX(1, 5) / tableX(2, 5)).toBeGreaterThan(1.25);
    expect(tableX(1, 5) / tableX(2, 5)).toBeLessThan(1.45);
  });

  it("processors-server: taking processors from the server looks much the same: most at the last one", () => {
    const alone = (server: number): number =>
      measured("firefly/null", { serverProcessors: server, ...EXERCISER }, "elapsedS");
    expect(alone(2) / tableX(2, 5)).toBeCloseTo(1, 1);
    expect(tableX(1, 1) - tableX(1, 2)).toBeGreaterThan(2 * (tableX(1, 2) - tableX(1, 5)));
  });

  it("processors-75: uniprocessors on both sides take about 75 percent longer", () => {
    expect(100 * (tableX(1, 1) / tableX(5, 5) - 1)).toBeGreaterThan(65);
    expect(100 * (tableX(1, 1) / tableX(5, 5) - 1)).toBeLessThan(85);
  });
});

describe("throughput of MaxResult (Table XI)", () => {
  const COLUMNS = [
    ["caller5server5", 5, 5],
    ["caller1server5", 1, 5],
    ["caller1server1", 1, 1],
  ] as const;
  const rate = (threads: number, callerProcessors: number, serverProcessors: number): number => {
    const set = { threads, callerProcessors, serverProcessors, calls: 500, ...EXERCISER };
    return measured("firefly/max-result", set, "throughputMbps", [1]);
  };

  it.each([1, 2, 3, 4, 5])("uni-throughput: with %i threads each column is within 15 %", (callerThreads) => {
    for (const [column, caller, server] of COLUMNS) {
      const printed = cell({ paper: "firefly", table: "table-xi", row: { callerThreads }, column }).value as number;
      expect(Math.abs(rate(callerThreads, caller, server) / printed - 1), column).toBeLessThan(0.15);
    }
  });

  it("uni-throughput: a pair of uniprocessors moves slightly more than half of what five processors do", () => {
    for (const threads of [3, 4, 5]) {
      const ratio = rate(threads, 1, 1) / rate(threads, 5, 5);
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(0.6);
    }
  });
});

describe("the race on uniprocessors", () => {
  const BUG = { callerProcessors: 1, serverProcessors: 1 };
  const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it("uni-20ms: Null() takes around 20 ms, 15 to 25 with each of ten seeds", () => {
    const means = TEN.map((seed) => measured("firefly/null", BUG, "latencyMs", [seed]));
    expect(Math.min(...means)).toBeGreaterThan(15);
    expect(Math.max(...means)).toBeLessThan(25);
  });

  it("uni-loss: about one packet a second is lost, 0.5 to 2 with each of ten seeds", () => {
    for (const seed of TEN) {
      const losses = measured("firefly/null", BUG, "lossesPerSecond", [seed]);
      expect(losses).toBeGreaterThan(0.5);
      expect(losses).toBeLessThan(2);
    }
  });

  it("retransmit-600: each lost result shows as lost, with its cause, and its call takes 600 ms longer", () => {
    const { trace, measures } = runOf("firefly/null", { set: { ...BUG, calls: 200 } });
    const packets = packetsOf(trace).map((packet, row) => ({ ...packet, loss: lossOf(trace, row) }));
    const lost = packets.filter(({ fate }) => fate === "lost");
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.map(({ kind, loss }) => `${kind}: ${loss}`)).toEqual(lost.map(() => "result: call not registered"));
    expect(marksOf(trace).filter(({ label }) => label === "call not registered").length).toBe(lost.length);
    for (const { call } of lost) {
      const took = ((trace.calls.end[call - 1] ?? NaN) - (trace.calls.start[call - 1] ?? NaN)) / 1e6;
      expect(took).toBeGreaterThan(600);
      expect(took).toBeLessThan(625);
    }
    expect(measures["failedCalls"]?.value).toBe(0);
    expect(measures["medianMs"]?.value).toBeLessThan(6);
  });

  it("fix-100us: with the statements swapped no packet is lost on uniprocessors", () => {
    for (const seed of SEEDS) {
      const run = runOf("firefly/null", { set: { ...BUG, statementOrder: "swapped" }, seed, keep: "none" });
      expect(measureOf(run, "lossesPerSecond")).toBe(0);
      expect(measureOf(run, "latencyMs")).toBeLessThan(5.5);
    }
  });

  it("needs a caller with one processor: with two, and with one at the server alone, nothing is lost", () => {
    for (const set of [{ callerProcessors: 2, serverProcessors: 2 }, { serverProcessors: 1 }]) {
      expect(measured("firefly/null", set, "lossesPerSecond")).toBe(0);
    }
  });
});

describe("off the fast path", () => {
  it("uni-reasons: on a uniprocessor calls go through the scheduler, and lock conflicts make some slow", () => {
    const one = runOf("firefly/max-result", { set: { callerProcessors: 1, threads: 3, calls: 300, ...EXERCISER } });
    expect(one.trace.steps.map(({ name }) => name)).toContain("Wait through the scheduler of one processor");
    expect(measureOf(one, "fastPathShare")).toBeLessThan(100);
    const five = runOf("firefly/max-result", { set: { threads: 3, calls: 300, ...EXERCISER } });
    expect(measureOf(five, "fastPathShare")).toBe(100);
  });

  it("fast-path-share: on five processors all calls of the tests take it, and on one more than 95 of 100 do", () => {
    expect(measured("firefly/null", { threads: 8 }, "fastPathShare")).toBe(100);
    expect(measured("firefly/null", { callerProcessors: 1, ...EXERCISER }, "fastPathShare")).toBeGreaterThan(95);
  });

  it("slow-path-when: a packet that is not RPC’s goes through the operating system, and no call does", () => {
    const run = runOf("firefly/null", { set: { calls: 400, foreignPackets: 200 } });
    const foreign = packetsOf(run.trace).filter(({ kind }) => kind === "other traffic");
    expect(foreign.length).toBeGreaterThan(100);
    expect(marksOf(run.trace).filter(({ label }) => label === "slow path").length).toBeGreaterThanOrEqual(
      foreign.filter(({ fate }) => fate === "ignored").length,
    );
    expect(foreign.filter(({ fate }) => fate === "ignored").length).toBeGreaterThan(0.9 * foreign.length);
    expect(measureOf(run, "fastPathShare")).toBe(100);
  });

  it("fast-path-condition: a call seconds after the last finds no server thread that waits for its caller", () => {
    const share = (pauseMs: number): number => measured("firefly/null", { calls: 5, pauseMs }, "fastPathShare", [1]);
    expect(share(4000)).toBe(100);
    expect(share(6000)).toBe(20); // the first call alone
  });
});
