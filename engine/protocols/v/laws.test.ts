/** Laws of V, over any schedule of losses, copies, delays, slow procedures, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { VPacket } from "../../wire/v.ts";
import { CALLEE, CALLER, type Ends } from "../ends.ts";
import {
  crashes,
  effectsOf,
  endingsOf,
  executionsOf,
  fatesOf,
  heardOf,
  netOf,
  play,
  resultOf,
  sendsOf,
  WIRE,
} from "../testing/laws.ts";
import { vEnds, vGroupEnds, type VHost } from "./ends.ts";

const LONGEST = seconds(60); // any call ends well before

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 80 }).map(fatesOf(1500)),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(3)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }), // a call each
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

/** A message holds two bytes, and a packet of a segment three. */
const ONE: Ends<VHost, VPacket> = vEnds({ messageBytes: 2, packetBytes: 3 });
const MEMBERS = ["member1", "member2", "member3"];
const GROUP = vGroupEnds({ members: MEMBERS, replyWait: millis(50), wanted: Infinity });

type Net = ReturnType<typeof netOf<VHost, VPacket>>;

const played = (
  ends: Ends<VHost, VPacket>,
  { sizes, ...fortune }: Schedule,
  disturb?: (net: Net, call: number) => void,
): Net => play(netOf(ends, fortune), { sizes, longest: LONGEST }, disturb);

const sentBy = (net: Net, kind: string) => sendsOf<VPacket>(net).filter((effect) => effect.kind === kind);

describe("a Send of V to a process", () => {
  it("ends, runs once at most, and gives its own result", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const net = played(ONE, given);
        const ended = endingsOf(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          expect(executionsOf(net, call).length).toBeLessThanOrEqual(1);
          if (ending.tag === "failed") continue;
          expect(executionsOf(net, call)).toHaveLength(1);
          expect([...ending.data]).toEqual(resultOf(call, given.sizes[call - 1] ?? 0));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("runs once at most where a host crashes and restarts, whenever it does", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(900), fc.nat(3000), (given, host, at, down) => {
        const net = played(ONE, given, crashes(host, at, down));
        for (const [i] of given.sizes.entries()) expect(executionsOf(net, i + 1).length).toBeLessThanOrEqual(1);
        for (const { call, tag } of endingsOf(net)) {
          if (tag === "returned") expect(executionsOf(net, Number(call))).toHaveLength(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("takes two packets where all arrive, and for a segment a fetch, or a move with one acknowledgement", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (bytes) => {
        const net = played(ONE, { fates: [], runs: [WIRE], sizes: [bytes] });
        const packets = sendsOf(net).length;
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
        const net = played(GROUP, given);
        const ended = endingsOf(net);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const { call, tag } of ended) {
          const executed = executionsOf(net, Number(call)).map(({ step }) => step.host);
          expect(new Set(executed).size).toBe(executed.length);
          expect(heardOf(net, Number(call)).length > 0).toBe(tag === "returned");
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
    const net = played(GROUP, { fates: [], runs: [], sizes: [1] });
    expect(sentBy(net, "message")).toHaveLength(1);
    expect(sentBy(net, "reply")).toHaveLength(3);
    expect(sentBy(net, "message")[0]).toMatchObject({ to: 1, others: [2, 3] });
  });
});

it("a message to a group is no last packet of a move", () => {
  const { steps } = play(netOf(GROUP, { fates: [], runs: [] }), { sizes: [1], longest: LONGEST });
  const messages = steps
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.tag === "send" && effect.kind === "message" ? [effect.packet] : []));
  expect(messages.map(({ last }) => last)).toEqual([false]);
});
