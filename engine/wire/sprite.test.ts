/** Packets of Sprite RPC: what is written can be read, whatever it says, and what makes no sense is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putU32 } from "./bytes.ts";
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
    expect(Object.keys(SPRITE_HEADER.fields)).toHaveLength(16);
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

  it("is refused, and never read wrongly, where a bit of its header makes no sense", () => {
    const bytes = writeSprite(REQUEST, HOSTS);
    const broken = (key: keyof typeof SPRITE_HEADER.at, value: number): Uint8Array => {
      const copy = bytes.slice();
      putU32(copy, SPRITE_HEADER.at[key], value);
      return copy;
    };
    for (const [key, value, message] of [
      ["version", 2, "version: got 2, want 1"],
      ["kind", 9, "kind: got 9, want one of 1 (request)"],
      ["flags", 4, "flags: got 4, want 0 to 1"],
      ["channel", 0, "channel: got 0, want 1 to 8"],
      ["fragments", 17, "fragments: got 17, want 1 to 16"],
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
