/** The experiments with MultiRPC: their measures, and that chance enters where it is asked for and nowhere else. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const ID = "multirpc/call";
const QUICK = { trials: 2 };

describe("a run", () => {
  it("with constant service times takes MultiRPC nearly as long whatever the seed, with exponential ones not", () => {
    const took = (distribution: string): readonly number[] =>
      [1, 2, 3].map((seed) =>
        measureOf(runOf(ID, { set: { ...QUICK, distribution }, seed, keep: "none" }), "multiRpcMs"),
      );
    const spread = (values: readonly number[]): number => Math.max(...values) / Math.min(...values) - 1;
    expect(spread(took("constant"))).toBeLessThan(0.01);
    expect(spread(took("exponential"))).toBeGreaterThan(0.01);
  });

  it("gives the interval of ten trials by Student’s t, and none of one", () => {
    const ten = runOf(ID, { set: { distribution: "exponential", trials: 10 }, keep: "none" });
    const half = (2.262 * measureOf(ten, "multiRpcSdMs")) / Math.sqrt(10);
    expect(measureOf(ten, "multiRpcHalfMs")).toBeCloseTo(half, 6);
    expect(runOf(ID, { set: { trials: 1 }, keep: "none" }).measures["multiRpcHalfMs"]?.value).toBeNull();
  });

  it("measures both ways to call whatever its mode is, and its own time by its mode", () => {
    const runs = ["multi", "iterative"].map((mode) => runOf(ID, { set: { ...QUICK, mode }, keep: "none" }));
    const [multi, iterative] = runs.map((run) =>
      ["multiRpcMs", "rpc2Ms", "speedup"].map((name) => measureOf(run, name)),
    );
    expect(multi).toEqual(iterative);
    expect(runs.map((run) => measureOf(run, "elapsedMs"))).toEqual(multi?.slice(0, 2));
    expect(measureOf(runOf(ID, { set: { ...QUICK, mode: "threads" }, keep: "none" }), "elapsedMs")).toBeLessThan(
      iterative?.[1] ?? 0,
    );
  });

  it.each(["multi", "iterative", "threads"])(
    "tells how far it is, from the first request to the last result: %s",
    (mode) => {
      for (const set of [{}, { waitFor: 3 }, { dead: 2 }, { timeoutMs: 60 }]) {
        const told: number[] = [];
        const progress = (share: number): void => void told.push(share);
        const run = runOf(ID, { set: { ...QUICK, mode, ...set }, keep: "none", progress });
        expect(told.length).toBeGreaterThan(30);
        expect(told).toEqual(told.toSorted((a, b) => a - b));
        expect(told[0]).toBeLessThan(0.05);
        expect(told.at(-1)).toBeGreaterThan(0.6);
        expect(Math.max(...told)).toBeLessThanOrEqual(1);
        expect(run.traceHash).toBe(runOf(ID, { set: { ...QUICK, mode, ...set }, keep: "none" }).traceHash);
      }
    },
  );

  it("says of a fault that meets nothing that it was not used, and refuses one that cannot be meant", () => {
    const run = runOf(ID, { set: QUICK, faults: ["drop request#9 send 2", "drop reply#1"], keep: "none" });
    expect(run.unusedFaults).toEqual(["drop request#9 send 2"]);
    expect(() => runOf(ID, { faults: ["crash server11 at 1ms"] })).toThrow(/want server1 to server10/);
  });

  it("takes as many dead servers as there are, and counts each as a failure", () => {
    const run = runOf(ID, { set: { trials: 1, servers: 3, dead: 5000 }, keep: "none" });
    expect([measureOf(run, "replies"), measureOf(run, "failures")]).toEqual([0, 3]);
  });

  it("counts the client’s work until the program has enough, as its time", () => {
    const set = { mode: "threads", trials: 2, servers: 5, computeMs: 0, waitFor: 1 };
    const run = runOf("multirpc/call", { set, keep: "none" });
    expect(measureOf(run, "clientIdleMs")).toBeGreaterThanOrEqual(0);
    expect(measureOf(run, "clientIdleMs")).toBeLessThan(measureOf(run, "elapsedMs"));
  });

  it("accounts for a packet lost: retries and replies lost are counted, and the client idles", () => {
    const quiet = runOf(ID, { set: { trials: 1 }, keep: "none" });
    const lossy = runOf(ID, { set: { trials: 1 }, faults: ["drop reply#1"], keep: "none" });
    expect(measureOf(quiet, "packets")).toBe(20);
    expect(measureOf(lossy, "packets")).toBe(22);
    expect(measureOf(lossy, "droppedReplies")).toBe(1);
    expect(measureOf(lossy, "retriedPackets")).toBeCloseTo((100 * 2) / 22, 9);
    expect(measureOf(lossy, "clientIdleMs")).toBeGreaterThan(measureOf(quiet, "clientIdleMs") + 300);
  });
});

describe("sixty servers on one ring", () => {
  const lost = (set: ParamValues): number =>
    measureOf(
      runOf(ID, { set: { trials: 2, servers: 60, placement: "one-ring", ...set }, keep: "none" }),
      "droppedReplies",
    );

  it("lose replies to the socket, and none where it is read while sending, or holds more", () => {
    expect(lost({})).toBeGreaterThan(0);
    expect(lost({ yieldEvery: "1" })).toBe(0);
    expect(lost({ socketBytes: 8192 })).toBe(0);
  });

  it("and up to 247 cross no router; the rest of more stand elsewhere", () => {
    const routed = (servers: number): number => {
      const run = runOf(ID, { set: { trials: 1, servers, placement: "one-ring" }, keep: "none" });
      return run.resources["Router 0"]?.busyNs ?? NaN;
    };
    expect(routed(247)).toBe(0);
    expect(routed(249)).toBeGreaterThan(0);
  });
});

describe("a callback break", () => {
  const CALLBACK = "multirpc/callback-break";
  const told = (set: ParamValues, faults: readonly string[] = []): Run =>
    runOf(CALLBACK, { set, faults, keep: "none" });
  const MINUTE = 60_000;

  it("reaches a thousand workstations of which 1 % are dead, and takes none that lives for dead", () => {
    const run = told({ workstations: 1000 });
    expect(["told", "deadFound", "falseFailures"].map((name) => measureOf(run, name))).toEqual([990, 10, 0]);
    expect(measureOf(run, "elapsedMs")).toBeLessThan(2.5 * MINUTE);
  });

  it("of ten, three dead: MultiRPC needs the time of one silence, calls in turn that of three", () => {
    const set = { workstations: 10, deadFraction: 0.3 };
    const [multi, iterative, threads] = ["multi", "iterative", "threads"].map((mode) =>
      measureOf(told({ ...set, mode }), "elapsedMs"),
    );
    expect(multi).toBeGreaterThan(MINUTE);
    expect(multi).toBeLessThan(1.02 * MINUTE);
    expect(threads).toBeLessThan(1.02 * MINUTE);
    expect(iterative).toBeGreaterThan(3 * MINUTE);
    expect(iterative).toBeLessThan(3.02 * MINUTE);
  });

  it("with a limit returns at the limit: too short a one gives up living workstations, a longer one none", () => {
    const set = { workstations: 100, deadFraction: 0.03 };
    const [short, long] = [1000, 2500].map((timeoutMs) => told({ ...set, timeoutMs }));
    if (short === undefined || long === undefined) throw new Error("Two runs were asked for.");
    expect(measureOf(short, "falseFailures")).toBeGreaterThan(10);
    expect(measureOf(short, "falseFailures") + measureOf(short, "told")).toBe(97);
    expect([measureOf(long, "falseFailures"), measureOf(long, "told")]).toEqual([0, 97]);
    expect(measureOf(long, "elapsedMs")).toBeLessThan(2600);
  });

  it("does not take a workstation for a false failure that crashed on the way", () => {
    const run = told({ workstations: 5, deadFraction: 0, computeMs: 500 }, ["crash server2 at 100ms"]);
    expect(["told", "deadFound", "falseFailures"].map((name) => measureOf(run, name))).toEqual([4, 1, 0]);
  });

  it("draws the dead by the seed, and damage too", () => {
    const set = { workstations: 200, deadFraction: 0.1, lossPercent: 1 };
    const hashes = [1, 2].map((seed) => runOf(CALLBACK, { set, seed, keep: "none" }).traceHash);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(measureOf(told(set), "falseFailures")).toBe(0);
  });
});
