/** Laws of Amoeba’s transactions, over any schedule of losses, copies, delays, slow procedures and crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import { crashes, endingsOf, executionsOf, fatesOf, netOf, play, resultOf, sendsOf, WIRE } from "../testing/laws.ts";
import { amoebaEnds } from "./ends.ts";
import type { FirstHint } from "./message.ts";

const LONGEST = seconds(200); // any call ends well before

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 60 }).map(fatesOf(3000)),
  runs: fc.array(fc.constantFrom(WIRE, millis(700), seconds(13)), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3 }), // a call each
  sweep: fc.constantFrom(0, millis(100)),
  hint: fc.constantFrom<FirstHint>("known", "none", "stale"),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const net = ({ sweep, hint, ...fortune }: Omit<Schedule, "sizes">) =>
  netOf(amoebaEnds({ fragmentBytes: 1, headBytes: 0, sweep, hint, without: [] }), fortune);
type Net = ReturnType<typeof net>;

const played = ({ sizes, ...given }: Schedule, disturb?: (on: Net, call: number) => void): Net =>
  play(net(given), { sizes, longest: LONGEST }, disturb);

/** The words of the states in which the client’s first process has failed. */
const failuresOf = ({ taken }: Net): readonly string[] =>
  taken.flatMap(({ host, machine, after, before }) => {
    const word = machine.name(after);
    const isFailure = host === "client" && (word === "unknown" || word === "not done") && word !== machine.name(before);
    return isFailure ? [word] : [];
  });

describe("a transaction of Amoeba", () => {
  it("ends, runs once at most, and returns its own result", () => {
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

  it("runs once at most where a host crashes and restarts; “not done” is never said of one that ran", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(CALLER, CALLEE), fc.nat(900), fc.nat(9000), (given, host, at, down) => {
        const run = played(given, crashes(host, at, down));
        for (const [i] of given.sizes.entries()) expect(executionsOf(run, i + 1).length).toBeLessThanOrEqual(1);
        for (const { call, tag, step } of endingsOf(run)) {
          if (tag === "returned") expect(executionsOf(run, Number(call))).toHaveLength(1);
          const isNotDone = step.steps.some(({ machine, after }) => machine.name(after) === "not done");
          if (isNotDone) expect(executionsOf(run, Number(call))).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("takes three packets where all arrive, and one more for each further fragment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (bytes) => {
        const run = played({ fates: [], runs: [WIRE], sizes: [bytes], sweep: 0, hint: "known" });
        expect(sendsOf(run)).toHaveLength(2 * Math.max(1, bytes) + 1);
      }),
    );
  });

  it("locates with two packets more, and with a stale hint with four", () => {
    const packets = (hint: FirstHint): number =>
      sendsOf(played({ fates: [], runs: [WIRE], sizes: [1], sweep: 0, hint })).length;
    expect([packets("known"), packets("none"), packets("stale")]).toEqual([3, 5, 7]);
  });

  it.each([
    ["a dead server that was found before", "known", 10.5, "unknown"],
    ["a service that nobody has", "none", 45.4, "not done"],
  ] as const)("gives up %s", (_, hint, after, word) => {
    const run = net({ fates: [], runs: [], sweep: 0, hint });
    run.crash(CALLEE);
    run.call(new Uint8Array(1));
    run.settle(LONGEST);
    expect(run.steps.at(-1)).toMatchObject({ at: seconds(after), effects: [{ tag: "failed" }] });
    expect(failuresOf(run)).toEqual([word]);
  });

  it("whose packet is lost waits for the next sweep behind 0.5 s", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (sweepMs) => {
        const run = played({ fates: [[]], runs: [], sizes: [1], sweep: millis(sweepMs), hint: "known" });
        const again = run.steps.find(({ effects }) => effects.some((one) => one.tag === "send" && one.again === true));
        expect(again?.at).toBe(millis(Math.ceil(500 / sweepMs) * sweepMs));
      }),
    );
  });
});
