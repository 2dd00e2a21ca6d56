import { describe, expect, it } from "vitest";
import { NO_REF, refRow, refTable, type Ref, type TraceData } from "../kernel/trace-data.ts";
import { compareCalls } from "./compare.ts";
import { runOf } from "./testing.ts";
import type { Run } from "./types.ts";

const latency = ({ trace }: Run, call: number): number =>
  (trace.calls.end[call - 1] ?? 0) - (trace.calls.start[call - 1] ?? 0);

const stepOf = (trace: TraceData, ref: Ref): string | undefined =>
  refTable(ref) === "packet"
    ? trace.packetKinds[trace.packets.kind[refRow(ref)] ?? -1]
    : trace.steps[trace.spans.step[refRow(ref)] ?? -1]?.name;

const FEW = { calls: 10 };

describe("two runs side by side", () => {
  const base = runOf("firefly/null", { set: FEW });

  it("are the same where nothing differs", () => {
    const comparison = compareCalls(base.trace, runOf("firefly/null", { set: FEW, seed: 2 }).trace, 3);
    expect(comparison.delta).toBe(0);
    expect(comparison.divergence).toBeNull();
    expect(comparison.segments.every(({ delta }) => delta === 0)).toBe(true);
  });

  it.each([
    ["another network", runOf("firefly/null", { set: { ...FEW, networkMbps: 100 } })],
    ["a lost result", runOf("firefly/null", { set: FEW, faults: ["drop result#1"] })],
    ["a duplicate", runOf("firefly/null", { set: FEW, faults: ["duplicate call#1"] })],
    ["another procedure", runOf("firefly/max-result", { set: FEW })],
    ["other threads", runOf("firefly/null", { set: { ...FEW, threads: 4 } })],
  ])("differ by segments that sum to the difference: %s", (_what, other) => {
    for (const call of [1, 2, 5]) {
      const { segments, delta } = compareCalls(base.trace, other.trace, call);
      expect(delta).toBe(latency(other, call) - latency(base, call));
      const sum = (side: "a" | "b"): number => segments.reduce((total, s) => total + (s[side]?.nanos ?? 0), 0);
      expect([sum("a"), sum("b")]).toEqual([latency(base, call), latency(other, call)]);
    }
  });

  it("part at the packet that one of them loses", () => {
    const lossy = runOf("firefly/null", { set: FEW, faults: ["drop result#1"] });
    const { divergence } = compareCalls(base.trace, lossy.trace, 1);
    expect(divergence?.what).toBe("another fate");
    expect(stepOf(base.trace, divergence?.a ?? NO_REF)).toBe("result");
    expect(stepOf(lossy.trace, divergence?.b ?? NO_REF)).toBe("result");
  });

  it("part at the first step that takes another time", () => {
    const fast = runOf("firefly/null", { set: { ...FEW, networkMbps: 100 } });
    const { divergence } = compareCalls(base.trace, fast.trace, 1);
    expect(divergence?.what).toBe("another duration");
    expect(stepOf(base.trace, divergence?.a ?? NO_REF)).toMatch(/Controller sends|Transmission time|call/);
  });

  it("pair each row at most once, with a row of the same step", () => {
    const other = runOf("firefly/max-result", { set: FEW });
    const { partnerInB, partnerInA } = compareCalls(base.trace, other.trace, 2);
    expect(partnerInB.size).toBeGreaterThan(20);
    expect(partnerInA.size).toBe(partnerInB.size);
    for (const [a, b] of partnerInB) {
      expect(partnerInA.get(b)).toBe(a);
      expect(stepOf(other.trace, b)).toBe(stepOf(base.trace, a));
    }
  });
});
