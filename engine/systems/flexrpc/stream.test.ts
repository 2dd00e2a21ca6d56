import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentWord, resultWord } from "./stream.ts";

const bytesOf = (word: number): readonly number[] => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff);
const position = fc.integer({ min: 1, max: 255 });
const call = fc.integer({ min: 0, max: 0xf_ffff });

describe("the bytes that fill FlexRPC’s messages", () => {
  it("are all above 0x7f, so that a segment begins with a type of DICOM’s packets (1 to 7) nowhere in them", () => {
    fc.assert(
      fc.property(position, call, (callee, number) => {
        for (const word of [argumentWord(number), resultWord(callee, number)])
          expect(Math.min(...bytesOf(word))).toBeGreaterThan(0x7f);
      }),
    );
  });

  it("say whose they are: of different callees or calls they differ", () => {
    fc.assert(
      fc.property(position, call, position, call, (callee, number, other, another) => {
        const isSame = callee === other && number === another;
        expect(resultWord(callee, number) === resultWord(other, another)).toBe(isSame);
        expect(argumentWord(number) === argumentWord(another)).toBe(number === another);
      }),
    );
  });
});
