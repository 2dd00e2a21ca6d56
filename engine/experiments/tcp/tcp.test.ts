import { describe, expect, it } from "vitest";
import { withDefaults } from "../settings.ts";
import { experimentOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

const transfer = experimentOf("tcp/transfer");
const measuresOf = (set: ParamValues) => transfer.run(withDefaults(transfer, set), 1, [], { keep: "none" }).measures;

describe("calls of which each has a connection of its own", () => {
  const RENEWED: ParamValues = { calls: 6, reuse: "one", bytes: 1000, lossShare: 0, rttMs: 50 };

  it.each([
    ["tcp", 100],
    ["tls-1.3", 150],
    ["tls-1.2", 200],
  ])("all return, and pay for the set-up by %s each time: %d ms", (setup, ms) => {
    const { failedCalls, p50Ms, p99Ms } = measuresOf({ ...RENEWED, setup });
    expect(failedCalls?.value).toBe(0);
    for (const one of [p50Ms, p99Ms]) expect(Math.abs(Number(one?.value) - ms)).toBeLessThan(1);
  });

  it("all return though nobody answers the close of those before, which are given up", () => {
    const set = { ...RENEWED, setup: "tcp", serverMs: 3000, retries: 3 };
    const run = transfer.run(withDefaults(transfer, set), 1, ["lose 100% of close packets"], { keep: "none" });
    expect(run.measures["failedCalls"]?.value).toBe(0);
  });

  it("all return where losses come besides, at once and on six connections", () => {
    for (const connections of ["one", "six", "streams"])
      expect(
        measuresOf({ ...RENEWED, setup: "tcp", connections, callers: 4, calls: 20, lossShare: 0.1 })["failedCalls"]
          ?.value,
        connections,
      ).toBe(0);
  });
});

it("a message on a stream of its own is whole, though the client writes by two calls", () => {
  const set = { connections: "streams", writes: "2", calls: 12, callers: 4, bytes: 4000, lossShare: 0.1 };
  expect(measuresOf(set)["failedCalls"]?.value).toBe(0);
});
