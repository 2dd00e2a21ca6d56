import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksum, finishChecksum, sumWords } from "./checksum.ts";

/** RFC 1071 §4.1 word by word, folding at every step: slow and obvious. */
function slowChecksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    sum += (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return 0xffff - sum;
}

describe("Internet checksum", () => {
  it("gives the sum of the example in RFC 1071 §3, complemented", () => {
    const bytes = Uint8Array.of(0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7);
    expect(checksum(bytes, 0, 8)).toBe(0xffff - 0xddf2);
  });

  it("agrees with the slow twin on any bytes, from any offset", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(40), (bytes, skip) => {
        const from = Math.min(skip, bytes.length);
        expect(checksum(bytes, from, bytes.length)).toBe(slowChecksum(bytes.subarray(from)));
      }),
    );
  });

  it("adds up over parts of even length", () => {
    const even = fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.subarray(0, bytes.length & ~1));
    fc.assert(
      fc.property(even, fc.uint8Array({ maxLength: 60 }), (first, second) => {
        const whole = Uint8Array.from([...first, ...second]);
        const sum = sumWords(first, 0, first.length) + sumWords(second, 0, second.length);
        expect(finishChecksum(sum)).toBe(checksum(whole, 0, whole.length));
      }),
    );
  });

  it("does not overflow on the largest datagram of ones", () => {
    expect(checksum(new Uint8Array(65535).fill(0xff), 0, 65535)).toBe(slowChecksum(new Uint8Array(65535).fill(0xff)));
  });
});
