/** Laws of Sun RPC over TCP, over any schedule of losses, copies and delays of segments. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../../kernel/time.ts";
import type { Fate } from "../../testing/net.ts";
import { freeze } from "../../testing/plain-data.ts";
import { sunTcpClient, type SunTcpClientOptions } from "./client.ts";
import { SunTcpNet, type SunTcpStep } from "./net.ts";

const WIRE = millis(1);
const PLACE = { program: 200, version: 1, procedure: 1 };
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
  fragment: fc.constantFrom(3996, 508, 60),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const argumentOf = (call: number, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, i) => (i * 7 + call * 31) % 256);
const resultOf = (argument: Uint8Array): Uint8Array => argument.map((byte) => byte ^ 0xff);

/** Makes calls one after another, for as long as the connection lasts. */
function play({ fromA, fromB, sizes, fragment }: Schedule, client = PATIENT, runs = WIRE) {
  const sent = { a: 0, b: 0 };
  const net = new SunTcpNet({
    client,
    server: { registered: [{ program: 200, version: 1, procedures: [1] }] },
    fateOf: (from) => (from === "a" ? fromA : fromB)[sent[from]++] ?? [WIRE],
    runsFor: () => runs,
    procedure: resultOf,
    fragment,
  });
  net.connect();
  net.tcp.run(seconds(100));
  for (const [i, bytes] of sizes.entries()) {
    if (net.state.tag !== "idle") break;
    net.start({ ...PLACE, data: argumentOf(i, bytes) });
    net.tcp.run(seconds(100));
  }
  const steps = net.tcp.steps.flatMap((step): SunTcpStep[] => ("party" in step ? [step] : []));
  return { net, steps };
}

const effectsOf = (steps: readonly SunTcpStep[]) => steps.flatMap((step) => [...step.effects]);

describe("calls over a connection, whatever befalls its segments", () => {
  it("return what the procedure made of their arguments, byte by byte, or the connection is broken", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const { net, steps } = play(given);
        const returned = effectsOf(steps).flatMap((effect) => (effect.tag === "returned" ? [effect.data] : []));
        for (const [i, data] of returned.entries()) expect(data).toEqual(resultOf(argumentOf(i, given.sizes[i] ?? 0)));
        if (net.state.tag !== "idle") return;
        expect(returned).toHaveLength(given.sizes.length);
        whole++;
      }),
      { numRuns: 60 },
    );
    expect(whole).toBeGreaterThan(40);
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
        for (const { party, before, effects: done } of steps) {
          if (party === "client" && done.some(({ tag }) => tag === "returned")) expect(ran).toContain(before.xid);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("give the same output for the same input, leave their input as it was, and keep plain data", () => {
    const client = sunTcpClient(PATIENT);
    fc.assert(
      fc.property(schedule, (given) => {
        for (const step of play({ ...given, sizes: [5, 5] }).steps) {
          if (step.party !== "client") continue;
          expect(client.step(freeze(step.before), freeze(step.input), step.at)).toEqual([step.after, step.effects]);
          expect(structuredClone(step.after)).toEqual(step.after);
        }
      }),
      { numRuns: 20 },
    );
  });
});
