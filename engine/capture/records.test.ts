/** Streams: whatever the segments, the records are the same; and a gap costs the records that it touches, no others. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dissected } from "./test-dissect.ts";
import { callOf, everyMs, inTcp, pcapOf, recordOf, words } from "./test-frames.ts";

const SYN = inTcp(0xffff_fff0, new Uint8Array(0), {}, 2);
/** The stream's first byte: its numbers wrap within the first records. */
const FIRST = 0xffff_fff1;

const argsOf = (length: number): Uint8Array => words(...Array.from({ length }, (_, i) => 0x1000_0000 + i));
const message = (xid: number, length: number): Uint8Array => callOf(xid, 100_003, 3, 7, argsOf(length));

const together = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

interface Piece {
  readonly from: number;
  readonly to: number;
}

const segment = (stream: Uint8Array, { from, to }: Piece): Uint8Array =>
  inTcp((FIRST + from) % 2 ** 32, stream.subarray(from, to));

/** A stream cut into segments, some of them again, longer or shorter, in any order. */
const streams = fc
  .record({
    lengths: fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }),
    fragment: fc.constantFrom(8, 40, 100, 1000),
    cuts: fc.array(fc.nat(2000), { maxLength: 12 }),
    again: fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 400 })), { maxLength: 6 }),
    order: fc.array(fc.nat(1000), { minLength: 24, maxLength: 24 }),
  })
  .map(({ lengths, fragment, cuts, again, order }) => {
    const stream = together(lengths.map((length, i) => recordOf(message(i + 1, length), fragment)));
    const places = [...new Set([0, ...cuts.map((cut) => cut % stream.length), stream.length])].toSorted(
      (a, b) => a - b,
    );
    const pieces: Piece[] = places.slice(1).map((to, i) => ({ from: places[i] ?? 0, to }));
    const others = again.map(([at, length]) => {
      const from = at % stream.length;
      return { from, to: Math.min(stream.length, from + length) };
    });
    const all = [...pieces, ...others].map((piece, i) => ({ piece, rank: order[i] ?? 0 }));
    const segments = all.toSorted((a, b) => a.rank - b.rank).map(({ piece }) => segment(stream, piece));
    return { lengths, segments };
  });

const shown = (file: Uint8Array) =>
  dissected(file, 997).calls.map(({ xid, sends }) => [xid, sends.length, sends[0]?.bytes, sends[0]?.unseen]);

describe("a stream put together", () => {
  test("has the same records whatever the segments, their order, repetitions and overlaps", () => {
    fc.assert(
      fc.property(streams, ({ lengths, segments }) => {
        const expected = lengths.map((length, i) => [i + 1, 1, 40 + 4 * length, 0]);
        expect(shown(pcapOf(everyMs(SYN, ...segments)))).toEqual(expected);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  const lengths = [3, 50, 5, 20, 8, 9];
  const records = lengths.map((length, i) => recordOf(message(i + 1, length)));
  const stream = together(records);
  const starts = records.map((_, i) => together(records.slice(0, i)).length);
  const acknowledged = inTcp(1, new Uint8Array(0), { isReply: true }, 0x10, (FIRST + stream.length) % 2 ** 32);
  /** Segments that begin where records do, and one or more of 64 bytes for each. */
  const pieces = starts.flatMap((start, i) => {
    const end = starts[i + 1] ?? stream.length;
    return Array.from({ length: Math.ceil((end - start) / 64) }, (_, k) => ({
      from: start + 64 * k,
      to: Math.min(end, start + 64 * (k + 1)),
    }));
  });

  test.each(pieces.map((_, i) => i))(
    "without segment %i it shows all records that the gap did not touch",
    (missing) => {
      const kept = pieces.filter((_, i) => i !== missing);
      const file = pcapOf(everyMs(SYN, ...kept.map((piece) => segment(stream, piece)), acknowledged));
      const { from, to } = pieces[missing] ?? { from: 0, to: 0 };
      const whole = starts.flatMap((start, i) => {
        const end = starts[i + 1] ?? stream.length;
        return end <= from || start >= to ? [i + 1] : [];
      });
      const { calls, dissection } = dissected(file);
      const seen = calls.filter(({ sends }) => sends[0]?.unseen === 0).map(({ xid }) => xid);
      expect(seen).toEqual(whole);
      expect(calls.every(({ xid }) => xid >= 1 && xid <= records.length)).toBe(true);
      expect(dissection.counts.unseenBytes).toBe(missing === pieces.length - 1 ? 0 : to - from);
    },
  );

  test("a capture that begins in the middle of a record goes on with the next", () => {
    const at = (starts[1] ?? 0) + 30;
    const rest = pieces.filter(({ from }) => from > at).map((piece) => segment(stream, piece));
    const file = pcapOf(everyMs(segment(stream, { from: at, to: (starts[1] ?? 0) + 64 }), ...rest));
    expect(dissected(file).calls.map(({ xid }) => xid)).toEqual([3, 4, 5, 6]);
  });

  test("of bytes that come twice the first stand, and other ones are named", () => {
    const other = stream.slice();
    other.fill(9, 4, 8);
    const [first] = pieces;
    if (first === undefined) throw new Error("The stream has no pieces.");
    const file = pcapOf(everyMs(SYN, segment(stream, first), segment(other, first)));
    const { calls, dissection } = dissected(file);
    expect(calls.map(({ xid }) => xid)).toEqual([1]);
    expect(dissection.counts.differingFrames).toEqual([3]);
  });
});

describe("hostile bytes", () => {
  test("make no error, and no call that was not there", () => {
    const file = pcapOf(
      everyMs(SYN, ...[0, 1, 2].map((i) => segment(together([recordOf(message(i + 1, 20))]), { from: 0, to: 124 }))),
    );
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(changes, fc.nat(file.length - 1), (edits, cut) => {
        const damaged = file.slice(0, Math.max(24, file.length - cut));
        for (const [at, value] of edits) if (at >= 24 && at < damaged.length) damaged[at] = value;
        expect(dissected(damaged, 61).calls.length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  test("lengths that no record has are not waited for", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
        const { calls } = dissected(pcapOf(everyMs(SYN, inTcp(FIRST, bytes))));
        expect(calls).toEqual([]);
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
