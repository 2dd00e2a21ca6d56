/** Laws of calls past the kernel, over any schedule of losses, copies, delays, slow procedures and crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import type { DatagramsPacket } from "../../wire/today-datagrams.ts";
import { CALLEE } from "../ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { datagramsEnds } from "./ends.ts";

const WIRE = millis(1);
const LONGEST = millis(500); // any call ends well before

const delay = fc.integer({ min: 1, max: 30 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 60 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(12)), { maxLength: 4 }),
  sizes: fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }), // a call each
  credits: fc.integer({ min: 1, max: 8 }),
  crash: fc.option(fc.record({ at: fc.nat(30), down: fc.nat(40) })),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function play({ fates, runs, sizes, credits, crash }: Schedule, together: boolean) {
  let [sent, executed] = [0, 0];
  const ends = datagramsEnds({ packetBytes: 2, credits, resendAfter: millis(5), sendLimit: 5, without: [] });
  const net = new EndsNet<unknown, DatagramsPacket>(ends, {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument,
  });
  if (crash !== null) {
    net.after(millis(crash.at), () => net.crash(CALLEE));
    net.after(millis(crash.at + crash.down), () => net.restart(CALLEE));
  }
  for (const [i, bytes] of sizes.entries()) {
    net.call(new Uint8Array(bytes).fill(i + 1));
    const limit = net.now + LONGEST;
    while (!together && net.isCalling && net.now < limit) net.run(millis(2));
  }
  net.run(LONGEST);
  return net.steps.flatMap(({ effects }) => effects);
}

describe("calls past the kernel", () => {
  it("end each; one that returns has run once and has its own result, one that fails has run once at most", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(schedule, fc.boolean(), (given, together) => {
        const effects = play(given, together);
        for (const [i, bytes] of given.sizes.entries()) {
          const call = i + 1;
          const of = effects.filter((effect) => "call" in effect && effect.call === call);
          const runs = of.filter(({ tag }) => tag === "execute").length;
          const endings = of.filter((effect) => effect.tag === "returned" || effect.tag === "failed");
          expect(endings).toHaveLength(1);
          for (const ending of endings) {
            ways.add(ending.tag);
            if (ending.tag === "failed") expect(runs).toBeLessThanOrEqual(1);
            else expect([runs, [...ending.data]]).toEqual([1, Array.from({ length: bytes }, () => call)]);
          }
        }
      }),
      { numRuns: 200 },
    );
    expect([...ways].sort()).toEqual(["failed", "returned"]);
  });

  it("take a packet for each of the request and the reply, and as many answers or askings but for two", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 8 }), (bytes, credits) => {
        const quiet = { fates: [], runs: [], sizes: [bytes], credits, crash: null };
        const packets = Math.max(1, Math.ceil(bytes / 2));
        expect(play(quiet, false).filter(({ tag }) => tag === "send")).toHaveLength(4 * packets - 2);
      }),
    );
  });

  it("have no more packets unanswered than the slot has credits", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        let [out, most] = [0, 0];
        for (const effect of play({ ...given, fates: [], runs: [], crash: null, sizes: [6] }, false)) {
          if (effect.tag !== "send") continue;
          out += effect.kind === "request" || effect.kind === "more" ? 1 : -1;
          most = Math.max(most, out);
        }
        expect(most).toBeLessThanOrEqual(given.credits);
      }),
    );
  });
});
