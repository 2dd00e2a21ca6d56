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

it("the silence before the first call is no part of how long its request takes to leave", () => {
  for (const [setup, ms] of [
    ["open", 0],
    ["tls-1.3", 100],
  ] as const) {
    const { requestMs } = measuresOf({ setup, calls: 3, idleMs: 2000, lossShare: 0, bytes: 1000 });
    expect(Number(requestMs?.value), setup).toBeCloseTo(ms, 0);
  }
});

it("models speak of losses where there are many, and near the run", () => {
  const few = measuresOf({ bytes: 1_000_000, lossShare: 0.01 }); // seven, in the mean
  expect([few["modelMbps"]?.value, few["modelWindow"]?.value]).toEqual([null, null]);
  const many = measuresOf({ bytes: 5_000_000, lossShare: 0.01, losses: "periodic" });
  expect(Number(many["modelMbps"]?.value) / Number(many["goodputMbps"]?.value)).toBeCloseTo(1, 1);
});

it("a call that waits for ever has no end", () => {
  const { totalMs, failedCalls } = measuresOf({ lossShare: 0.5, retries: 1 });
  expect([totalMs?.value, failedCalls?.value]).toEqual([null, 0]);
});

it("a small window of the receiver puts off the collapse of a read from many servers", () => {
  const incast = experimentOf("tcp/incast");
  const goodput = (windowKB: number): number => {
    const set = { congestion: "reno", initialWindow: 3, growsBy: "acknowledgements", tailProbe: "off", calls: 8 };
    const whole = withDefaults(incast, { ...set, servers: 4, windowKB });
    return Number(incast.run(whole, 1, [], { keep: "none" }).measures["goodputMbps"]?.value);
  };
  expect(goodput(29)).toBeGreaterThan(850);
  expect(goodput(6144)).toBeLessThan(400);
});

it.each([
  [1, 1, 0],
  [12, 1, 1],
  [12, 200, 1],
])("with %d servers and a least time-out of %d ms a block is held up %d times", (servers, minRtoMs, stalls) => {
  const incast = experimentOf("tcp/incast");
  const whole = withDefaults(incast, { servers, minRtoMs, calls: 1, windowKB: 32, portKB: 128 });
  expect(incast.run(whole, 1, [], { keep: "none" }).measures["stalls"]?.value).toBe(stalls);
});

it("no block is held up by a time-out where none went off, however long a round trip is", () => {
  const incast = experimentOf("tcp/incast");
  const { stalls, timeouts } = incast.run(withDefaults(incast, { rttMs: 10 }), 1, [], { keep: "none" }).measures;
  expect([stalls?.value, timeouts?.value]).toEqual([0, 0]);
});

it("a message on a stream of its own is whole, though the client writes by two calls", () => {
  const set = { connections: "streams", writes: "2", calls: 12, callers: 4, bytes: 4000, lossShare: 0.1 };
  expect(measuresOf(set)["failedCalls"]?.value).toBe(0);
});
