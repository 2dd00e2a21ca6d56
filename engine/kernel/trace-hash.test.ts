import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TraceHash } from "./trace-hash.ts";

const hashOf = (fill: (hash: TraceHash) => void): string => {
  const hash = new TraceHash();
  fill(hash);
  return hash.digits();
};
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("TraceHash", () => {
  it("is MurmurHash3_x86_32 in its first lane and has a lane of its own in the second", () => {
    // An implementation that gives 0x2e4ff723 for "The quick brown fox jumps over the lazy dog", as published, gives:
    expect(hashOf((hash) => hash.addBytes(ascii("The quick brown ")))).toBe("9bf5473d8fe12d0f");
    expect(hashOf(() => undefined)).toBe("0000000000000000");
  });

  it("changes with any bit of any word, in both lanes", () => {
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

  it("sees the high half of a time and the length and end of a text", () => {
    const times = [[1, 2], [1 + 2 ** 32, 2], [1, 2 + 2 ** 32], [2, 1], [1 + 2 ** 52, 2]] as const;
    const texts = ["", "a", "ab", "abc", "abcd", "abcde", "abcdefg", "abcdefh", "abc\0", "é", "日"];
    const all = [
      ...times.map(([a, b]) => hashOf((hash) => hash.addTimes(a, b))),
      ...texts.map((text) => hashOf((hash) => hash.addText(text))),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it("gives different hashes to 100,000 short records", () => {
    const seen = new Set<string>();
    for (let index = 0; index < 100_000; index++) seen.add(hashOf((hash) => hash.add(3, index % 7, index, 0)));
    expect(seen.size).toBe(100_000);
  });
});
