/** Laws of Amoeba’s transactions, over any schedule of losses, copies, delays, slow procedures and crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { AmoebaPacket } from "../../wire/amoeba.ts";
import { CALLEE, CALLER, type SendEffect } from "../ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { amoebaEnds } from "./ends.ts";
import type { FirstHint } from "./message.ts";

const WIRE = millis(1);
const LONGEST = seconds(200); // any call ends well before

const delay = fc.integer({ min: 1, max: 3000 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 60 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(700), seconds(13)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3 }), // a call each
  sweep: fc.constantFrom(0, millis(100)),
  hint: fc.constantFrom<FirstHint>("known", "none", "stale"),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
type Net = EndsNet<unknown, AmoebaPacket>;

function netOf({ fates, runs, sweep, hint }: Omit<Schedule, "sizes">): Net {
  let [sent, executed] = [0, 0];
  return new EndsNet(amoebaEnds({ fragmentBytes: 1, headBytes: 0, sweep, hint, without: [] }), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument.map((byte) => byte + 1),
  });
}

/** Calls one after the other, the first byte of each is its number. */
function play(given: Schedule, disturb: (net: Net, call: number) => void = () => undefined): Net {
  const net = netOf(given);
  for (const [i, bytes] of given.sizes.entries()) {
    net.call(new Uint8Array(bytes).fill(i + 1));
    disturb(net, i + 1);
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(millis(20));
  }
  net.settle(LONGEST);
  return net;
}

const effectsOf = (net: Net) => net.steps.flatMap((step) => step.effects.map((effect) => ({ ...effect, from: step })));
const executionsOf = (net: Net, call: number): number =>
  effectsOf(net).filter((effect) => effect.tag === "execute" && effect.call === call).length;
const endings = (net: Net) =>
  effectsOf(net).flatMap((effect) => (effect.tag === "returned" || effect.tag === "failed" ? [effect] : []));
const sendsOf = (net: Net): readonly SendEffect<AmoebaPacket>[] =>
  effectsOf(net).flatMap((effect) => (effect.tag === "send" ? [effect] : []));
/** The words of the states in which the client’s first process has failed. */
const failuresOf = (net: Net): readonly string[] =>
  net.taken.flatMap(({ host, machine, after, before }) => {
    const word = machine.name(after);
    const isFailure = host === "client" && (word === "unknown" || word === "not done") && word !== machine.name(before);
    return isFailure ? [word] : [];
  });

describe("a transaction of Amoeba", () => {
  it("ends, runs once at most, and returns its own result", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const net = play(given);
        const ended = endings(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          expect(executionsOf(net, call)).toBeLessThanOrEqual(1);
          if (ending.tag === "failed") continue;
          expect(executionsOf(net, call)).toBe(1);
          expect([...ending.data]).toEqual(Array.from({ length: given.sizes[call - 1] ?? 0 }, () => call + 1));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("runs once at most where a host crashes and restarts; “not done” is never said of one that ran", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(900), fc.nat(9000), (given, host, at, down) => {
        const net = play(given, (on, call) => {
          if (call > 1) return;
          on.run(millis(at));
          on.crash(host);
          on.run(millis(down));
          on.restart(host);
          if (host === CALLER) on.run(millis(20));
        });
        for (const [i] of given.sizes.entries()) expect(executionsOf(net, i + 1)).toBeLessThanOrEqual(1);
        for (const { call, tag, from } of endings(net)) {
          if (tag === "returned") expect(executionsOf(net, Number(call))).toBe(1);
          const isNotDone = from.steps.some(({ machine, after }) => machine.name(after) === "not done");
          if (isNotDone) expect(executionsOf(net, Number(call))).toBe(0);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("takes three packets where all arrive, and one more for each further fragment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (bytes) => {
        const net = play({ fates: [], runs: [WIRE], sizes: [bytes], sweep: 0, hint: "known" });
        expect(sendsOf(net)).toHaveLength(2 * Math.max(1, bytes) + 1);
      }),
    );
  });

  it("locates with two packets more, and with a stale hint with four", () => {
    const packets = (hint: FirstHint): number =>
      sendsOf(play({ fates: [], runs: [WIRE], sizes: [1], sweep: 0, hint })).length;
    expect([packets("known"), packets("none"), packets("stale")]).toEqual([3, 5, 7]);
  });

  it.each([
    ["a dead server that was found before", "known", 10.5, "unknown"],
    ["a service that nobody has", "none", 45.4, "not done"],
  ] as const)("gives up %s", (_, hint, after, word) => {
    const net = netOf({ fates: [], runs: [], sweep: 0, hint });
    net.crash(CALLEE);
    net.call(new Uint8Array(1));
    net.settle(LONGEST);
    expect(net.steps.at(-1)).toMatchObject({ at: seconds(after), effects: [{ tag: "failed" }] });
    expect(failuresOf(net)).toEqual([word]);
  });

  it("whose packet is lost waits for the next sweep behind 0.5 s", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (sweepMs) => {
        const net = play({ fates: [[]], runs: [], sizes: [1], sweep: millis(sweepMs), hint: "known" });
        const again = net.steps.find(({ effects }) => effects.some((one) => one.tag === "send" && one.again === true));
        expect(again?.at).toBe(millis(Math.ceil(500 / sweepMs) * sweepMs));
      }),
    );
  });
});
