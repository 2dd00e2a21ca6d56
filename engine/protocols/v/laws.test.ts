/** Laws of V, over any schedule of losses, copies, delays, slow procedures, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { VPacket } from "../../wire/v.ts";
import { CALLEE, CALLER, type Ends } from "../ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { vEnds, vGroupEnds, type VHost } from "./ends.ts";

const WIRE = millis(1);
const LONGEST = seconds(60); // any call ends well before

const delay = fc.integer({ min: 1, max: 1500 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 80 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(3)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }), // a call each
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
type Net = EndsNet<VHost, VPacket>;

/** A message holds two bytes, and a packet of a segment three. */
const ONE: Ends<VHost, VPacket> = vEnds({ messageBytes: 2, packetBytes: 3 });
const MEMBERS = ["member1", "member2", "member3"];
const GROUP = vGroupEnds({ members: MEMBERS, replyWait: millis(50), wanted: Infinity });

const netOf = (ends: Ends<VHost, VPacket>, { fates, runs }: Omit<Schedule, "sizes">): Net => {
  let [sent, executed] = [0, 0];
  return new EndsNet(ends, {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument.map((byte) => byte + 1),
  });
};

/** Calls one after the other, the first byte of each is its number. */
function play(ends: Ends<VHost, VPacket>, given: Schedule, disturb: (net: Net, call: number) => void = () => {}): Net {
  const net = netOf(ends, given);
  for (const [i, bytes] of given.sizes.entries()) {
    net.call(new Uint8Array(bytes).fill(i + 1));
    disturb(net, i + 1);
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(millis(20));
  }
  net.settle(LONGEST);
  return net;
}

const effectsOf = (net: Net) =>
  net.steps.flatMap(({ host, effects }) => effects.map((effect) => ({ ...effect, host })));
const executionsOf = (net: Net, call: number) =>
  effectsOf(net).filter((effect) => effect.tag === "execute" && effect.call === call);
const endings = (net: Net) =>
  effectsOf(net).flatMap((effect) => (effect.tag === "returned" || effect.tag === "failed" ? [effect] : []));
const sentBy = (net: Net, kind: string) =>
  effectsOf(net).filter((effect) => effect.tag === "send" && effect.kind === kind);

describe("a Send of V to a process", () => {
  it("ends, runs once at most, and gives its own result", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const net = play(ONE, given);
        const ended = endings(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          expect(executionsOf(net, call).length).toBeLessThanOrEqual(1);
          if (ending.tag === "failed") continue;
          expect(executionsOf(net, call)).toHaveLength(1);
          expect([...ending.data]).toEqual(Array.from({ length: given.sizes[call - 1] ?? 0 }, () => call + 1));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("runs once at most where a host crashes and restarts, whenever it does", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(900), fc.nat(3000), (given, host, at, down) => {
        const net = play(ONE, given, (on, call) => {
          if (call > 1) return;
          on.run(millis(at));
          on.crash(host);
          on.run(millis(down));
          on.restart(host);
          if (host === CALLER) on.run(millis(20));
        });
        for (const [i] of given.sizes.entries()) expect(executionsOf(net, i + 1).length).toBeLessThanOrEqual(1);
        for (const { call, tag } of endings(net)) {
          if (tag === "returned") expect(executionsOf(net, Number(call))).toHaveLength(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("takes two packets where all arrive, and for a segment a fetch, or a move with one acknowledgement", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (bytes) => {
        const net = play(ONE, { fates: [], runs: [WIRE], sizes: [bytes] });
        const packets = effectsOf(net).filter(({ tag }) => tag === "send").length;
        expect(packets).toBe(bytes <= 2 ? 2 : 4 + 2 * Math.ceil(bytes / 3));
      }),
    );
  });

  it("fails one second after it began where the server is dead", () => {
    const net = netOf(ONE, { fates: [], runs: [] });
    net.crash(CALLEE);
    net.call(Uint8Array.of(1));
    net.settle(LONGEST);
    expect(net.steps.at(-1)).toMatchObject({ at: seconds(1), effects: [{ tag: "failed" }] });
    expect(sentBy(net, "message")).toHaveLength(5);
  });
});

describe("a Send of V to a group", () => {
  it("ends, runs on no member twice, and returns only with a reply", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const net = play(GROUP, given);
        const ended = endings(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const { call, tag } of ended) {
          const executed = executionsOf(net, Number(call)).map(({ host }) => host);
          expect(new Set(executed).size).toBe(executed.length);
          const heard = effectsOf(net).filter((effect) => effect.tag === "heard" && effect.call === call);
          expect(heard.length > 0).toBe(tag === "returned");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("names no member as dead, whatever happens", () => {
    fc.assert(
      fc.property(schedule, fc.subarray([1, 2, 3]), (given, dead) => {
        const net = netOf(GROUP, given);
        for (const host of dead) net.crash(host);
        net.call(Uint8Array.of(1));
        net.settle(LONGEST);
        expect(effectsOf(net).filter((effect) => effect.tag === "heard" && effect.how === "dead")).toEqual([]);
        expect(net.isCalling).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("takes one packet to all and one from each where all arrive", () => {
    const net = play(GROUP, { fates: [], runs: [], sizes: [1] });
    expect(sentBy(net, "message")).toHaveLength(1);
    expect(sentBy(net, "reply")).toHaveLength(3);
    expect(sentBy(net, "message")[0]).toMatchObject({ to: 1, others: [2, 3] });
  });
});
