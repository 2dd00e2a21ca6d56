/** Laws of a connection, over any schedule of writes, losses, copies and delays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { draws } from "../testing/draws.ts";
import type { Fate } from "../testing/net.ts";
import { impure } from "../testing/pure.ts";
import { END_A, OPTIONS, tcpNet, type TcpNet } from "./net.ts";

const ENDS = { a: 0, b: 1 };
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
  readonly written: Readonly<Record<EndName, number>>;
  readonly windowBytes: number;
}

type EndName = keyof typeof ENDS;
const stateOf = (net: TcpNet, end: EndName) => net.stateOf(ENDS[end])?.tcp;

/** Bytes that each end was given, in order. */
function deliveredBy(net: TcpNet): Record<EndName, number> {
  const delivered = { a: 0, b: 0 };
  for (const { host, effects } of net.taken) {
    for (const effect of effects) if (effect.tag === "deliver") delivered[host] += effect.bytes;
  }
  return delivered;
}

/** Whether an end has been told that the other one writes no more. */
const isFinished = (net: TcpNet, end: EndName): boolean =>
  net.taken.some(({ host, effects }) => host === end && effects.some(({ tag }) => tag === "finished"));

/** Makes the writes; segments beyond the fates meet no fault. Then time goes on for as long as anything can take. */
function play({ writes, fromA, fromB, window }: Schedule): Played {
  const sent = { a: 0, b: 0 };
  const fateOf = (from: number): Fate => (from === END_A ? fromA[sent.a++] : fromB[sent.b++]) ?? [WIRE];
  const windowBytes = window ? 5000 : OPTIONS.windowBytes;
  const net = tcpNet(fateOf, { ...OPTIONS, windowBytes });
  const written = { a: 0, b: 0 };
  for (const { end, bytes, after } of writes) {
    net.run(after);
    if (stateOf(net, end)?.tag !== "open") continue;
    net.tell(ENDS[end], { tag: "write", bytes });
    written[end] += bytes;
  }
  net.run(seconds(120));
  return { net, written, windowBytes };
}

const isBroken = ({ net }: Played): boolean =>
  stateOf(net, "a")?.tag === "broken" || stateOf(net, "b")?.tag === "broken";

describe("whatever befalls its segments, a connection", () => {
  it("delivers every byte that was written once and in order, or is broken", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const played = play(given);
        const { net, written } = played;
        const delivered = deliveredBy(net);
        expect(delivered.b).toBeLessThanOrEqual(written.a);
        expect(delivered.a).toBeLessThanOrEqual(written.b);
        if (isBroken(played)) return;
        whole++;
        expect(delivered).toEqual({ a: written.b, b: written.a });
        expect(stateOf(net, "a")).toMatchObject({ acknowledged: written.a, early: [], retransmitAt: Infinity });
      }),
      { numRuns: draws(150) },
    );
    expect(whole).toBeGreaterThan(draws(100));
  });

  it("that both ends close has brought every byte before it says so, and is gone in the end", () => {
    let whole = 0;
    fc.assert(
      fc.property(schedule, (given) => {
        const played = play({ ...given, writes: given.writes.slice(0, 3) });
        const { net, written } = played;
        for (const end of ["a", "b"] as const) {
          if (stateOf(net, end)?.tag === "open") net.tell(ENDS[end], { tag: "close" });
        }
        net.run(seconds(200));
        const ends = [stateOf(net, "a")?.tag, stateOf(net, "b")?.tag];
        const delivered = deliveredBy(net);
        const finished = { a: isFinished(net, "a"), b: isFinished(net, "b") };
        expect(ends.every((tag) => tag === "ended" || tag === "broken")).toBe(true);
        if (finished.b) expect(delivered.b).toBe(written.a);
        if (finished.a) expect(delivered.a).toBe(written.b);
        if (ends.every((tag) => tag === "ended")) {
          expect(finished).toEqual({ a: true, b: true });
          whole++;
        }
      }),
      { numRuns: draws(100) },
    );
    expect(whole).toBeGreaterThan(draws(50));
  });

  it("keeps its books: acknowledged <= sent <= written, no more than the window under way, nothing goes back", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { net, windowBytes } = play(given);
        const last = { a: { acknowledged: 0, received: 0 }, b: { acknowledged: 0, received: 0 } };
        for (const { host: end, after } of net.taken) {
          expect(after.acknowledged).toBeLessThanOrEqual(after.sent);
          expect(after.sent).toBeLessThanOrEqual(after.written);
          expect(after.sent - after.acknowledged).toBeLessThanOrEqual(windowBytes);
          expect(after.acknowledged).toBeGreaterThanOrEqual(last[end].acknowledged);
          expect(after.received).toBeGreaterThanOrEqual(last[end].received);
          last[end] = after;
        }
      }),
      { numRuns: draws(80) },
    );
  });

  it("takes steps that are pure, to states that are plain data and whose deadline has not passed", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { taken } = play(given).net;
        expect(impure(taken)).toEqual([]);
        for (const { machine, at, input, after, host } of taken) {
          expect(machine.deadline(after) ?? at, `${host} ${input.tag} at ${at}`).toBeGreaterThanOrEqual(at);
        }
      }),
      { numRuns: draws(40) },
    );
  });
});

describe("without faults", () => {
  it("a stream costs one acknowledgement for two segments, and the last of an odd number 40 ms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (segments) => {
        const net = tcpNet(() => [WIRE]);
        net.tell(END_A, { tag: "write", bytes: segments * 1448 });
        net.run(millis(100));
        const acknowledgements = net.taken.flatMap(({ effects }) =>
          effects.filter((effect) => effect.tag === "send" && effect.what === "acknowledgement"),
        );
        expect(acknowledgements).toHaveLength(Math.ceil(segments / 2));
        expect(deliveredBy(net).b).toBe(segments * 1448);
      }),
    );
  });

  it("whatever is written, and in how many pieces, arrives within a way there as long as the window holds it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 7 }), (pieces) => {
        const net = tcpNet(() => [WIRE]);
        for (const bytes of pieces) net.tell(END_A, { tag: "write", bytes });
        net.run(WIRE);
        expect(deliveredBy(net).b).toBe(pieces.reduce((sum, bytes) => sum + bytes, 0));
      }),
    );
  });
});
