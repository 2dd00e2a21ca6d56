import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WireError } from "./error.ts";
import {
  decodeFrame,
  describeFirefly,
  emitFirefly,
  emitFrame,
  encodeFrame,
  FIREFLY_MAX_DATA,
  FIREFLY_TYPES,
  parseFirefly,
  station,
  type FireflyPacket,
} from "./firefly.ts";
import { flip, fromHex, messageOf } from "./test-bytes.ts";

const CALLER = station(1);
const SERVER = station(2);
const BOTH = { from: CALLER, to: SERVER };

const CALL: FireflyPacket = {
  type: "call",
  pleaseAck: true,
  lastFragment: true,
  fragment: 0,
  activity: { machine: 0x01020304, space: 0x0506, thread: 0x0708 },
  sequence: 0x090a0b0c,
  serverSpace: 0x0d0e,
  serverThread: 0x0f10,
  interface: 0x11121314,
  binding: 0x15161718,
  procedure: 0x191a,
  data: fromHex("68692100"),
};
const CALL_BYTES = fromHex("51 03 0000 01020304 0506 0708 090a0b0c 0d0e 0f10 11121314 15161718 191a 0004 68692100");

const u16 = fc.nat(0xffff);
const u32 = fc.nat(0xffffffff);
const anyPacket: fc.Arbitrary<FireflyPacket> = fc.record({
  type: fc.constantFrom(...FIREFLY_TYPES),
  pleaseAck: fc.boolean(),
  lastFragment: fc.boolean(),
  fragment: u16,
  activity: fc.record({ machine: u32, space: u16, thread: u16 }),
  sequence: u32,
  serverSpace: u16,
  serverThread: u16,
  interface: u32,
  binding: u32,
  procedure: u16,
  data: fc.uint8Array({ maxLength: FIREFLY_MAX_DATA }),
});
const anyAddresses = fc
  .record({ from: fc.integer({ min: 1, max: 254 }), to: fc.integer({ min: 1, max: 254 }) })
  .map(({ from, to }) => ({ from: station(from), to: station(to) }));

describe("Firefly RPC header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    expect(parseFirefly(CALL_BYTES)).toEqual(CALL);
    const out = new Uint8Array(36);
    emitFirefly(CALL, out, 0);
    expect(out).toEqual(CALL_BYTES);
  });

  it("comes back from its bytes, whatever its fields and data", () => {
    fc.assert(
      fc.property(anyPacket, fc.nat(9), (packet, at) => {
        const bytes = new Uint8Array(at + 32 + packet.data.length);
        emitFirefly(packet, bytes, at);
        expect(parseFirefly(bytes, at)).toEqual(packet);
      }),
    );
  });

  it("says in one line what it is for", () => {
    const target = "procedure 6426 of interface 286397204";
    expect(describeFirefly(CALL)).toBe(
      `call 151653132 of activity 16909060.1286.1800, ${target}, please acknowledge, 4 bytes`,
    );
    expect(describeFirefly({ ...CALL, type: "result", pleaseAck: false, fragment: 2 })).toBe(
      `result 151653132 of activity 16909060.1286.1800, ${target}, fragment 2 (last), 4 bytes`,
    );
  });

  it("names what it refuses: an unknown type, unknown flags, a wrong data length, a short header", () => {
    const changed = (at: number, value: number): Uint8Array => {
      const bytes = CALL_BYTES.slice();
      bytes[at] = value;
      return bytes;
    };
    const types = "0x51 call, 0x52 result, 0x53 acknowledgement, 0x54 probe, 0x55 reject, 0x56 data";
    expect(messageOf(() => parseFirefly(changed(0, 0x57)))).toContain(`type: got 0x57, want ${types}`);
    expect(messageOf(() => parseFirefly(changed(0, 0x50)))).toContain(`type: got 0x50, want ${types}`);
    expect(messageOf(() => parseFirefly(changed(1, 4)))).toContain("flags: got 0x04, want 0…3");
    expect(messageOf(() => parseFirefly(changed(31, 5)))).toContain("data length: got 5, want 4, the bytes behind");
    expect(messageOf(() => parseFirefly(CALL_BYTES.subarray(0, 31)))).toContain("got 31 bytes, want at least 32");
    const long = new Uint8Array(32 + 1441);
    emitFirefly(CALL, long, 0);
    expect(messageOf(() => parseFirefly(long))).toContain("want at most 1440");
  });

  it("is not written where a value does not fit its field", () => {
    const out = new Uint8Array(2000);
    expect(messageOf(() => emitFirefly({ ...CALL, sequence: -1 }, out, 0))).toBe(
      "Firefly RPC header, byte 12, sequence: got -1, want a whole number of 0…4294967295.",
    );
    expect(messageOf(() => emitFirefly({ ...CALL, procedure: 65536 }, out, 0))).toContain("procedure: got 65536");
    expect(messageOf(() => emitFirefly({ ...CALL, data: new Uint8Array(1441) }, out, 0))).toContain(
      "data length: got 1441, want a whole number of 0…1440",
    );
  });
});

