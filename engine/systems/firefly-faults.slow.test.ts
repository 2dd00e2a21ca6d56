/** The laws of a run, whatever goes wrong: crashes at every moment of a call, and random scripts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FaultError } from "../faults/fault.ts";
import { parseScript } from "../faults/parse-script.ts";
import { decodeFrame } from "../wire/firefly.ts";
import { micros, toMicros } from "../kernel/time.ts";
import { draws } from "../protocols/testing/draws.ts";
import { MACHINES, run, timesRun, violations } from "./firefly/testing.ts";
import { callsOf, marksOf, packetsOf, packetsUntilAnswer } from "./testing.ts";
import type { FireflyOptions, FireflyOutcome } from "./firefly.ts";

const STEP = micros(20);
const RESULT = { argumentBytes: 0, resultBytes: 1440, array: "variable" } as const;
const NULL = { argumentBytes: 0, resultBytes: 0, array: "variable" } as const;

/** `returned` or why not, for each call. */
function endings({ trace }: FireflyOutcome): readonly string[] {
  const reasons = marksOf(trace).flatMap(({ label }) => /^call failed: (.*)/.exec(label)?.[1] ?? []);
  return callsOf(trace).map(({ outcome }) => (outcome === "failed" ? (reasons.shift() ?? "crashed") : outcome));
}

describe("a packet that is damaged", () => {
  it("is dropped by its receiver’s controller, at no processor’s cost, and sent again", () => {
    const outcome = run({}, ["corrupt call#1"]);
    const packets = packetsUntilAnswer(outcome.trace).map(({ kind, origin, fate }) => `${kind} ${origin} ${fate}`);
    expect(packets).toEqual(["call first lost", "call retransmission delivered", "result first delivered"]);
    expect(marksOf(outcome.trace)).toContainEqual(expect.objectContaining({ label: "damaged", where: "server" }));
    // The call and its result; later the result again, and its acknowledgement.
    expect(timesRun(outcome.trace, "Handle interrupt for received packet").get(1)).toBe(4);
    expect(() => decodeFrame(packetsOf(outcome.trace)[0]?.frame ?? new Uint8Array(0))).toThrow(/checksum/);
    expect(endings(outcome)).toEqual(["returned"]);
    expect(outcome.unusedFaults).toEqual([]);
  });

  it("costs what one that is lost costs", () => {
    for (const packet of ["call#1", "result#1"]) {
      const [damaged, lost] = ["corrupt", "drop"].map((what) => callsOf(run({}, [`${what} ${packet}`]).trace));
      expect(damaged).toEqual(lost);
    }
  });
});

describe.each([
  { name: "Null()", procedure: NULL, took: micros(2531.644) },
  { name: "MaxResult", procedure: RESULT, took: micros(6523.644) },
])("a crash at any moment of a call of $name", ({ procedure, took }) => {
  const moments = Array.from({ length: Math.ceil(took / STEP) + 2 }, (_, i) => i * STEP + 1);
  const at = (moment: number): string => `${toMicros(moment)}us`;

  /** Runs three calls with a crash at each moment of the first; `expected` gives how they may end. */
  function sweep(faults: (moment: number) => string[], expected: (moment: number) => readonly RegExp[]): void {
    for (const moment of moments) {
      const outcome = run({ procedure, calls: 3 }, faults(moment));
      expect(violations(outcome), at(moment)).toEqual([]);
      expect(endings(outcome).join(", "), at(moment)).toSatisfy((said: string) =>
        expected(moment).some((one) => one.test(said)),
      );
    }
  }

  it("of the server, which stays down: a call may still return, the next fails for want of an answer", () => {
    sweep(
      (moment) => [`crash server at ${at(moment)}`],
      (moment) => (moment < took / 3 ? [/^no answer$/] : [/^(returned, )?no answer$/]),
    );
  });

  it("of the server, which is back at once: one call is refused, those after it return", () => {
    sweep(
      (moment) => [`crash server at ${at(moment)}`, `restart server at ${at(moment + 1000)}`],
      () => [/^unbound, returned, returned$/, /^returned, unbound, returned$/],
    );
  });

  it("of the server, which is back after two seconds: the same, later", () => {
    sweep(
      (moment) => [`crash server at ${at(moment)}`, `restart server at ${at(moment + micros(2e6))}`],
      () => [/^unbound, returned, returned$/, /^returned, unbound, returned$/],
    );
  });

  it("of the caller, which stays down: the call under way fails, and the run is over", () => {
    sweep(
      (moment) => [`crash caller at ${at(moment)}`],
      (moment) => (moment < took ? [/^crashed$/] : [/^returned, crashed$/]),
    );
  });

  it("of the caller, which is back at once: the call under way fails, the others return", () => {
    sweep(
      (moment) => [`crash caller at ${at(moment)}`, `restart caller at ${at(moment + 1000)}`],
      (moment) => (moment < took ? [/^crashed, returned, returned$/] : [/^returned, crashed, returned$/]),
    );
  });
});

