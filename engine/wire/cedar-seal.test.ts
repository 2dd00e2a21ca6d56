/** Encrypted packets: what their receiver gets back, and what anybody else does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "./block-cipher.ts";
import { openAuthenticator, openCedar, openGrant, sealCedar, sealGrant } from "./cedar-seal.ts";
import { BLOCK_BYTES, CEDAR_MAX_SEALED, CIPHER_KEY_BYTES, isSealable } from "./cedar-sizes.ts";
import { CEDAR_TYPES, decodeFrame, encodeFrame, type CedarPacket } from "./cedar.ts";
import { dissect } from "./layers.ts";

const key = fc.uint8Array({ minLength: CIPHER_KEY_BYTES, maxLength: CIPHER_KEY_BYTES });
const packet: fc.Arbitrary<CedarPacket> = fc.record({
  type: fc.constantFrom(...CEDAR_TYPES.filter(isSealable)),
  pleaseAck: fc.boolean(),
  lastFragment: fc.boolean(),
  fragment: fc.nat(0xffff),
  activity: fc.record({ machine: fc.nat(0xffff), space: fc.constant(0), thread: fc.nat(0xffff) }),
  conversation: fc.nat(0xffff_ffff),
  sequence: fc.nat(0xffff_ffff),
  serverSpace: fc.constant(0),
  serverThread: fc.nat(0xffff),
  interface: fc.nat(0xffff),
  binding: fc.nat(0xffff_ffff),
  procedure: fc.nat(0xffff),
  data: fc.uint8Array({ maxLength: CEDAR_MAX_SEALED }),
});
const TO = { from: 1, to: 2 };

describe("the cipher", () => {
  it("gives the published cipher text", () => {
    const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
    const published = bytes("497df3d072612cb5");
    expect(encrypt(bytes("4142434445464748"), bytes("000102030405060708090a0b0c0d0e0f"))).toEqual(published);
  });

  it("gives blocks back, and takes no others", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 8, maxLength: 8 }), { maxLength: 9 }), key, (blocks, with_) => {
        const clear = Uint8Array.from(blocks.flatMap((block) => [...block]));
        expect(decrypt(encrypt(clear, with_), with_)).toEqual(clear);
      }),
    );
    expect(() => encrypt(new Uint8Array(9), new Uint8Array(CIPHER_KEY_BYTES))).toThrow("whole blocks of 8 bytes");
    expect(() => encrypt(new Uint8Array(8), new Uint8Array(8))).toThrow("key: got 8, want 16 bytes");
  });
});

describe("an encrypted packet", () => {
  it("comes back through a frame with the key, and fits one at its longest", () => {
    fc.assert(
      fc.property(packet, key, (sent, with_) => {
        const got = decodeFrame(encodeFrame(sealCedar(sent, with_), TO, "3 Mbit/s")).packet;
        expect(got.isSealed).toBe(true);
        expect(openCedar(got, with_)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it("is refused with another key, and with any bit of its header or its data changed", () => {
    fc.assert(
      fc.property(packet, key, key, fc.nat(), (sent, with_, other, at) => {
        const sealed = sealCedar(sent, with_);
        if (other.join() !== with_.join()) expect(() => openCedar(sealed, other)).toThrow("check: got");
        const changed = sealed.data.slice();
        const bit = at % (8 * changed.length);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(() => openCedar({ ...sealed, data: changed }, with_)).toThrow("check: got");
        expect(() => openCedar({ ...sealed, sequence: (sealed.sequence ^ 1) >>> 0 }, with_)).toThrow("check: got");
      }),
      { numRuns: 200 },
    );
  });

  it("shows an eavesdropper its header and no word of its data", () => {
    const data = Uint8Array.from({ length: 64 }, (_, i) => i & 1); // one word, over and over
    const secret = Uint8Array.from({ length: CIPHER_KEY_BYTES }, (_, i) => i);
    const [clear] = fc.sample(packet, { numRuns: 1, seed: 1 });
    if (clear === undefined) throw new Error("There is no packet.");
    const frame = encodeFrame(sealCedar({ ...clear, type: "call", sequence: 9, data }, secret), TO, "3 Mbit/s");
    const layers = dissect(frame);
    const [header, hidden] = layers.slice(-3);
    expect(header?.fields).toContainEqual(expect.objectContaining({ name: "sequence", text: "9" }));
    expect(header?.fields).toContainEqual(expect.objectContaining({ name: "encrypted", text: "yes" }));
    expect(hidden?.name).toBe("encrypted data");
    const blocks = new Set<string>();
    const at = layers.slice(0, -2).reduce((sum, { length }) => sum + length, 0);
    for (let i = at; i < at + 72; i += BLOCK_BYTES) blocks.add(frame.subarray(i, i + BLOCK_BYTES).join());
    expect(blocks.size).toBe(9); // equal blocks of data look unlike
  });
});

it("a key that Grapevine grants is read by the two that it is for, each with its own secret", () => {
  const [caller, callee, other, made] = [1, 2, 3, 4].map((n) => new Uint8Array(CIPHER_KEY_BYTES).fill(n)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const grant = sealGrant(made, { caller, callee, callersHost: 7 });
  const { key: got, authenticator } = openGrant(grant, caller);
  expect(got).toEqual(made);
  expect(openAuthenticator(authenticator, callee)).toEqual({ key: made, callersHost: 7 });
  expect(() => openGrant(grant, other)).toThrow("check: got");
  expect(() => openAuthenticator(authenticator, caller)).toThrow("check: got");
});
