/** MultiRPC over multicast, which Section VIII proposes: what one packet in place of n saves, and what it leaves. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { Run } from "../types.ts";

/** What the paper’s model tends to with one request for all, at 10 ms (model.py, multicast_limit). */
const LIMIT = 9.15;
const CALLEES = 5;
const WAYS = ["multirpc", "multirpc-multicast"] as const;
const call = (way: (typeof WAYS)[number], faults: readonly string[] = [], set = {}): Run =>
  runOf("many/call", { set: { way, callees: CALLEES, ...set }, faults, keep: "none" });

describe("multicast below MultiRPC (Section VIII)", () => {
  it("future-multicast: the caller sends one packet, and the call means the same whatever is lost", () => {
    const [single, multi] = WAYS.map((way) => call(way));
    if (single === undefined || multi === undefined) throw new Error("There are two ways.");
    expect([measureOf(single, "callerPackets"), measureOf(multi, "callerPackets")]).toEqual([CALLEES, 1]);
    expect(measureOf(multi, "msPerCall")).toBeLessThan(measureOf(single, "msPerCall"));
    for (const fault of ["drop request#1", "drop reply#1", "duplicate request#1 by 2ms"]) {
      for (const way of WAYS) {
        const run = call(way, [fault]);
        const told = ["answered", "leastExecutions", "mostExecutions", "failedCalls"].map((name) =>
          measureOf(run, name),
        );
        expect(told, `${way}, ${fault}`).toEqual([CALLEES, 1, 1, 0]);
      }
    }
  });

  it("names a dead server in both ways", () => {
    for (const way of WAYS) expect(measureOf(call(way, [], { dead: 1 }), "namedDead"), way).toBe(1);
  });

  it("brings replies of many at one moment, which a full interface loses", () => {
    const lost = WAYS.map((way) => measureOf(call(way, [], { callees: 20 }), "repliesLost"));
    expect(lost[0]).toBe(0);
    expect(lost[1]).toBeGreaterThan(0);
  });

  it("future-multicast: on RT-PCs twenty calls are faster than single requests ever are, and below the limit", () => {
    const speedup = (sending: string, servers: number): number =>
      measureOf(runOf("multirpc/call", { set: { sending, servers, trials: 2 }, keep: "none" }), "speedup");
    const [single, multicast] = [speedup("single", 20), speedup("multicast", 20)];
    expect(multicast).toBeGreaterThan(1.5 * single);
    expect(multicast).toBeLessThan(LIMIT);
    expect(speedup("multicast", 1)).toBe(speedup("single", 1));
  });

  it("never reaches the model’s limit with many servers: their replies come at once, and the client loses some", () => {
    const many = { servers: 100, placement: "one-ring", socketBytes: 65_536, trials: 1 };
    const run = (sending: string): Run => runOf("multirpc/call", { set: { ...many, sending }, keep: "none" });
    expect(measureOf(run("single"), "droppedReplies")).toBe(0);
    expect(measureOf(run("multicast"), "droppedReplies")).toBeGreaterThan(10);
    expect(measureOf(run("multicast"), "speedup")).toBeLessThan(0.5 * LIMIT);
    expect(measureOf(run("multicast"), "replies")).toBe(100);
  });

  it("goes round a dead server as single requests do, and again in the next trial", () => {
    for (const sending of ["single", "multicast"]) {
      const run = runOf("multirpc/call", { set: { servers: 6, dead: 1, trials: 2, sending }, keep: "none" });
      expect([measureOf(run, "replies"), measureOf(run, "failures")], sending).toEqual([5, 1]);
    }
  });
});
