/** Packets of Amoeba: what is written can be read, whatever it says, and what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AMOEBA_FRAGMENT,
  AMOEBA_HEADER,
  AMOEBA_KINDS,
  decodeAmoebaFrame,
  encodeAmoebaFrame,
  readAmoeba,
  writeAmoeba,
  type AmoebaPacket,
} from "./amoeba.ts";
import { putU16, putU32 } from "./bytes.ts";
import { dissect } from "./layers.ts";
import { station } from "./station.ts";

const ADDRESSES = { from: station(1), to: station(2) };
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const MOST = 21; // fragments

const packets: fc.Arbitrary<AmoebaPacket> = fc
  .record({
    kind: fc.constantFrom(...AMOEBA_KINDS),
    process: fc.integer({ min: 1, max: 8 }),
    call: word,
    life: word,
    source: fc.nat(9),
    fragments: fc.integer({ min: 1, max: MOST }),
    some: fc.nat(MOST),
    again: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: AMOEBA_FRAGMENT - AMOEBA_HEADER.bytes }),
  })
  .map(({ some, bytes, ...rest }) => {
    const isData = rest.kind === "request" || rest.kind === "reply";
    const place = some % rest.fragments;
    const data = isData ? bytes : new Uint8Array(0);
    const size = !isData || place > 0 ? 0 : rest.fragments === 1 ? data.length : data.length + 1 + some;
    return { ...rest, place, size, data };
  });

const REQUEST: AmoebaPacket = {
  kind: "request",
  process: 1,
  call: 7,
  source: 0,
  life: 2,
  fragments: 1,
  place: 0,
  size: 3,
  again: false,
  data: Uint8Array.of(1, 2, 3),
};

describe("a packet of Amoeba", () => {
  it("carries the message’s header of 32 bytes in the first fragment", () => {
    expect(AMOEBA_HEADER.bytes).toBe(32);
    expect(writeAmoeba(REQUEST)).toHaveLength(26 + 32 + 3);
    expect(writeAmoeba({ ...REQUEST, fragments: 2, place: 1, size: 0 })).toHaveLength(26 + 3);
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(packets, (packet) => {
        expect(readAmoeba(writeAmoeba(packet))).toEqual(packet);
        expect(decodeAmoebaFrame(encodeAmoebaFrame(packet, ADDRESSES))).toEqual(packet);
      }),
    );
  });

  it("is refused, and never read wrongly, where its headers make no sense", () => {
    const bytes = writeAmoeba(REQUEST);
    const broken = (change: (copy: Uint8Array) => void): Uint8Array => {
      const copy = bytes.slice();
      change(copy);
      return copy;
    };
    for (const [change, message] of [
      [(to: Uint8Array) => (to[0] = 9), "kind: got 9, want one of 1 (locate)"],
      [(to: Uint8Array) => (to[1] = 2), "flags: got 2, want 0 to 1"],
      [(to: Uint8Array) => putU16(to, 2, 0), "fragments: got 0, want 1 to 21"],
      [(to: Uint8Array) => putU16(to, 4, 1), "fragment: got 1, want 0"],
      [(to: Uint8Array) => putU16(to, 6, 9), "process: got 9, want 1 to 8"],
      [(to: Uint8Array) => putU16(to, 10, 34), "bytes: got 34, want 35"],
      [(to: Uint8Array) => putU32(to, 20, 1), "port: got"],
      [(to: Uint8Array) => putU32(to, 26, 1), "port: got"],
      [(to: Uint8Array) => putU16(to, 26 + 28, 4), "size: got 4, want 3"],
    ] as const) {
      expect(() => readAmoeba(broken((copy) => void change(copy))), message).toThrow(message);
    }
    expect(() => readAmoeba(bytes.subarray(0, 25))).toThrow("Amoeba packet header, byte 0, length: got 25 bytes");
    expect(() => writeAmoeba({ ...REQUEST, process: 9 })).toThrow("process: got 9");
  });

  it("is taken apart for a reader, header by header", () => {
    const layers = dissect(encodeAmoebaFrame(REQUEST, ADDRESSES));
    expect(layers.map(({ name, length }) => [name, length])).toEqual([
      ["Ethernet", 14],
      ["Amoeba", 26],
      ["Amoeba message", 32],
      ["data", 3],
    ]);
    const fields = layers[1]?.fields.map(({ name, text, note = "" }) => `${name} ${text} ${note}`.trim());
    expect(fields).toContain("kind 3 request");
    const frame = encodeAmoebaFrame(REQUEST, ADDRESSES);
    expect(dissect(frame.subarray(0, 50)).at(-1)?.name).toBe("malformed");
  });
});
