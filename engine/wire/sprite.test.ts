/** Packets of Sprite RPC: what is written can be read, whatever it says, and what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putU32, u32 } from "./bytes.ts";
import { dissect } from "./layers.ts";
import {
  decodeSpriteFrame,
  encodeSpriteFrame,
  readSprite,
  SPRITE_FRAGMENT,
  SPRITE_HEADER,
  SPRITE_KINDS,
  writeSprite,
  type SpritePacket,
} from "./sprite.ts";
import { station } from "./station.ts";

const HOSTS = { client: 1, server: 2, hint: 3 };
const ADDRESSES = { from: station(1), to: station(2) };
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const packets: fc.Arbitrary<SpritePacket> = fc
  .record({
    kind: fc.constantFrom(...SPRITE_KINDS),
    channel: fc.integer({ min: 1, max: 8 }),
    call: word,
    boot: word,
    peer: word,
    gap: word,
    fragments: fc.integer({ min: 1, max: 16 }),
    some: word,
    pleaseAck: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: SPRITE_FRAGMENT }),
  })
  .map(({ some, bytes, ...rest }) => {
    const isData = rest.kind === "request" || rest.kind === "reply";
    const mask = isData ? 2 ** (some % rest.fragments) : some % 2 ** rest.fragments;
    return { ...rest, mask, data: isData ? bytes : new Uint8Array(0) };
  });

const REQUEST: SpritePacket = {
  kind: "request",
  channel: 1,
  call: 7,
  boot: 1,
  peer: 2,
  gap: 500,
  fragments: 12,
  mask: 2 ** 11,
  pleaseAck: true,
  data: Uint8Array.of(1, 2, 3),
};

describe("a packet of Sprite RPC", () => {
  it("has a header of sixteen words, and fragments of about 1.4 KB", () => {
    expect(SPRITE_HEADER.bytes).toBe(64);
    // rpcPacket.h: version, flags, clientID, serverID, channel, serverHint, bootID, ID, delay, numFrags, fragMask, …
    const bytes = writeSprite(REQUEST, HOSTS);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(Array.from({ length: 16 }, (_, word) => view.getUint32(4 * word))).toEqual([
      ...[
        0x0f0e0002,
        0x0101,
        HOSTS.client,
        HOSTS.server,
        1,
        HOSTS.hint,
        1,
        7,
        500,
        12,
        2 ** 11,
        2,
        0,
        3,
        2,
        11 * SPRITE_FRAGMENT,
      ],
    ]);
    expect(SPRITE_FRAGMENT).toBe(1416);
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(packets, (packet) => {
        expect(readSprite(writeSprite(packet, HOSTS))).toEqual(packet);
        expect(decodeSpriteFrame(encodeSpriteFrame(packet, HOSTS, ADDRESSES))).toEqual(packet);
      }),
    );
  });

  it("of a whole message has no fragments and no mask", () => {
    const whole = { ...REQUEST, fragments: 1, mask: 1 };
    const frame = writeSprite(whole, HOSTS);
    expect([u32(frame, 36), u32(frame, 40)]).toEqual([0, 0]);
  });

  it("is refused, and never read wrongly, where a bit of its header makes no sense", () => {
    const bytes = writeSprite(REQUEST, HOSTS);
    const places = Object.entries<number>(SPRITE_HEADER.at);
    const broken = (key: string, value: number): Uint8Array => {
      const copy = bytes.slice();
      const [, at = NaN] = places.find(([name]) => name === key) ?? [];
      putU32(copy, at, value);
      return copy;
    };
    for (const [key, value, message] of [
      ["version", 2, "version: got 2, want 252575746"],
      ["kind", 0x901, "kind: got 9, want one of 1 (request)"],
      ["kind", 0x104, "flags: got 4, want 0 to 1"],
      ["channel", 0, "channel: got 0, want 1 to 8"],
      ["fragments", 17, "fragments: got 17, want 2 to 16"],
      ["command", 1, "command: got 1, want 2"],
      ["mask", 2 ** 12, "fragment mask: got 4096, want 0 to 4095"],
      ["mask", 3, "fragment mask: got 3, want a single bit"],
      ["parameterBytes", 1, "parameter bytes: got 1, want 0"],
      ["dataBytes", 4, "data bytes: got 4, want 3"],
      ["offset", 0, "offset: got 0, want 15576"],
    ] as const) {
      expect(() => readSprite(broken(key, value)), key).toThrow(message);
    }
    expect(() => readSprite(bytes.subarray(0, 63))).toThrow("Sprite RPC header, byte 0, length: got 63 bytes");
    expect(() => writeSprite({ ...REQUEST, fragments: 17 }, HOSTS)).toThrow("fragments: got 17");
  });

  it("is taken apart for a reader, field by field", () => {
    const layers = dissect(encodeSpriteFrame(REQUEST, HOSTS, ADDRESSES));
    expect(layers.map(({ name, length }) => [name, length])).toEqual([
      ["Ethernet", 14],
      ["Sprite RPC", 64],
      ["data", 3],
    ]);
    const fields = layers[1]?.fields.map(({ name, text, note = "" }) => `${name} ${text} ${note}`.trim());
    expect(fields).toContain("kind 1 request");
    expect(fields).toContain("please acknowledge yes");
    expect(fields).toContain("fragment mask 2048");
    const frame = encodeSpriteFrame(REQUEST, HOSTS, ADDRESSES);
    expect(dissect(frame.subarray(0, 80)).at(-1)?.name).toBe("malformed");
  });
});
