import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TraceHash } from "./trace-hash.ts";

const hashOf = (fill: (hash: TraceHash) => void): string => {
  const hash = new TraceHash();
  fill(hash);
  return hash.digits();
};

/** Two lanes of MurmurHash3_x86_128 with words going to them in turn, in whole numbers modulo 2^32. */
function slowHash(words: readonly number[]): string {
  const modulus = 1n << 32n;
  const turn = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (32n - by))) % modulus;
  const finish = (value: bigint): bigint => {
    const once = ((value ^ (value >> 16n)) * 0x85ebca6bn) % modulus;
    const twice = ((once ^ (once >> 13n)) * 0xc2b2ae35n) % modulus;
    return twice ^ (twice >> 16n);
  };
  const [c1, c2, c3] = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n];
  let high = 0n;
  let low = 0n;
  for (const [index, word] of words.entries()) {
    const value = BigInt(word >>> 0);
    if (index % 2 === 0) {
      high ^= (turn((value * c1) % modulus, 15n) * c2) % modulus;
      high = ((turn(high, 19n) + low) * 5n + 0x561ccd1bn) % modulus;
    } else {
      low ^= (turn((value * c2) % modulus, 15n) * c3) % modulus;
      low = ((turn(low, 17n) + high) * 5n + 0x0bcaa747n) % modulus;
    }
  }
  high ^= BigInt(words.length * 4);
  low ^= BigInt(words.length * 4);
  high = (high + low) % modulus;
  low = (low + high) % modulus;
  [high, low] = [finish(high), finish(low)];
  high = (high + low) % modulus;
  low = (low + high) % modulus;
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

describe("TraceHash", () => {
  it("is the hash that its definition gives, computed slowly", () => {
    const block = fc.tuple(fc.integer(), fc.integer(), fc.integer(), fc.integer());
    fc.assert(
      fc.property(fc.array(block, { maxLength: 20 }), (blocks) => {
        const fast = hashOf((hash) => {
          for (const [a, b, c, d] of blocks) hash.add(a, b, c, d);
        });
        expect(fast).toBe(slowHash(blocks.flat()));
      }),
    );
  });

  it("changes with any bit of any word, in both halves", () => {
    const words = fc.array(fc.integer(), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(words, fc.nat(), fc.integer({ min: 0, max: 31 }), (values, which, bit) => {
        const digits = (changed: readonly number[]): string =>
          hashOf((hash) => {
            for (let at = 0; at + 3 < changed.length; at += 4) {
              hash.add(changed[at] ?? 0, changed[at + 1] ?? 0, changed[at + 2] ?? 0, changed[at + 3] ?? 0);
            }
          });
        const used = values.length - (values.length % 4);
        const other = values.with(which % used, (values[which % used] as number) ^ (1 << bit));
        expect(digits(values).slice(0, 8)).not.toBe(digits(other).slice(0, 8));
        expect(digits(values).slice(8)).not.toBe(digits(other).slice(8));
      }),
    );
  });

  it("sees the order of words, the length and end of a text, and every byte", () => {
    const texts = ["", "a", "ab", "abc", "abcd", "abcde", "abcdefg", "abcdefh", "abc\0", "é", "日"];
    const frames = [[0], [0, 1], [1, 0], [0, 0, 0, 0, 1], Array<number>(17).fill(0), [...Array<number>(16).fill(0), 1]];
    const all = [
      ...[
        [1, 2, 3, 4],
        [2, 1, 3, 4],
        [3, 2, 1, 4],
        [1, 2, 4, 3],
      ].map(([a = 0, b = 0, c = 0, d = 0]) => hashOf((hash) => hash.add(a, b, c, d))),
      ...texts.map((text) => hashOf((hash) => hash.addText(text))),
      ...frames.map((frame) => hashOf((hash) => hash.addBytes(Uint8Array.from(frame)))),
    ];
    expect(new Set(all).size).toBe(all.length - 1); // an empty text and a frame of one zero byte are both four zeros
  });

  it("takes in bytes as words of four, little end first, wherever they lie in memory, and fills up with zeros", () => {
    const bytes = fc.uint8Array({ maxLength: 70 });
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 7 }), (values, offset) => {
        const memory = new Uint8Array(offset + values.length);
        memory.set(values, offset);
        const filled = [...values, ...Array<number>((16 - (values.length % 16)) % 16).fill(0)];
        const words = Array.from({ length: filled.length / 4 }, (_, i) =>
          filled.slice(4 * i, 4 * i + 4).reduceRight((word, byte) => (word << 8) | byte, 0),
        );
        expect(hashOf((hash) => hash.addBytes(memory.subarray(offset)))).toBe(slowHash(words));
      }),
    );
  });

  it("gives different hashes to 100,000 short records", () => {
    const seen = new Set<string>();
    for (let index = 0; index < 100_000; index++) seen.add(hashOf((hash) => hash.add(3, index % 7, index, 0)));
    expect(seen.size).toBe(100_000);
  });
});
