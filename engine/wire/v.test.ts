/** Packets of V: what is written can be read, whatever it says, and what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putU32 } from "./bytes.ts";
import { dissect } from "./layers.ts";
import { station } from "./station.ts";
import { decodeVFrame, encodeVFrame, readV, V_HEADER, V_KINDS, V_MESSAGE_BYTES, writeV, type VPacket } from "./v.ts";

const ADDRESSES = { from: station(1), to: station(2) };
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const packets: fc.Arbitrary<VPacket> = fc.record({
  kind: fc.constantFrom(...V_KINDS),
  call: word,
  from: word,
  to: word,
  size: word,
  place: word,
  last: fc.boolean(),
  data: fc.uint8Array({ maxLength: 1024 }),
});

const MESSAGE: VPacket = {
  kind: "message",
  call: 7,
  from: 0x0100_0001,
  to: 0x0101_0001,
  size: 0,
  place: 0,
  last: false,
  data: Uint8Array.of(1, 2, 3),
};

describe("a packet of V", () => {
  it("is read as it was written, in a frame too", () => {
    fc.assert(
      fc.property(packets, (packet) => {
        expect(readV(writeV(packet))).toEqual(packet);
        expect(decodeVFrame(encodeVFrame(packet, ADDRESSES))).toEqual(packet);
      }),
    );
  });

  it("has room for 32 bytes in a message and a reply, used or not", () => {
    expect(V_HEADER.bytes).toBe(28);
    expect(writeV(MESSAGE)).toHaveLength(V_HEADER.bytes + V_MESSAGE_BYTES);
    expect(writeV({ ...MESSAGE, kind: "pending", data: new Uint8Array(0) })).toHaveLength(V_HEADER.bytes);
  });

  it("is refused where it says that it has more data than it has, and shown as malformed", () => {
    const bytes = writeV(MESSAGE);
    putU32(bytes, 24, 33);
    expect(() => readV(bytes)).toThrow("data bytes: got 33, want 0 to 32");
    const frame = encodeVFrame(MESSAGE, ADDRESSES);
    putU32(frame, 14 + 24, 33);
    expect(dissect(frame).at(-1)?.name).toBe("malformed");
  });

  it("is refused in a frame of another type", () => {
    const frame = encodeVFrame(MESSAGE, ADDRESSES);
    frame[13] = 0;
    expect(() => decodeVFrame(frame)).toThrow("type");
  });

  it("is taken apart by the table that writes it", () => {
    expect(dissect(encodeVFrame(MESSAGE, ADDRESSES)).map(({ name }) => name)).toEqual([
      "Ethernet",
      "V interkernel",
      "data",
    ]);
  });
});
