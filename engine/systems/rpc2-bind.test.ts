/** The client binds anew, over the network, where an error has ended a connection while its server is busy. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis } from "../kernel/time.ts";
import { SECURITY_LEVELS } from "../wire/rpc2-codes.ts";
import type { Rpc2Options } from "./rpc2.ts";
import { play } from "./rpc2/testing.ts";
import { brokenLaws, packetsOf } from "./testing.ts";

/** Calls whose client gives up after 20 ms, to a server that waits a second: the third request is answered by a NAK. */
const hasty = {
  servers: 1,
  mode: "iterative",
  procedure: "waits",
  computeMs: 1000,
  timeoutMs: 20,
  gapMs: 50,
  trials: 5,
} as const;

/** The packets of binds, which belong to no call. */
const bindsOf = (options: Partial<Rpc2Options>, seed = 1) =>
  packetsOf(play(options, [], seed).trace).filter(({ call }) => call === 0);

describe("a bind to a server whose only thread is busy", () => {
  it("in 1987 waits in the queue until the thread is free, and an INIT1 that comes again is answered by BUSY", () => {
    expect(bindsOf(hasty).map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
      "init1openkimono first",
      "init1openkimono retransmission",
      "busy first",
      "init2 first",
    ]);
  });

  it("in 2025 is answered by BUSY and forgotten; the client sends INIT1 again 15.1 s later", () => {
    const binds = bindsOf({ ...hasty, library: "2025" });
    expect(binds.map(({ kind }) => kind)).toEqual(["init1openkimono", "busy", "init1openkimono", "init2"]);
    const [first, , again] = binds;
    expect((again?.departsMs ?? NaN) - (first?.departsMs ?? NaN)).toBeGreaterThan(15_100);
    expect((again?.departsMs ?? NaN) - (first?.departsMs ?? NaN)).toBeLessThan(15_200);
  });

  it("is no part of a trial, which begins when the connection is there", () => {
    for (const library of ["1987", "2025"] as const) {
      const { trials } = play({ ...hasty, library });
      expect(trials.every(({ took }) => took < millis(100))).toBe(true);
    }
  });

  it("waits as well at the levels that prove both ends, where the first number was even and so brought a NAK", () => {
    for (const library of ["1987", "2025"] as const) {
      const seen = [1, 2, 3, 4, 5, 6].map((seed) => bindsOf({ ...hasty, library, security: "secure" }, seed));
      const ends = seen.flatMap((binds) => binds.slice(-1).map(({ kind }) => kind));
      expect(new Set(ends)).toEqual(new Set(["init4"]));
    }
  });

  it("may find its server gone: the bind fails, the trial counts a failure, and a later one binds again", () => {
    const faults = ["crash server1 at 400ms", "restart server1 at 70000ms"];
    const { trials } = play({ ...hasty, computeMs: 500, timeoutMs: 100, trials: 8 }, faults);
    expect(trials).toHaveLength(8);
    expect(trials.some(({ failures }) => failures === 1)).toBe(true);
  });

  it("never stops a run, whatever the limits, the pauses and the procedure’s times", () => {
    const options = fc.record({
      servers: fc.integer({ min: 1, max: 3 }),
      mode: fc.constantFrom("multi", "iterative", "threads"),
      library: fc.constantFrom("1987", "2025"),
      procedure: fc.constantFrom("waits", "computes"),
      distribution: fc.constantFrom("constant", "exponential"),
      computeMs: fc.constantFrom(50, 300, 1000),
      timeoutMs: fc.constantFrom(null, 20, 60, 200),
      gapMs: fc.constantFrom(0, 1, 50),
      waitFor: fc.constantFrom(1, 2, Infinity),
      security: fc.constantFrom(...SECURITY_LEVELS),
      trials: fc.constant(8),
    });
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 1000 }), (set, seed) => {
        const outcome = play(set, [], seed);
        expect(outcome.trials).toHaveLength(8);
        expect(brokenLaws(outcome)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
