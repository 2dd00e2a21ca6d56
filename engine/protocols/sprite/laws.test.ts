/** Laws of Sprite RPC, over any schedule of losses, copies, delays, slow procedures, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { SpritePacket } from "../../wire/sprite.ts";
import { CALLEE, CALLER, type SendEffect } from "../ends.ts";
import { EndsNet, type EndsStep } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { spriteEnds } from "./ends.ts";

const WIRE = millis(1);
const LONGEST = seconds(200); // any call ends well before

const delay = fc.integer({ min: 1, max: 1500 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 60 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(7)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 3 }), // a call each
  gapUs: fc.constantFrom(0, 500),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
type Net = EndsNet<unknown, SpritePacket>;

const netOf = ({ fates, runs, gapUs }: Omit<Schedule, "sizes">): Net => {
  let [sent, executed] = [0, 0];
  return new EndsNet(spriteEnds({ fragmentBytes: 1, gapUs, without: [] }), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument.map((byte) => byte + 1),
  });
};

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
const sendsOf = (net: Net): readonly (SendEffect<SpritePacket> & { readonly from: EndsStep<SpritePacket> })[] =>
  effectsOf(net).flatMap((effect) => (effect.tag === "send" ? [effect] : []));

describe("Sprite RPC", () => {
  it("ends every call, runs none twice, and gives each its own result", () => {
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

  it("runs no call twice where a host crashes and restarts, whenever it does", () => {
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
        for (const { call, tag } of endings(net)) {
          if (tag === "returned") expect(executionsOf(net, Number(call))).toBe(1);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("sends no fragment again that its receiver has named, except the last, which asks", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const named = new Map<string, number>(); // by the message: the fragments that its receiver has named
        for (const { host, input, effects } of play(given).steps) {
          const other = host === "client" ? "request" : "reply";
          if (input.tag === "packet" && input.packet.kind === "acknowledgement") {
            const message = `${other} ${input.packet.call}`;
            named.set(message, (named.get(message) ?? 0) | input.packet.mask);
          }
          for (const effect of effects) {
            if (effect.tag !== "send" || effect.packet.kind !== other) continue;
            const { call, mask, fragments } = effect.packet;
            const known = named.get(`${other} ${call}`) ?? 0;
            if ((known & mask) !== 0) expect(known).toBe(2 ** fragments - 1); // all were named, and one asks
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("takes two packets where all arrive, and one more for each fragment beyond the first", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), (bytes) => {
        const net = play({ fates: [], runs: [WIRE], sizes: [bytes], gapUs: 0 });
        expect(sendsOf(net)).toHaveLength(2 * Math.max(1, bytes));
      }),
    );
  });

  it("sends one fragment of twelve again, alone, where it is lost", () => {
    fc.assert(
      fc.property(fc.nat(10), (lost) => {
        const fates: Fate[] = Array.from({ length: 12 }, (_, i) => (i === lost ? [] : [WIRE]));
        const again = sendsOf(play({ fates, runs: [WIRE], sizes: [12], gapUs: 0 })).filter(
          ({ packet, again: isAgain = false }) => packet.kind === "request" && isAgain,
        );
        expect(again.map(({ packet }) => packet.mask)).toEqual([2 ** lost]);
      }),
    );
  });

  it.each([
    [1, seconds(5.5)],
    [3, seconds(7.5)],
  ])("gives up a dead server: a request of %i fragments after its time", (bytes, after: Nanos) => {
    const net = netOf({ fates: [], runs: [], gapUs: 0 });
    net.crash(CALLEE);
    net.call(new Uint8Array(bytes));
    net.settle(LONGEST);
    expect(net.steps.at(-1)).toMatchObject({ at: after, effects: [{ tag: "failed" }] });
    expect(new Set(sendsOf(net).map(({ from }) => from.at)).size).toBe(8);
  });
});
