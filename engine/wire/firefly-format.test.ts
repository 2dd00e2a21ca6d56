/** The four ways to write a Firefly RPC packet: either header, over UDP or straight on the Ethernet. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WireError } from "./error.ts";
import { FIREFLY_MAX_DATA, FIREFLY_TYPES, station, type FireflyPacket } from "./firefly.ts";
import { ETHERTYPE_FIREFLY } from "./firefly-ethernet.ts";
import { fireflyFormat } from "./firefly-format.ts";
import { emitRedesigned, parseRedesigned } from "./firefly-redesigned.ts";
import { dissect } from "./layers.ts";
import { flip, fromHex, messageOf } from "./test-bytes.ts";

const BOTH = { from: station(1), to: station(2) };

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

const FORMATS = (["published", "redesigned"] as const).flatMap((header) =>
  (["udp-ip", "ethernet"] as const).flatMap((layering) =>
    [true, false].map((checksums) => ({ header, layering, checksums })),
  ),
);

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

describe("the redesigned header", () => {
  it("is read from literal bytes and written as the same bytes", () => {
    const bytes = fromHex("61 03 0004 0f10 0708 090a0b0c 01020304 0506 0d0e 15161718 11121314 191a 0000 68692100");
    expect(parseRedesigned(bytes)).toEqual(CALL);
    const out = new Uint8Array(36);
    emitRedesigned(CALL, out, 0);
    expect(out).toEqual(bytes);
  });

  it("says which field is wrong", () => {
    const bytes = new Uint8Array(36);
    emitRedesigned(CALL, bytes, 0);
    const wrong = (at: number, value: number): string => {
      const damaged = bytes.slice();
      damaged[at] = value;
      return messageOf(() => parseRedesigned(damaged));
    };
    expect(wrong(0, 0x51)).toContain("type: got 0x51, want 0x61 call");
    expect(wrong(1, 4)).toContain("flags: got 4, want 0…3");
    expect(wrong(3, 5)).toContain("data length: got 5, want 4, the bytes behind the header");
  });
});

describe.each(FORMATS)("a frame with the $header header over $layering, checksums $checksums", (options) => {
  const { frameBytes, encode, decode } = fireflyFormat(options);

  it("comes back from its bytes, as long as it says, in layers that tile it", () => {
    fc.assert(
      fc.property(anyPacket, (packet) => {
        const frame = encode(packet, BOTH);
        expect(frame.length).toBe(frameBytes(packet.data.length));
        expect(decode(frame)).toEqual({ ...BOTH, packet });
        const layers = dissect(frame);
        expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
        expect(layers.map(({ name }) => name)).toContain("Firefly RPC");
        expect(layers.map(({ name }) => name)).not.toContain("malformed");
      }),
      { numRuns: 60 },
    );
  });

  it("with a flipped bit is refused where checksums are made, and is else a frame with another bit", () => {
    const frame = encode(CALL, BOTH);
    const inside = options.layering === "ethernet" ? 14 : 34; // the Ethernet header has the controller's check alone
    const end = options.layering === "ethernet" ? 14 + 12 + 36 : frame.length;
    for (let bit = inside * 8; bit < end * 8; bit++) {
      const damaged = flip(frame, bit);
      if (options.checksums) expect(() => decode(damaged), `bit ${bit}`).toThrow(WireError);
      else if (bit >= (end - 4) * 8) expect(decode(damaged).packet.data).not.toEqual(CALL.data);
    }
  });

  it("is refused by a receiver of another format", () => {
    const frame = encode(CALL, BOTH);
    for (const other of FORMATS) {
      if (other.header === options.header && other.layering === options.layering) continue;
      expect(() => fireflyFormat(other).decode(frame)).toThrow(WireError);
    }
  });
});

describe("a frame straight on the Ethernet", () => {
  const { encode, frameBytes } = fireflyFormat({ header: "published", layering: "ethernet", checksums: true });
  const empty = encode({ ...CALL, data: new Uint8Array(0) }, BOTH);

  it("has 60 bytes at least, two of them padding, and 1,498 at most", () => {
    expect([frameBytes(0), frameBytes(1), frameBytes(2), frameBytes(3), frameBytes(1440)]).toEqual([
      60, 60, 60, 61, 1498,
    ]);
    expect(dissect(empty).map(({ name, length }) => `${name} ${length}`)).toEqual([
      "Ethernet 14",
      "Firefly datagram 12",
      "Firefly RPC 32",
      "padding 2",
    ]);
    expect((empty[12] ?? 0) * 256 + (empty[13] ?? 0)).toBe(ETHERTYPE_FIREFLY);
  });

  it("shows whether its checksum is right", () => {
    const note = (frame: Uint8Array): string | undefined =>
      dissect(frame)[1]?.fields.find(({ name }) => name === "checksum")?.note;
    expect(note(empty)).toBe("right");
    expect(note(flip(empty, 40 * 8))).toMatch(/^wrong, want 0x/);
    const none = fireflyFormat({ header: "published", layering: "ethernet", checksums: false }).encode(CALL, BOTH);
    expect(note(none)).toBe("none: the sender made no checksum");
  });

  it("whose length does not fit is malformed", () => {
    const wrong = empty.slice();
    wrong[23] = 0;
    expect(dissect(wrong).at(-1)?.name).toBe("malformed");
  });
});
