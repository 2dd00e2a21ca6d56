/** The ways to tell workstations of a change that the MultiRPC paper rejects (Section II), tried by runs. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf, type RunSettings } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const told = (set: ParamValues, settings: RunSettings = {}): Run =>
  runOf("multirpc/callback-ways", { keep: "none", ...settings, set });

const of = (set: ParamValues, ...names: readonly string[]): readonly number[] => {
  const run = told(set);
  return names.map((name) => measureOf(run, name));
};

const only = (set: ParamValues, name: string): number => measureOf(told(set), name);

describe("a broadcast", () => {
  it("motivation-broadcast-load: §II: every workstation takes in a packet for a file that it does not have", () => {
    expect(of({ way: "broadcast" }, "disturbed", "told")).toEqual([400, 100]);
    expect(of({ way: "multi" }, "disturbed", "disturbedMs", "told")).toEqual([0, 0, 100]);
    // Each of them spends the time of an interrupt, of input, of a wake-up, and of taking the packet in.
    expect(only({ way: "broadcast" }, "disturbedMs") / 400).toBeCloseTo(0.3 + 1 + 1.8 + 2.93, 6);
    expect(only({ way: "broadcast", campus: 5000 }, "disturbed")).toBe(4900);
  });

  it("motivation-broadcast-load: §II: it takes a packet on each subnet, and is quick", () => {
    const run = told({ way: "broadcast" }, { keep: "all" });
    const { packets, tracks } = run.trace;
    const subnets = Array.from({ length: packets.count }, (_, row) => tracks[packets.to[row] ?? -1]?.name);
    expect(subnets).toHaveLength(12);
    expect(new Set(subnets).size).toBe(12);
    expect(measureOf(run, "elapsedMs")).toBeLessThan(0.1 * only({ way: "multi" }, "elapsedMs"));
  });

  it("motivation-no-confirmation: §II: some workstations miss it, and the file server knows of none", () => {
    const lossy = { way: "broadcast", lossPercent: 1, workstations: 500 };
    const missed = [1, 2, 3, 4, 5].map((seed) => {
      const run = told(lossy, { seed });
      expect(measureOf(run, "known")).toBe(0);
      return 500 - measureOf(run, "told");
    });
    expect(Math.max(...missed)).toBeGreaterThan(0);
    expect(of({ way: "broadcast", deadFraction: 0.03 }, "told", "unknown")).toEqual([97, 100]);
    expect(of({ way: "multi", deadFraction: 0.03 }, "told", "unknown")).toEqual([97, 3]);
  });

  it("motivation-no-confirmation: §II: with calls for confirmation it costs what the calls cost, and its own", () => {
    const [known, packets = NaN, work = NaN] = of(
      { way: "broadcast", confirm: "calls" },
      "known",
      "packets",
      "workstationMs",
    );
    const [calls = NaN, alone = NaN] = of({ way: "multi" }, "packets", "workstationMs");
    expect(known).toBe(100);
    expect(packets).toBeGreaterThanOrEqual(calls + 12);
    expect(work).toBeGreaterThan(alone + 400 * 6);
  });
});

describe("multicast", () => {
  it("motivation-multicast-groups: §II: each replacement in a cache leaves a group and joins another", () => {
    const rate = only({ way: "multicast", watchS: 30 }, "membershipPerS");
    expect(rate / ((2 * 500 * 60) / 3600)).toBeCloseTo(1, 0);
    const twice = only({ way: "multicast", watchS: 30, campus: 1000 }, "membershipPerS");
    expect(twice / rate).toBeCloseTo(2, 0);
  });

  it("motivation-multicast-groups: §II: a large campus sends more of it than a file server can follow", () => {
    const [rate = NaN, behind = NaN, wrong] = of(
      { way: "multicast", campus: 1000, replacementsPerHour: 600, watchS: 5, cachedFiles: 5 },
      "membershipPerS",
      "membershipBehind",
      "wrongMembers",
    );
    expect(rate).toBeGreaterThan(250);
    expect(behind / (5 * rate)).toBeGreaterThan(0.1);
    expect(wrong).toBeGreaterThan(0);
    expect(only({ way: "multicast", campus: 100, workstations: 50 }, "membershipBehind")).toBeLessThan(3);
  });

  it("motivation-multicast-groups: §II: without interfaces that choose, all workstations look at its packets", () => {
    expect(of({ way: "multicast", filter: "software", watchS: 0 }, "disturbed", "told")).toEqual([400, 100]);
    expect(of({ way: "multicast", filter: "hardware", watchS: 0 }, "disturbed", "told")).toEqual([0, 100]);
  });

  it("motivation-no-confirmation: §II: multicast tells the file server nothing either", () => {
    expect(of({ way: "multicast", watchS: 0, deadFraction: 0.03 }, "told", "known")).toEqual([97, 0]);
  });
});

describe("threads", () => {
  it("motivation-threads: §II: they take their making and their stacks, and are no quicker than MultiRPC", () => {
    const [threads = NaN, bytes] = of({ way: "threads", workstations: 200 }, "elapsedMs", "threadBytes");
    expect(bytes).toBe(200 * 16_384);
    expect(threads).toBeGreaterThan(only({ way: "multi", workstations: 200 }, "elapsedMs"));
    expect(only({ way: "multi", workstations: 200 }, "threadBytes")).toBe(0);
  });
});
