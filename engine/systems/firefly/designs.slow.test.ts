/** The laws of every run hold for every design of a Firefly, with faults and without. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../../faults/fault.ts";
import { AS_MEASURED, type FireflyDesign } from "../../hardware/firefly-design.ts";
import { draws } from "../../protocols/testing/draws.ts";
import type { FireflyOptions } from "../firefly.ts";
import { run, violations } from "./testing.ts";

vi.setConfig({ testTimeout: 120_000 });

const anyDesign: fc.Arbitrary<FireflyDesign> = fc.record({
  controller: fc.constantFrom("deqna", "overlapping"),
  cpuSpeed: fc.constantFrom(1, 1.7, 3, 10),
  checksums: fc.constant(true), // without them damage goes unnoticed, which is what they are for
  header: fc.constantFrom("published", "redesigned"),
  layering: fc.constantFrom("udp-ip", "ethernet"),
  waiting: fc.constantFrom("wakeup", "busy"),
  runtime: fc.constantFrom("modula2", "assembly"),
  interruptRoutine: fc.constantFrom("original", "best", "assembly"),
  stubs: fc.constantFrom("generated", "exerciser"),
  statementOrder: fc.constantFrom("fast", "swapped"),
  demultiplexing: fc.constantFrom("interrupt", "thread"),
  buffers: fc.constantFrom("mapped", "copied"),
  perInterrupt: fc.constantFrom("all", "one"),
});

const anySite: fc.Arbitrary<Partial<FireflyOptions>> = fc.record({
  threads: fc.integer({ min: 1, max: 8 }),
  callerProcessors: fc.integer({ min: 1, max: 5 }),
  serverProcessors: fc.integer({ min: 1, max: 5 }),
  networkMbps: fc.constantFrom(3, 10, 100),
  procedure: fc.constantFrom(
    { argumentBytes: 0, resultBytes: 0, array: "variable" } as const,
    { argumentBytes: 0, resultBytes: 1440, array: "variable" } as const,
    { argumentBytes: 700, resultBytes: 0, array: "fixed" } as const,
  ),
});

const packet = fc
  .tuple(fc.constantFrom("call", "result"), fc.integer({ min: 1, max: 9 }))
  .map(([kind, call]) => `${kind}#${call}`);
const us = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
const anyFault = fc.oneof(
  packet.map((name) => [`drop ${name}`]),
  fc.tuple(packet, us(5000)).map(([name, by]) => [`duplicate ${name} by ${by}us`]),
  fc.tuple(packet, us(900_000)).map(([name, by]) => [`delay ${name} by ${by}us`]),
  fc.tuple(fc.constantFrom("caller", "server"), us(20_000)).map(([name, at]) => [`slow ${name} by 3 at ${at}us`]),
  fc
    .tuple(fc.constantFrom("caller", "server"), us(20_000), us(900_000))
    .map(([name, at, later]) => [`crash ${name} at ${at}us`, `restart ${name} at ${at + later}us`]),
);

/** Runs that once broke a law: two answers at once on a busy QBus; a thread that loops again elsewhere. */
const ONCE_BROKEN: [FireflyDesign, Partial<FireflyOptions>, string[][], number][] = [
  [
    { ...AS_MEASURED, controller: "overlapping", cpuSpeed: 10 },
    {
      threads: 4,
      callerProcessors: 1,
      serverProcessors: 2,
      networkMbps: 100,
      procedure: { argumentBytes: 0, resultBytes: 1440, array: "variable" },
    },
    [["duplicate result#1 by 1us"], ["duplicate result#2 by 1us"]],
    3,
  ],
  [
    {
      ...AS_MEASURED,
      controller: "overlapping",
      layering: "ethernet",
      waiting: "busy",
      runtime: "assembly",
      interruptRoutine: "assembly",
      demultiplexing: "thread",
    },
    {
      threads: 6,
      callerProcessors: 4,
      serverProcessors: 3,
      networkMbps: 10,
      procedure: { argumentBytes: 700, resultBytes: 0, array: "fixed" },
    },
    [["crash server at 1us", "restart server at 5950us"]],
    0,
  ],
];

describe("every design of a Firefly", () => {
  it("keeps the laws of a run, whatever goes wrong", () => {
    fc.assert(
      fc.property(anyDesign, anySite, fc.array(anyFault, { maxLength: 2 }), fc.nat(9), (design, site, faults, seed) => {
        try {
          const outcome = run({ ...site, design, calls: 24 }, faults.flat(), seed);
          expect(violations(outcome, design)).toEqual([]);
        } catch (error) {
          if (!(error instanceof FaultError)) throw error; // faults that do not go together
        }
      }),
      { numRuns: draws(400), examples: ONCE_BROKEN },
    );
  });
});