describe("any script of up to four faults", () => {
  const packet = fc
    .record({
      kind: fc.constantFrom("call", "result", "ack", "probe", "reject"),
      call: fc.integer({ min: 1, max: 6 }),
      send: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ kind, call, send }) => `${kind}#${call} send ${send}`);
  const likely = fc
    .tuple(fc.constantFrom("call", "result"), fc.integer({ min: 1, max: 6 }))
    .map(([k, n]) => `${k}#${n}`);
  const named = fc.oneof({ weight: 3, arbitrary: likely }, packet);
  const time = fc.oneof(
    fc.integer({ min: 1, max: 20_000 }).map((us) => `${us}us`),
    fc.integer({ min: 1, max: 2500 }).map((ms) => `${ms}ms`),
  );
  const fault = fc.oneof(
    named.map((name) => [`drop ${name}`]),
    fc.tuple(named, time).map(([name, by]) => [`delay ${name} by ${by}`]),
    fc.tuple(named, time).map(([name, by]) => [`duplicate ${name} by ${by}`]),
    named.map((name) => [`reorder ${name}`]),
    fc
      .tuple(fc.constantFrom(...MACHINES), fc.constantFrom(1.5, 3, 40), time)
      .map(([machine, times, when]) => [`slow ${machine} by ${times} at ${when}`]),
    fc
      .tuple(fc.constantFrom(...MACHINES), time, fc.integer({ min: 1, max: 1_000_000 }), fc.boolean())
      .map(([machine, when, later, back]) => {
        const crash = `crash ${machine} at ${when}`;
        const us = Number.parseInt(when, 10) * (when.endsWith("ms") ? 1000 : 1) + later;
        return back ? [crash, `restart ${machine} at ${us}us`] : [crash];
      }),
  );
  const script = fc
    .array(fault, { maxLength: 4 })
    .map((faults) => faults.flat())
    .filter((lines) => isMeant(lines));
  const options: fc.Arbitrary<Partial<FireflyOptions>> = fc.record({
    threads: fc.integer({ min: 1, max: 4 }),
    calls: fc.integer({ min: 1, max: 8 }),
    procedure: fc.constantFrom(NULL, RESULT),
    callerProcessors: fc.constantFrom(1, 2, 5),
    serverProcessors: fc.constantFrom(1, 2, 5),
    networkMbps: fc.constantFrom(10, 100),
    shared: fc.boolean(),
  });

  /** Faults that go together, as the script's own rules have it. */
  function isMeant(lines: readonly string[]): boolean {
    try {
      parseScript(lines, { machines: MACHINES });
      return true;
    } catch (error) {
      if (error instanceof FaultError) return false;
      throw error;
    }
  }

  it("breaks no law: nothing throws, every call ends, none runs twice, the trace hangs together", () => {
    fc.assert(
      fc.property(options, script, fc.nat(1000), (chosen, faults, seed) => {
        const outcome = run(chosen, faults, seed);
        expect(violations(outcome)).toEqual([]);
        const isLeft = callsOf(outcome.trace).length < (chosen.calls ?? 1);
        // Calls are left over only where nobody is there to make them.
        if (isLeft) expect(endings(outcome).some((one) => one === "no answer" || one === "crashed")).toBe(true);
      }),
      { numRuns: draws(150) },
    );
  });

  it("gives the same trace twice", () => {
    fc.assert(
      fc.property(options, script, fc.nat(1000), (chosen, faults, seed) => {
        expect(run(chosen, faults, seed).trace.hash).toBe(run(chosen, faults, seed).trace.hash);
      }),
      { numRuns: 25 },
    );
  });
});
