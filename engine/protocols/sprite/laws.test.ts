/** Laws of Sprite RPC, over any schedule of losses, copies, delays, slow procedures, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import { crashes, endingsOf, executionsOf, fatesOf, netOf, play, resultOf, sendsOf, WIRE } from "../testing/laws.ts";
import type { Fate } from "../testing/net.ts";
import { spriteEnds } from "./ends.ts";

const LONGEST = seconds(200); // any call ends well before

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 60 }).map(fatesOf(1500)),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(7)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 3 }), // a call each
  gapUs: fc.constantFrom(0, 500),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const net = ({ gapUs, ...fortune }: Omit<Schedule, "sizes">) =>
  netOf(spriteEnds({ fragmentBytes: 1, gapUs, without: [] }), fortune);
type Net = ReturnType<typeof net>;

const played = ({ sizes, ...given }: Schedule, disturb?: (on: Net, call: number) => void): Net =>
  play(net(given), { sizes, longest: LONGEST }, disturb);

describe("Sprite RPC", () => {
  it("ends every call, runs none twice, and gives each its own result", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const run = played(given);
        const ended = endingsOf(run);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          expect(executionsOf(run, call).length).toBeLessThanOrEqual(1);
          if (ending.tag === "failed") continue;
          expect(executionsOf(run, call)).toHaveLength(1);
          expect([...ending.data]).toEqual(resultOf(call, given.sizes[call - 1] ?? 0));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("runs no call twice where a host crashes and restarts, whenever it does", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(900), fc.nat(9000), (given, host, at, down) => {
        const run = played(given, crashes(host, at, down));
        for (const [i] of given.sizes.entries()) expect(executionsOf(run, i + 1).length).toBeLessThanOrEqual(1);
        for (const { call, tag } of endingsOf(run)) {
          if (tag === "returned") expect(executionsOf(run, Number(call))).toHaveLength(1);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("sends no fragment again that its receiver has named, except the last, which asks", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const named = new Map<string, number>(); // by the message: the fragments that its receiver has named
        for (const { host, input, effects } of played(given).steps) {
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
        const run = played({ fates: [], runs: [WIRE], sizes: [bytes], gapUs: 0 });
        expect(sendsOf(run)).toHaveLength(2 * Math.max(1, bytes));
      }),
    );
  });

  it("sends one fragment of twelve again, alone, where it is lost", () => {
    fc.assert(
      fc.property(fc.nat(10), (lost) => {
        const fates: Fate[] = Array.from({ length: 12 }, (_, i) => (i === lost ? [] : [WIRE]));
        const again = sendsOf(played({ fates, runs: [WIRE], sizes: [12], gapUs: 0 })).filter(
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
    const run = net({ fates: [], runs: [], gapUs: 0 });
    run.crash(CALLEE);
    run.call(new Uint8Array(bytes));
    run.settle(LONGEST);
    expect(run.steps.at(-1)).toMatchObject({ at: after, effects: [{ tag: "failed" }] });
    expect(new Set(sendsOf(run).map(({ step }) => step.at)).size).toBe(8);
  });
});
