/** What the paper says of other ways to call many (§VII) and of multicast (§VIII), tried on runs of all of them. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const many = (way: string, set: ParamValues = {}, faults: readonly string[] = []): Run =>
  runOf("many/call", { set: { way, ...set }, faults, keep: "none" });
const measure = (name: string, ...run: Parameters<typeof many>): number => measureOf(many(...run), name);
/** One callee computes for a minute, another one is dead. */
const SLOW_AND_DEAD = { slow: 1, dead: 1 };
const A_MINUTE = 60_000;

describe("other ways to call many, by the paper", () => {
  it("related-sun-broadcast: servers must register, replies come again, and a dead one is never named", () => {
    const registered = runOf("sun-rpc/broadcast", { set: { machines: 10, servers: 5 }, keep: "none" });
    expect(measureOf(registered, "answered")).toBe(5);
    expect(measure("mostExecutions", "sun-broadcast")).toBe(6);
    expect(measure("namedDead", "sun-broadcast", { dead: 1 })).toBe(0);
    expect(measure("mostExecutions", "multirpc")).toBe(1);
    expect(measure("namedDead", "multirpc", { dead: 1 })).toBe(1);
  });

  it("related-v-gipc: Send to a group returns at the first reply, repeats nothing, and loses replies that meet", () => {
    const alone = { wanted: 1 };
    expect(measure("msPerCall", "v-group", alone)).toBe(measure("firstMs", "v-group", alone));
    expect(measure("answered", "v-group", alone)).toBe(1);
    // A member that misses the message stays without it.
    expect(measure("callerPackets", "v-group", { loss: 0.3 })).toBe(1);
    expect(measure("leastExecutions", "v-group", { loss: 0.3 })).toBe(0);
    // Twenty replies come together to a controller with four buffers.
    const together = { callees: 20, receiveBuffers: 4 };
    expect(measure("repliesLost", "v-group", together)).toBeGreaterThan(5);
    expect(measure("leastExecutions", "v-group", together)).toBe(1);
    expect(measure("answered", "v-group", together)).toBe(20 - measure("repliesLost", "v-group", together));
    expect(measure("repliesLost", "multirpc", together)).toBe(0);
  });

  it("related-long-computation: the broadcasts name nobody, MultiRPC tells the slow callee from the dead one", () => {
    for (const way of ["sun-broadcast", "v-group"]) {
      expect(measure("namedDead", way, SLOW_AND_DEAD), way).toBe(0);
      expect(measure("answered", way, SLOW_AND_DEAD), way).toBe(8);
    }
    for (const way of ["multirpc", "multirpc-multicast"]) {
      const run = many(way, SLOW_AND_DEAD);
      expect(
        ["namedDead", "wrongNames", "answered"].map((name) => measureOf(run, name)),
        way,
      ).toEqual([1, 0, 9]);
    }
  });

  it("related-circus: many-to-many, with collators alone to end a call, and probes that tell slow from dead", () => {
    const run = many("circus", SLOW_AND_DEAD);
    expect(["namedDead", "wrongNames", "answered"].map((name) => measureOf(run, name))).toEqual([1, 0, 9]);
    expect(measureOf(run, "msPerCall")).toBeGreaterThan(A_MINUTE);
    for (const [collator, answers] of [
      ["first-come", 1],
      ["majority", 6],
    ] as const) {
      const early = many("circus", { slow: 1, collator });
      expect(measureOf(early, "answered"), collator).toBe(answers);
      expect(measureOf(early, "msPerCall"), collator).toBeLessThan(1000);
      expect(measureOf(early, "leastExecutions"), collator).toBe(1);
    }
    expect(measure("msPerCall", "circus", { slow: 1, wanted: 1 })).toBeGreaterThan(A_MINUTE);
    // Each of two replicas of the caller sends to each callee, which runs the procedure once.
    const two = many("circus", { clients: "2" });
    expect(measureOf(two, "packets")).toBeGreaterThanOrEqual(2 * measureOf(many("circus"), "packets") - 2);
    expect(measureOf(two, "mostExecutions")).toBe(1);
  });

  it("related-gemini: a stream and a process for each callee, and a result statement that may end the call", () => {
    const bound = measure("msPerCall", "gemini");
    const opens = many("gemini", { bound: "call" });
    expect(measureOf(opens, "msPerCall")).toBeGreaterThan(bound + 30); // a process is forked, while others are called
    expect(measureOf(opens, "packets")).toBeGreaterThan(2 * 10); // and connections are opened
    const early = many("gemini", { slow: 1, wanted: 3 });
    expect([measureOf(early, "answered"), measureOf(early, "msPerCall") < 100]).toEqual([3, true]);
  });

  it("future-multicast: MultiRPC sends one packet in place of ten, and promises the same", () => {
    const [one, all] = [many("multirpc", { loss: 0.1 }), many("multirpc-multicast", { loss: 0.1 })];
    for (const name of ["answered", "leastExecutions", "mostExecutions", "namedDead"]) {
      expect(measureOf(all, name), name).toBe(measureOf(one, name));
    }
    expect(measure("callerPackets", "multirpc")).toBe(10);
    expect(measure("callerPackets", "multirpc-multicast")).toBe(1);
    expect(measure("msPerCall", "multirpc-multicast")).toBeLessThan(0.6 * measure("msPerCall", "multirpc"));
  });
});
