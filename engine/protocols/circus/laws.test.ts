/** Laws of Circus, over any schedule of losses, copies, delays, slow procedures, and crashes of members. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { Host } from "../ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { COLLATORS, type Collator } from "./collator.ts";
import { circusEnds, type CircusHost } from "./ends.ts";
import type { CircusPacket } from "./message.ts";

const WIRE = millis(1);
const LONGEST = seconds(60); // any call ends well before
const MEMBERS = ["member1", "member2", "member3"];
const PLACES: readonly Host[] = [1, 2, 3];

const delay = fc.integer({ min: 1, max: 2500 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 80 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(3)), { maxLength: 6 }),
  sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), // a call each
  collator: fc.constantFrom(...(Object.keys(COLLATORS) as Collator[])),
  hasReplica: fc.boolean(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;
type Net = EndsNet<CircusHost, CircusPacket>;

const argumentOf = (sizes: readonly number[], call: number): Uint8Array =>
  new Uint8Array(sizes[call - 1] ?? 1).fill(call);

const NO_FAULTS: Schedule = { fates: [], runs: [], sizes: [1], collator: "unanimous", hasReplica: false };

/** @param wrong members that return something else, each its own */
function netOf({ fates, runs, sizes, collator, hasReplica }: Schedule, wrong: readonly Host[] = []): Net {
  let [sent, executed] = [0, 0];
  const argument = (call: number): Uint8Array => argumentOf(sizes, call);
  const replica = hasReplica ? { name: "client2", calls: sizes.length, argument, begins: millis(3) } : null;
  return new EndsNet(circusEnds({ members: MEMBERS, collator, segmentBytes: 2, replica }), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument, host) => argument.map((byte) => (wrong.includes(host) ? 100 + host : byte + 1)),
  });
}

/** Calls one after the other; members in `crashes` lose their power at the given ms of the first call. */
function play(given: Schedule, crashes: readonly (readonly [Host, number])[] = [], wrong: readonly Host[] = []): Net {
  const net = netOf(given, wrong);
  for (const [i] of given.sizes.entries()) {
    net.call(argumentOf(given.sizes, i + 1));
    if (i === 0) {
      let before = 0;
      for (const [host, at] of crashes.toSorted(([, a], [, b]) => a - b)) {
        net.run(millis(at - before));
        before = at;
        net.crash(host);
        net.run(millis(5));
        net.restart(host);
      }
    }
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(millis(20));
  }
  net.settle(LONGEST);
  return net;
}

const effectsOf = (net: Net) =>
  net.steps.flatMap(({ host, at, effects }) => effects.map((one) => ({ ...one, host, at })));
const executedBy = (net: Net, call: number): readonly string[] =>
  effectsOf(net).flatMap((effect) => (effect.tag === "execute" && effect.call === call ? [effect.host] : []));
const endings = (net: Net) =>
  effectsOf(net).flatMap((effect) => (effect.tag === "returned" || effect.tag === "failed" ? [effect] : []));
const heardOf = (net: Net, call: number) =>
  effectsOf(net).flatMap((effect) => (effect.tag === "heard" && effect.call === call ? [effect] : []));
const crashes = fc
  .subarray([1, 2, 3])
  .chain((hosts) => fc.tuple(...hosts.map((host) => fc.tuple(fc.constant(host), fc.nat(4000)))));

describe("a call of Circus", () => {
  it("ends, runs on no member twice, and gives its own result, whatever crashes", () => {
    fc.assert(
      fc.property(schedule, crashes, (given, crashed) => {
        const net = play(given, crashed);
        const ended = endings(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          const executed = executedBy(net, call);
          expect(new Set(executed).size).toBe(executed.length);
          if (ending.tag === "failed") continue;
          expect(executed.length).toBeGreaterThan(0);
          expect([...ending.data]).toEqual([...argumentOf(given.sizes, call)].map((byte) => byte + 1));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends for a unanimous collator when each member has answered or counts as crashed, and not before", () => {
    fc.assert(
      fc.property(schedule, crashes, (given, crashed) => {
        const net = play({ ...given, collator: "unanimous" }, crashed);
        for (const { call, tag } of endings(net)) {
          const heard = heardOf(net, Number(call));
          expect(heard.map(({ from }) => from).toSorted((a, b) => a - b)).toEqual(PLACES);
          const answered = heard.flatMap(({ how, from }) => (how === "answered" ? [MEMBERS[from - 1]] : []));
          expect(executedBy(net, Number(call))).toEqual(expect.arrayContaining(answered));
          expect(answered.length > 0).toBe(tag === "returned");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("returns what more than half of the troupe says, and fails where they cannot agree", () => {
    fc.assert(
      fc.property(schedule, fc.subarray([1, 2, 3]), (given, wrong) => {
        const net = play({ ...given, sizes: [1], collator: "majority", fates: [] }, [], wrong);
        const [end] = endings(net);
        expect(end?.tag).toBe(wrong.length <= 1 ? "returned" : "failed");
        if (end?.tag === "returned") expect([...end.data]).toEqual([2]);
      }),
      { numRuns: 100 },
    );
  });

  it("runs on each member that lives, also where the first return ends it for the program", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (lost) => {
        // No member meets more than five losses: six would count as a crash.
        let left = 5;
        const fates = lost.map((isLost): Fate => (isLost && left-- > 0 ? [] : [WIRE]));
        const net = play({ ...NO_FAULTS, fates, collator: "first-come" });
        expect(executedBy(net, 1).toSorted()).toEqual(MEMBERS);
      }),
      { numRuns: 100 },
    );
  });

  it("takes two messages for each pair of a client and a member, where each call follows the last", () => {
    const messages = (hasReplica: boolean): number =>
      effectsOf(play({ ...NO_FAULTS, hasReplica })).filter((effect) => effect.tag === "send" && effect.at < millis(100))
        .length;
    expect([messages(false), messages(true)]).toEqual([2 * 3, 2 * 2 * 3]);
  });

  it("runs once where two replicas of the client make it, and answers both", () => {
    const net = play({ ...NO_FAULTS, hasReplica: true, sizes: [1, 3] });
    for (const call of [1, 2]) expect(executedBy(net, call).toSorted()).toEqual(MEMBERS);
    const returns = effectsOf(net).filter((effect) => effect.tag === "send" && effect.kind === "return");
    expect(new Set(returns.map((effect) => (effect.tag === "send" ? effect.to : null)))).toEqual(new Set([0, 4]));
  });

  it("takes a member for crashed after three seconds of silence", () => {
    const net = netOf(NO_FAULTS);
    net.crash(2);
    net.call(Uint8Array.of(1));
    net.settle(LONGEST);
    expect(heardOf(net, 1).filter(({ how }) => how === "dead")).toMatchObject([{ from: 2, at: seconds(3) }]);
  });
});