describe("Firefly RPC frame", () => {
  it("has 74 bytes without data and 1514 with 1440 bytes of it", () => {
    expect(encodeFrame({ ...CALL, data: new Uint8Array(0) }, BOTH)).toHaveLength(74);
    expect(encodeFrame({ ...CALL, data: new Uint8Array(1440) }, BOTH)).toHaveLength(1514);
    expect(FIREFLY_MAX_DATA).toBe(1440);
  });

  it("is these very bytes: Ethernet, IPv4, UDP, RPC header, data", () => {
    expect(encodeFrame(CALL, BOTH)).toEqual(
      fromHex(`
        020000000002 020000000001 0800
        4500 0040 0000 4000 4011 b6a9 c0000201 c0000202
        cb15 cb15 002c 613f
        5103 0000 01020304 0506 0708 090a0b0c 0d0e 0f10 11121314 15161718 191a 0004 68692100`),
    );
  });

  it("comes back from its bytes with checksums and without", () => {
    fc.assert(
      fc.property(anyPacket, anyAddresses, fc.boolean(), (packet, addresses, udpChecksum) => {
        const frame = encodeFrame(packet, addresses, { udpChecksum });
        expect(decodeFrame(frame, { udpChecksum })).toEqual({ ...addresses, packet });
      }),
    );
  });

  it("is written over old bytes in the middle of an array just as into a new one", () => {
    fc.assert(
      fc.property(anyPacket, fc.nat(50), (packet, at) => {
        const alone = encodeFrame(packet, BOTH);
        const into = new Uint8Array(at + alone.length + 3).fill(0xee);
        expect(emitFrame(packet, BOTH, into, at)).toBe(alone.length);
        expect(into.subarray(at, at + alone.length)).toEqual(alone);
        const around = [...into.subarray(0, at), ...into.subarray(at + alone.length)];
        expect(around.every((byte) => byte === 0xee)).toBe(true);
      }),
    );
  });

  it("is refused when any one bit behind the Ethernet addresses is flipped", () => {
    const frame = encodeFrame(CALL, BOTH);
    for (let bit = 12 * 8; bit < frame.length * 8; bit++) {
      expect(() => decodeFrame(flip(frame, bit)), `bit ${bit}`).toThrow(WireError);
    }
  });

  it("is refused when it is cut short or has bytes behind its end", () => {
    const frame = encodeFrame(CALL, BOTH);
    for (let length = 0; length < frame.length; length++) {
      expect(() => decodeFrame(frame.subarray(0, length)), `${length} bytes`).toThrow(WireError);
    }
    expect(messageOf(() => decodeFrame(Uint8Array.of(...frame, 0)))).toContain("total length: got 64, want 65");
  });

  it("is still checked where checksums are off but the sender made one", () => {
    const frame = encodeFrame(CALL, BOTH);
    expect(decodeFrame(frame, { udpChecksum: false }).packet).toEqual(CALL);
    expect(() => decodeFrame(flip(frame, 75 * 8), { udpChecksum: false })).toThrow(WireError);
  });

  it("is refused where it is not for this protocol’s port", () => {
    const frame = encodeFrame(CALL, BOTH, { udpChecksum: false });
    frame[37] = 53;
    expect(messageOf(() => decodeFrame(frame, { udpChecksum: false }))).toBe(
      "UDP header, byte 36, destination port: got 52021, want 51989.",
    );
  });
});

describe("station", () => {
  it("gives locally administered MAC addresses and documentation IP addresses", () => {
    expect(station(254)).toEqual({ mac: 0x0200000000fe, ip: 0xc00002fe });
    expect(messageOf(() => station(255))).toBe("station, byte 0, number: got 255, want a whole number of 1…254.");
  });
});
