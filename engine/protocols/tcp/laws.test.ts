/** Laws of a connection, over any schedule of writes, losses, copies and delays. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { OPTIONS, Pair, type Fate } from "./pair.ts";
import { stepTcp, tcpDeadline } from "./tcp.ts";

vi.setConfig({ testTimeout: 60_000 }); // a law takes about a second, on a busy machine several

const WIRE = millis(1);

const delay: fc.Arbitrary<Nanos> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(WIRE) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((ms) => millis(ms)) },
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
const fates = fc.array(fate, { maxLength: 60 });
const write = fc.record({
  end: fc.constantFrom("a" as const, "b" as const),
  bytes: fc.integer({ min: 1, max: 40_000 }),
  after: fc.integer({ min: 0, max: 100 }).map((ms) => millis(ms)),
});
const schedule = fc.record({
  writes: fc.array(write, { maxLength: 6 }),
  fromA: fates,
  fromB: fates,
  window: fc.boolean(),
});

type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

interface Played {
  readonly pair: Pair;
  readonly written: { readonly a: number; readonly b: number };
}

/** Makes the writes; segments beyond the fates meet no fault. Then time goes on for as long as anything can take. */
function play({ writes, fromA, fromB, window }: Schedule): Played {
  const sent = { a: 0, b: 0 };
  const pair = new Pair((from) => (from === "a" ? fromA : fromB)[sent[from]++] ?? [WIRE]);
  if (window) pair.options = { ...OPTIONS, windowBytes: 5000 };
  const written = { a: 0, b: 0 };
  for (const { end, bytes, after } of writes) {
    pair.run(after);
    if (pair.stateOf(end)?.tag !== "open") continue;
    pair.write(end, bytes);
    written[end] += bytes;
  }
  pair.run(seconds(120));
  return { pair, written };
}

const isBroken = ({ pair }: Played): boolean =>
  pair.stateOf("a")?.tag === "broken" || pair.stateOf("b")?.tag === "broken";

describe("whatever befalls its segments, a connection", () => {
  it("delivers every byte that was written once and in order, or is broken", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const played = play(given);
        const { pair, written } = played;
        expect(pair.delivered.b).toBeLessThanOrEqual(written.a);
        expect(pair.delivered.a).toBeLessThanOrEqual(written.b);
        if (isBroken(played)) return;
        whole++;
        expect(pair.delivered).toEqual({ a: written.b, b: written.a });
        expect(pair.stateOf("a")).toMatchObject({ acknowledged: written.a, early: [], retransmitAt: Infinity });
      }),
      { numRuns: 150 },
    );
    expect(whole).toBeGreaterThan(100);
  });

  it("keeps its books: acknowledged <= sent <= written, no more than the window under way, nothing goes back", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { pair } = play(given);
        const last = { a: { acknowledged: 0, received: 0 }, b: { acknowledged: 0, received: 0 } };
        for (const { end, after } of pair.steps) {
          if (after === null) continue;
          expect(after.acknowledged).toBeLessThanOrEqual(after.sent);
          expect(after.sent).toBeLessThanOrEqual(after.written);
          expect(after.sent - after.acknowledged).toBeLessThanOrEqual(pair.options.windowBytes);
          expect(after.acknowledged).toBeGreaterThanOrEqual(last[end].acknowledged);
          expect(after.received).toBeGreaterThanOrEqual(last[end].received);
          last[end] = after;
        }
      }),
      { numRuns: 80 },
    );
  });

  it("takes steps that are pure, to states that are plain data and whose deadline has not passed", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { pair } = play(given);
        for (const { at, input, after, end } of pair.steps) {
          if (after === null || after.tag === "broken") continue;
          expect(structuredClone(after)).toEqual(after);
          expect(tcpDeadline(after), `${end} ${input.tag} at ${at}`).toBeGreaterThanOrEqual(at);
          const frozen = Object.freeze({ ...after });
          const again = { tag: "write", bytes: 10 } as const;
          expect(stepTcp(frozen, again, at, OPTIONS)).toEqual(stepTcp(frozen, again, at, OPTIONS));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("without faults", () => {
  it("a stream costs one acknowledgement for two segments, and the last of an odd number 40 ms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (segments) => {
        const pair = new Pair(() => [WIRE]);
        pair.write("a", segments * 1448);
        pair.run(millis(100));
        const acknowledgements = pair.steps.flatMap(({ effects }) =>
          effects.filter((effect) => effect.tag === "send" && effect.what === "acknowledgement"),
        );
        expect(acknowledgements).toHaveLength(Math.ceil(segments / 2));
        expect(pair.delivered.b).toBe(segments * 1448);
      }),
    );
  });

  it("whatever is written, and in how many pieces, arrives within a way there as long as the window holds it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 7 }), (pieces) => {
        const pair = new Pair(() => [WIRE]);
        for (const bytes of pieces) pair.write("a", bytes);
        pair.run(WIRE);
        expect(pair.delivered.b).toBe(pieces.reduce((sum, bytes) => sum + bytes, 0));
      }),
    );
  });
});
