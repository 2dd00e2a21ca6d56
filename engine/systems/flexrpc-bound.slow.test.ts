/** Equation (11) of the paper: its T_ideal is a lower bound of every serial call that buffers its results. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../protocols/testing/draws.ts";
import { latencyUs, run } from "./flexrpc/testing.ts";

const KB = 1024;
const MB = 1024 * KB;

/** tA + t0 (n - 1) + tp + tR n(n + 1)/2, with the parameters of Section IV, in microseconds. */
const ideal = (callees: number, argumentBytes: number, resultBytes: number): number =>
  0.0089 * argumentBytes + 154.37 * (callees - 1) + 140.4 + (0.0089 * resultBytes * callees * (callees + 1)) / 2;

const took = (callees: number, argumentBytes: number, resultBytes: number): number =>
  latencyUs(run({ callees, argumentBytes, resultBytes }, [], "none"));

/** Sizes at and around whole packets, small ones, and any. */
const size = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.nat(3000),
    fc
      .tuple(fc.integer({ min: 1, max: Math.max(1, Math.floor(most / 1448)) }), fc.integer({ min: -40, max: 40 }))
      .map(([packets, more]) => Math.min(most, packets * 1448 + more)),
    fc.nat(most),
  );

describe("T_ideal", () => {
  it("bounds every serial call with equal processing times: up to seven callees, up to 1 MB", () => {
    const callees = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(callees, size(MB), size(128 * KB), (n, argumentBytes, resultBytes) => {
        expect(took(n, argumentBytes, resultBytes)).toBeGreaterThanOrEqual(ideal(n, argumentBytes, resultBytes));
      }),
      { numRuns: draws(60) },
    );
  });

  it("bounds those to many callees: up to 64, at two switches", () => {
    const callees = fc.integer({ min: 8, max: 64 });
    fc.assert(
      fc.property(callees, size(128 * KB), size(4 * KB), (n, argumentBytes, resultBytes) => {
        expect(took(n, argumentBytes, resultBytes)).toBeGreaterThanOrEqual(ideal(n, argumentBytes, resultBytes));
      }),
      { numRuns: draws(25) },
    );
  });

  it.each([
    [1, 16 * MB, 0],
    [1, 0, 16 * MB],
    [3, 16 * MB, MB],
  ])("bounds a call to %i with %i bytes there and %i back", (n, argumentBytes, resultBytes) => {
    expect(took(n, argumentBytes, resultBytes)).toBeGreaterThanOrEqual(ideal(n, argumentBytes, resultBytes));
  });

  it("is what a call to one callee takes but for its packets’ way through the switch and held interrupts", () => {
    fc.assert(
      fc.property(size(MB), size(MB), (argumentBytes, resultBytes) => {
        const more = took(1, argumentBytes, resultBytes) - ideal(1, argumentBytes, resultBytes);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThan(2 * (13 + 20 + 30));
      }),
      { numRuns: draws(40) },
    );
  });

  it("does not bound calls whose results are passed on as they come", () => {
    const outcome = run({ callees: 7, argumentBytes: 32 * KB, resultBytes: 32 * KB, pipelined: true }, [], "none");
    expect(latencyUs(outcome)).toBeLessThan(0.5 * ideal(7, 32 * KB, 32 * KB));
  });
});
