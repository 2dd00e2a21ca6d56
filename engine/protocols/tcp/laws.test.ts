/** Laws of a connection, over any schedule of writes, losses, copies and delays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { Fate } from "../testing/net.ts";
import { OPTIONS, TcpNet } from "./net.ts";
import { tcpEnd } from "./tcp.ts";

const TCP = tcpEnd(OPTIONS);
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
  readonly net: TcpNet;
  readonly written: { readonly a: number; readonly b: number };
}

/** Makes the writes; segments beyond the fates meet no fault. Then time goes on for as long as anything can take. */
function play({ writes, fromA, fromB, window }: Schedule): Played {
  const sent = { a: 0, b: 0 };
  const net = new TcpNet((from) => (from === "a" ? fromA : fromB)[sent[from]++] ?? [WIRE]);
  if (window) net.limitWindow(5000);
  const written = { a: 0, b: 0 };
  for (const { end, bytes, after } of writes) {
    net.run(after);
    if (net.stateOf(end)?.tag !== "open") continue;
    net.write(end, bytes);
    written[end] += bytes;
  }
  net.run(seconds(120));
  return { net, written };
}

const isBroken = ({ net }: Played): boolean => net.stateOf("a")?.tag === "broken" || net.stateOf("b")?.tag === "broken";

describe("whatever befalls its segments, a connection", () => {
  it("delivers every byte that was written once and in order, or is broken", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const played = play(given);
        const { net, written } = played;
        expect(net.delivered.b).toBeLessThanOrEqual(written.a);
        expect(net.delivered.a).toBeLessThanOrEqual(written.b);
        if (isBroken(played)) return;
        whole++;
        expect(net.delivered).toEqual({ a: written.b, b: written.a });
        expect(net.stateOf("a")).toMatchObject({ acknowledged: written.a, early: [], retransmitAt: Infinity });
      }),
      { numRuns: 150 },
    );
    expect(whole).toBeGreaterThan(100);
  });

  it("that both ends close has brought every byte before it says so, and is gone in the end", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const played = play({ ...given, writes: given.writes.slice(0, 3) });
        const { net, written } = played;
        for (const end of ["a", "b"] as const) if (net.stateOf(end)?.tag === "open") net.close(end);
        net.run(seconds(200));
        const ends = [net.stateOf("a")?.tag, net.stateOf("b")?.tag];
        expect(ends.every((tag) => tag === "ended" || tag === "broken")).toBe(true);
        if (net.finished.b) expect(net.delivered.b).toBe(written.a);
        if (net.finished.a) expect(net.delivered.a).toBe(written.b);
        if (ends.every((tag) => tag === "ended")) {
          expect(net.finished).toEqual({ a: true, b: true });
          whole++;
        }
      }),
      { numRuns: 100 },
    );
    expect(whole).toBeGreaterThan(50);
  });

  it("keeps its books: acknowledged <= sent <= written, no more than the window under way, nothing goes back", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { net } = play(given);
        const last = { a: { acknowledged: 0, received: 0 }, b: { acknowledged: 0, received: 0 } };
        for (const { end, after } of net.steps) {
          if (after === null) continue;
          expect(after.acknowledged).toBeLessThanOrEqual(after.sent);
          expect(after.sent).toBeLessThanOrEqual(after.written);
          expect(after.sent - after.acknowledged).toBeLessThanOrEqual(net.options.windowBytes);
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
        const { net } = play(given);
        for (const { at, input, after, end } of net.steps) {
          if (after === null || after.tag === "broken") continue;
          expect(structuredClone(after)).toEqual(after);
          expect(TCP.deadline(after) ?? at, `${end} ${input.tag} at ${at}`).toBeGreaterThanOrEqual(at);
          const frozen = Object.freeze({ ...after });
          const again = { tag: "write", bytes: 10 } as const;
          expect(TCP.step(frozen, again, at)).toEqual(TCP.step(frozen, again, at));
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
        const net = new TcpNet(() => [WIRE]);
        net.write("a", segments * 1448);
        net.run(millis(100));
        const acknowledgements = net.steps.flatMap(({ effects }) =>
          effects.filter((effect) => effect.tag === "send" && effect.what === "acknowledgement"),
        );
        expect(acknowledgements).toHaveLength(Math.ceil(segments / 2));
        expect(net.delivered.b).toBe(segments * 1448);
      }),
    );
  });

  it("whatever is written, and in how many pieces, arrives within a way there as long as the window holds it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 7 }), (pieces) => {
        const net = new TcpNet(() => [WIRE]);
        for (const bytes of pieces) net.write("a", bytes);
        net.run(WIRE);
        expect(net.delivered.b).toBe(pieces.reduce((sum, bytes) => sum + bytes, 0));
      }),
    );
  });
});
