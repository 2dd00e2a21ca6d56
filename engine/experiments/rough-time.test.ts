import { describe, expect, it } from "vitest";
import { withDefaults } from "./settings.ts";
import { experiments } from "./index.ts";
import { experimentOf } from "./testing.ts";

const roughS = (id: string, set = {}): number => {
  const experiment = experimentOf(id);
  return (experiment.roughMs?.(withDefaults(experiment, set)) ?? 0) / 1000;
};

describe("what a run roughly takes to compute", () => {
  it("is little for every default, and known for all experiments that can take minutes", () => {
    for (const { id } of experiments) expect(roughS(id), id).toBeLessThan(1);
    expect(roughS("multirpc/call", { servers: 5000, trials: 100 })).toBeGreaterThan(300);
    expect(roughS("flexrpc/multicast", { callees: 64, argumentBytes: 2 ** 24, resultBytes: 2 ** 24 })).toBeGreaterThan(
      300,
    );
    expect(roughS("cedar/call", { calls: 12_000, serverMs: 3_600_000 })).toBeGreaterThan(30); // probes
    expect(roughS("flexrpc/gfs-push", { callees: 64, argumentBytes: 2 ** 24 })).toBeGreaterThan(5);
  });

  it("does not hold up the largest runs that a reader waits for: 100,000 calls, 5,000 workstations", () => {
    expect(roughS("firefly/null", { calls: 100_000 })).toBeLessThan(20);
    expect(roughS("multirpc/callback-break", { workstations: 5000 })).toBeLessThan(20);
  });
});
