/** Messages on a stream: what is written can be read, however the stream is cut; what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GEMINI } from "./gemini.ts";
import { MERCURY, type MercuryMessage } from "./mercury.ts";

const messages: fc.Arbitrary<readonly MercuryMessage[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("call" as const, "reply" as const),
    number: fc.nat(2 ** 32 - 1),
    flags: fc.nat(1),
    data: fc.uint8Array({ maxLength: 40 }),
  }),
  { maxLength: 6 },
);

describe("messages on a stream", () => {
  it("come back whole and in order, wherever the stream is cut", () => {
    fc.assert(
      fc.property(messages, fc.array(fc.nat(200), { maxLength: 6 }), (all, cuts) => {
        const stream = Uint8Array.of(...all.flatMap((one) => [...MERCURY.write(one)]));
        const at = [0, ...cuts.map((cut) => Math.min(cut, stream.length)), stream.length].sort((a, b) => a - b);
        const found: MercuryMessage[] = [];
        let come = new Uint8Array(0);
        for (const [i, from] of at.entries()) {
          const { messages: whole, rest } = MERCURY.read(
            Uint8Array.of(...come, ...stream.slice(from, at[i + 1] ?? from)),
          );
          found.push(...whole.map(({ kind, number, flags, data }) => ({ kind, number, flags, data })));
          come = rest.slice();
        }
        expect(found).toEqual(all);
        expect(come).toHaveLength(0);
      }),
    );
  });

  it("are refused where a message does not begin, or has no kind", () => {
    const [bytes] = [GEMINI.write({ kind: "call", number: 1, data: new Uint8Array(0) })];
    expect(() => GEMINI.read(bytes.with(0, 0))).toThrow("Gemini message header, byte 0, magic");
    expect(() => GEMINI.read(bytes.with(3, 9))).toThrow("want one of 1 (call), 2 (reply)");
  });
});
