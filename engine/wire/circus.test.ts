/** Segments of Circus: what is written can be read, whatever it says, and what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CIRCUS_HEADER, CIRCUS_KINDS, CIRCUS_PORT, readCircus, writeCircus, type CircusSegment } from "./circus.ts";
import { dissect } from "./layers.ts";
import { station } from "./station.ts";
import { encodeUdpFrame } from "./udp-frame.ts";

const segments: fc.Arbitrary<CircusSegment> = fc
  .record({
    kind: fc.constantFrom(...CIRCUS_KINDS),
    number: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    bit: fc.boolean(),
    total: fc.integer({ min: 1, max: 255 }),
    some: fc.nat(),
    pleaseAck: fc.boolean(),
    clients: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    data: fc.uint8Array({ maxLength: 1024 }),
  })
  .map(({ bit, some, ...rest }) => {
    const { kind, total } = rest;
    const ofReturn = kind === "return" || (kind === "acknowledgement" && bit);
    const index = kind === "call" || kind === "return" ? 1 + (some % total) : some % (total + 1);
    return { ...rest, ofReturn, index };
  });

const CALL: CircusSegment = {
  kind: "call",
  number: 7,
  ofReturn: false,
  total: 3,
  index: 2,
  pleaseAck: true,
  clients: 1,
  data: Uint8Array.of(1, 2, 3),
};

describe("a segment of Circus", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(segments, (segment) => {
        expect(readCircus(writeCircus(segment))).toEqual(segment);
      }),
    );
  });

  it("has a header of twelve bytes", () => {
    expect(CIRCUS_HEADER.bytes).toBe(12);
  });

  it("is refused where its flags or its place contradict its kind, and shown as malformed", () => {
    const bytes = writeCircus(CALL);
    expect(() => readCircus(bytes.with(1, 2))).toThrow("the flags of a segment of kind call");
    expect(() => readCircus(bytes.with(3, 4))).toThrow("segment: got 4, want 1 to 3");
    const ends = [station(1), station(2)].map((one) => ({ ...one, port: CIRCUS_PORT }));
    const [from, to] = ends;
    if (from === undefined || to === undefined) throw new Error("A frame has two ends.");
    const names = (packet: Uint8Array): readonly string[] =>
      dissect(encodeUdpFrame(packet, from, to)).map(({ name }) => name);
    expect(names(bytes)).toEqual(["Ethernet", "IPv4", "UDP", "Circus", "data"]);
    expect(names(bytes.with(1, 2)).at(-1)).toBe("malformed");
  });
});
