/** Laws of Circus, over any schedule of losses, copies, delays, slow procedures, and crashes of members. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { Host } from "../ends.ts";
import {
  argumentOf,
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
import type { Fate } from "../testing/net.ts";
import { COLLATORS, type Collator } from "./collator.ts";
import { circusEnds } from "./ends.ts";

const LONGEST = seconds(60); // any call ends well before
const MEMBERS = ["member1", "member2", "member3"];
const PLACES: readonly Host[] = [1, 2, 3];

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 80 }).map(fatesOf(2500)),
  runs: fc.array(fc.constantFrom(WIRE, millis(150), seconds(3)), { maxLength: 6 }),
  sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), // a call each
  collator: fc.constantFrom(...(Object.keys(COLLATORS) as Collator[])),
  hasReplica: fc.boolean(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const NO_FAULTS: Schedule = { fates: [], runs: [], sizes: [1], collator: "unanimous", hasReplica: false };

/** @param wrong members that return something else, each its own */
function net({ sizes, collator, hasReplica, ...fortune }: Schedule, wrong: readonly Host[] = []) {
  const argument = (call: number): Uint8Array => argumentOf(call, sizes[call - 1] ?? 1);
  const replica = hasReplica ? { name: "client2", calls: sizes.length, argument, begins: millis(3) } : null;
  const ends = circusEnds({ members: MEMBERS, collator, segmentBytes: 2, replica });
  return netOf(ends, fortune, (given, host) => given.map((byte) => (wrong.includes(host) ? 100 + host : byte + 1)));
}
type Net = ReturnType<typeof net>;

/** Members in `crashed` lose their power for 5 ms, at the given ms of the first call. */
function played(given: Schedule, crashed: readonly (readonly [Host, number])[] = [], wrong: readonly Host[] = []): Net {
  return play(net(given, wrong), { sizes: given.sizes, longest: LONGEST }, (on, call) => {
    if (call > 1) return;
    let before = 0;
    for (const [host, at] of crashed.toSorted(([, a], [, b]) => a - b)) {
      on.run(millis(at - before));
      before = at;
      on.crash(host);
      on.run(millis(5));
      on.restart(host);
    }
  });
}

const executedBy = (run: Net, call: number): readonly string[] => executionsOf(run, call).map(({ step }) => step.host);
const crashes = fc
  .subarray([1, 2, 3])
  .chain((hosts) => fc.tuple(...hosts.map((host) => fc.tuple(fc.constant(host), fc.nat(4000)))));

describe("a call of Circus", () => {
  it("ends, runs on no member twice, and gives its own result, whatever crashes", () => {
    fc.assert(
      fc.property(schedule, crashes, (given, crashed) => {
        const run = played(given, crashed);
        const ended = endingsOf(run);
        expect(ended.map(({ call }) => call)).toEqual(given.sizes.map((_, i) => i + 1));
        for (const ending of ended) {
          const call = Number(ending.call);
          const executed = executedBy(run, call);
          expect(new Set(executed).size).toBe(executed.length);
          if (ending.tag === "failed") continue;
          expect(executed.length).toBeGreaterThan(0);
          expect([...ending.data]).toEqual(resultOf(call, given.sizes[call - 1] ?? 1));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends for a unanimous collator when each member has answered or counts as crashed, and not before", () => {
    fc.assert(
      fc.property(schedule, crashes, (given, crashed) => {
        const run = played({ ...given, collator: "unanimous" }, crashed);
        for (const { call, tag } of endingsOf(run)) {
          const heard = heardOf(run, Number(call));
          expect(heard.map(({ from }) => from).toSorted((a, b) => a - b)).toEqual(PLACES);
          const answered = heard.flatMap(({ how, from }) => (how === "answered" ? [MEMBERS[from - 1]] : []));
          expect(executedBy(run, Number(call))).toEqual(expect.arrayContaining(answered));
          expect(answered.length > 0).toBe(tag === "returned");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("returns what more than half of the troupe says, and fails where they cannot agree", () => {
    fc.assert(
      fc.property(schedule, fc.subarray([1, 2, 3]), (given, wrong) => {
        const run = played({ ...given, sizes: [1], collator: "majority", fates: [] }, [], wrong);
        const [end] = endingsOf(run);
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
        const run = played({ ...NO_FAULTS, fates, collator: "first-come" });
        expect(executedBy(run, 1).toSorted()).toEqual(MEMBERS);
      }),
      { numRuns: 100 },
    );
  });

  it("takes two messages for each pair of a client and a member, where each call follows the last", () => {
    const messages = (hasReplica: boolean): number =>
      sendsOf(played({ ...NO_FAULTS, hasReplica })).filter(({ step }) => step.at < millis(100)).length;
    expect([messages(false), messages(true)]).toEqual([2 * 3, 2 * 2 * 3]);
  });

  it("runs once where two replicas of the client make it, and answers both", () => {
    const run = played({ ...NO_FAULTS, hasReplica: true, sizes: [1, 3] });
    for (const call of [1, 2]) expect(executedBy(run, call).toSorted()).toEqual(MEMBERS);
    const returns = sendsOf(run).filter(({ kind }) => kind === "return");
    expect(new Set(returns.map(({ to }) => to))).toEqual(new Set([0, 4]));
  });

  it("takes a member for crashed after three seconds of silence", () => {
    const run = net(NO_FAULTS);
    run.crash(2);
    run.call(Uint8Array.of(1));
    run.settle(LONGEST);
    expect(heardOf(run, 1).filter(({ how }) => how === "dead")).toMatchObject([{ from: 2, step: { at: seconds(3) } }]);
  });
});
