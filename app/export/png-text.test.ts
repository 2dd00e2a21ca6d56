import { describe, expect, it } from "vitest";
import { crc32, withPngScale, withPngText } from "./png-text.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** A PNG's outer form: signature, then chunks of length, type, data, check. */
const chunk = (type: string, data: string): string => {
  const number = (value: number): string =>
    String.fromCharCode(...[24, 16, 8, 0].map((shift) => (value >>> shift) & 255));
  return number(data.length) + type + data + number(crc32(bytes(type + data)));
};
const SIGNATURE = "\x89PNG\r\n\x1a\n";
const HEADER = chunk("IHDR", "\0\0\0\x01\0\0\0\x01\x08\0\0\0\0");

describe("text in a PNG", () => {
  it("has the check sum of the PNG specification", () => {
    expect(crc32(bytes("123456789"))).toBe(0xcbf43926);
    expect(crc32(bytes("IEND"))).toBe(0xae426082);
  });

  it("stands in an iTXt chunk right behind the header, and moves nothing else", () => {
    const end = chunk("IEND", "");
    const written = withPngText(bytes(SIGNATURE + HEADER + end), "Description", "seed 7");
    const text = chunk("iTXt", "Description\0\0\0\0\0seed 7");
    expect([...written]).toEqual([...bytes(SIGNATURE + HEADER + text + end)]);
  });

  it("says that a picture of two pixels for one has 192 of them an inch", () => {
    const end = chunk("IEND", "");
    const size = chunk("pHYs", "\0\0\x1d\x87\0\0\x1d\x87\x01"); // 7,559 a metre
    expect([...withPngScale(bytes(SIGNATURE + HEADER + end), 2)]).toEqual([...bytes(SIGNATURE + HEADER + size + end)]);
  });
});
