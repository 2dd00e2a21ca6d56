import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeFlex,
  encodeFlexHeader,
  FLEX_BYTES,
  FLEX_STATUSES,
  flexBodyBytes,
  flexHeaderBytes,
  flexHeaderLength,
  parseFlexHeader,
  type FlexMessage,
} from "./flexrpc.ts";
import { fromHex, messageOf } from "./test-bytes.ts";

const REQUEST: FlexMessage = {
  type: "request",
  call: 7,
  pipelined: true,
  position: 2,
  callees: [0xc0000204, 0xc0000205],
  argumentBytes: 32768,
};
const REQUEST_BYTES = fromHex("4652 71 01 00000007 0002 0002 00008000 c0000204 c0000205");
const RESULTS: FlexMessage = {
  type: "results",
  call: 7,
  position: 2,
  results: [
    { callee: 2, status: "answered", bytes: 5 },
    { callee: 3, status: "unreachable", bytes: 0 },
  ],
};
const RESULTS_BYTES = fromHex("4652 72 00 00000007 0002 0002 00000005 0002 0000 00000005 0003 0001 00000000");

const u16 = fc.nat(0xffff);
const u32 = fc.nat(0xffffffff);
const message: fc.Arbitrary<FlexMessage> = fc.oneof(
  fc.record({
    type: fc.constant("request" as const),
    call: u32,
    pipelined: fc.boolean(),
    position: u16,
    callees: fc.array(u32, { maxLength: 64 }),
    argumentBytes: u32,
  }),
  fc.record({
    type: fc.constant("results" as const),
    call: u32,
    position: u16,
    results: fc.array(fc.record({ callee: u16, status: fc.constantFrom(...FLEX_STATUSES), bytes: fc.nat(2 ** 24) }), {
      maxLength: 64,
    }),
  }),
);

describe("FlexRPC header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    expect(parseFlexHeader(REQUEST_BYTES)).toEqual(REQUEST);
    expect(encodeFlexHeader(REQUEST)).toEqual(REQUEST_BYTES);
    expect(parseFlexHeader(RESULTS_BYTES)).toEqual(RESULTS);
    expect(encodeFlexHeader(RESULTS)).toEqual(RESULTS_BYTES);
  });

  it("comes back from its bytes, whatever stands before and behind it", () => {
    fc.assert(
      fc.property(message, fc.nat(9), fc.nat(9), (fields, before, behind) => {
        const header = encodeFlexHeader(fields);
        const bytes = new Uint8Array(before + header.length + behind).fill(0xee);
        bytes.set(header, before);
        expect(parseFlexHeader(bytes, before)).toEqual(fields);
        expect(header.length).toBe(flexHeaderBytes(fields));
      }),
    );
  });

  it("says how long it is as soon as sixteen bytes of it have come", () => {
    fc.assert(
      fc.property(message, fc.nat(40), (fields, have) => {
        const header = encodeFlexHeader(fields);
        const end = Math.min(have, header.length);
        expect(flexHeaderLength(header, 0, end)).toBe(end < FLEX_BYTES ? FLEX_BYTES : header.length);
      }),
    );
  });

  it("counts the body of results as the sum of them", () => {
    expect(flexBodyBytes(RESULTS)).toBe(5);
    const wrong = Uint8Array.from(RESULTS_BYTES);
    wrong[15] = 6;
    expect(messageOf(() => parseFlexHeader(wrong))).toBe(
      "FlexRPC header, byte 12, body length: got 6, want 5, the sum of the results.",
    );
  });

  it.each([
    ["magic", 0, 0x47, "FlexRPC header, byte 0, magic: got 0x4752, want 0x4652."],
    ["type", 2, 0x73, "FlexRPC header, byte 2, type: got 0x73, want 0x71 request, 0x72 results."],
    ["flags", 3, 2, "FlexRPC header, byte 3, flags: got 2, want a whole number of 0…1."],
    ["count", 10, 1, "FlexRPC header, byte 10, count: got 258, want a whole number of 0…254."],
    ["count", 11, 3, "FlexRPC header, byte 0, length: got 24 bytes, want at least 28. Was the capture cut short?"],
  ])("is refused where its %s is wrong, with the byte", (_, at, value, reason) => {
    const wrong = Uint8Array.from(REQUEST_BYTES);
    wrong[at] = value;
    expect(messageOf(() => parseFlexHeader(wrong))).toBe(reason);
  });

  it("is refused where a status is unknown, or a number does not fit", () => {
    const wrong = Uint8Array.from(RESULTS_BYTES);
    wrong[19] = 9;
    expect(messageOf(() => parseFlexHeader(wrong))).toBe(
      "FlexRPC header, byte 18, status: got 9, want 0 answered, 1 unreachable.",
    );
    expect(messageOf(() => encodeFlexHeader({ ...REQUEST, position: 65536 }))).toMatch(/position: got 65536/);
  });

  it("says in one line what it is", () => {
    expect(describeFlex(REQUEST)).toBe("request 7 to callee 2, 2 more, 32768 bytes");
    expect(describeFlex(RESULTS)).toBe("results 7 from callee 2: 2, 5 bytes");
  });
});
