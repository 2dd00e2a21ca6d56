/** MultiRPC over multicast, which Section VIII proposes: what one packet in place of n saves, and what it leaves. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { Run } from "../types.ts";

const CALLEES = 5;
const WAYS = ["multirpc", "multirpc-multicast"] as const;
const call = (way: (typeof WAYS)[number], faults: readonly string[] = [], set = {}): Run =>
  runOf("many/call", { set: { way, callees: CALLEES, ...set }, faults, keep: "none" });

describe("multicast below MultiRPC (Section VIII)", () => {
  it("future-multicast: the caller sends one packet, and the call keeps its meaning with each packet lost in turn", () => {
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
});
