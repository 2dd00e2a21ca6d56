/** Laws of Sun RPC over TCP, over any schedule of losses, copies and delays of segments. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../../kernel/time.ts";
import { CALLER } from "../../ends.ts";
import { draws } from "../../testing/draws.ts";
import { EndsNet } from "../../testing/ends-net.ts";
import type { Fate } from "../../testing/net.ts";
import { impure } from "../../testing/pure.ts";
import type { SunTcpClientOptions } from "./client.ts";
import { SunTcpEnds, type SunTcpHost, type SunTcpOwn, type SunTcpPacket } from "./ends.ts";
import { isTcp, SUN_TCP, type SunTcpStep } from "./trace-script.ts";

const WIRE = millis(1);
const PATIENT: SunTcpClientOptions = { total: null, without: [] };

const delay = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WIRE) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((ms) => millis(ms)) },
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.tuple(delay) },
  { weight: 2, arbitrary: fc.tuple(delay, delay) },
);
const schedule = fc.record({
  fromA: fc.array(fate, { maxLength: 40 }),
  fromB: fc.array(fate, { maxLength: 40 }),
  sizes: fc.array(fc.nat({ max: 9000 }), { minLength: 1, maxLength: 4 }), // bytes of an argument, a call each
  fragmentBytes: fc.constantFrom(3996, 508, 60),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const argumentOf = (call: number, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, i) => (i * 7 + call * 31) % 256);
const resultOf = (argument: Uint8Array): Uint8Array => argument.map((byte) => byte ^ 0xff);

/** Makes calls one after another, for as long as the connection lasts. */
function play({ fromA, fromB, sizes, fragmentBytes }: Schedule, client = PATIENT, runs = WIRE) {
  const sent = { a: 0, b: 0 };
  const ends = new SunTcpEnds({ ...SUN_TCP, client, fragmentBytes });
  const net = new EndsNet<SunTcpHost, SunTcpPacket, SunTcpOwn, SunTcpStep>(ends, {
    fateOf: (_, from) => (from === CALLER ? fromA[sent.a++] : fromB[sent.b++]) ?? [WIRE],
    runsFor: () => runs,
    procedure: resultOf,
  });
  const stateOf = (): string | undefined => net.stateOf(CALLER)?.machine.tag;
  net.tell(CALLER, { tag: "connect" });
  net.run(seconds(100));
  for (const [i, bytes] of sizes.entries()) {
    if (stateOf() !== "idle") break;
    net.call(argumentOf(i, bytes));
    net.run(seconds(100));
  }
  const steps = net.taken.flatMap((step) => (isTcp(step) ? [] : [step]));
  return { isWhole: stateOf() === "idle" && !net.isCalling, steps };
}

type Played = ReturnType<typeof play>["steps"];
const effectsOf = (steps: Played) =>
  steps.flatMap(({ effects }): readonly Played[number]["effects"][number][] => effects);

describe("calls over a connection, whatever befalls its segments", () => {
  it("return what the procedure made of their arguments, byte by byte, or the connection is broken", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const { isWhole, steps } = play(given);
        const returned = effectsOf(steps).flatMap((effect) => (effect.tag === "returned" ? [effect.data] : []));
        for (const [i, data] of returned.entries()) expect(data).toEqual(resultOf(argumentOf(i, given.sizes[i] ?? 0)));
        if (!isWhole) return;
        expect(returned).toHaveLength(given.sizes.length);
        whole++;
      }),
      { numRuns: draws(60) },
    );
    expect(whole).toBeGreaterThan(draws(40));
  });

  it("run once where they return, and at most once where they fail; none is sent twice", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { steps } = play(given, { total: millis(50), without: [] }, millis(30));
        const effects = effectsOf(steps);
        const ran = effects.flatMap((effect) => (effect.tag === "execute" ? [effect.call.xid] : []));
        expect(new Set(ran).size).toBe(ran.length);
        const calls = effects.flatMap((effect) => (effect.tag === "send" ? [effect.call.xid] : []));
        expect(new Set(calls).size).toBe(calls.length);
        for (const { host, before, effects: done } of steps) {
          if (host === "client" && done.some(({ tag }) => tag === "returned")) expect(ran).toContain(before.xid);
        }
      }),
      { numRuns: draws(60) },
    );
  });

  it("take steps that are pure", () => {
    fc.assert(
      fc.property(schedule, (given) => void expect(impure(play({ ...given, sizes: [5, 5] }).steps)).toEqual([])),
      { numRuns: draws(20) },
    );
  });
});
