import { describe, expect, it } from "vitest";
import { callTimes, quantile } from "./call-times.ts";
import { runSummary } from "./export/index.ts";
import { runOf } from "./testing.ts";

describe("the times of a run’s calls", () => {
  it("have quantiles by nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect([0.5, 0.95, 0.99].map((share) => quantile(hundred, share))).toEqual([50, 95, 99]);
    expect(quantile([7], 0.99)).toBe(7);
    expect(quantile([], 0.5)).toBeNull();
  });

  it("are those of all calls, whatever the trace keeps, and stand in the summary of a run", () => {
    const set = { calls: 200 };
    const faults = ["drop result#3"];
    const whole = runOf("firefly/null", { set, faults });
    const none = runOf("firefly/null", { set, faults, keep: "none" });
    const times = callTimes(none.trace);
    expect(times).toEqual(callTimes(whole.trace));
    expect(times.returned).toBe(200);
    expect(times.p99Ns).toBeLessThan(10e6);
    expect(times.mostNs).toBeGreaterThan(600e6); // the one whose result was sent again
    expect(times.meanNs).toBeCloseTo(Number(none.measures["latencyMs"]?.value) * 1e6, 0);
    expect(runSummary(none).callTimes).toEqual(times);
  });
});
