/** Encrypted packets: what their receiver gets back, and what anybody else does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "./block-cipher.ts";
import { openAuthenticator, openCedar, openGrant, sealCedar, sealGrant } from "./cedar-seal.ts";
import { BLOCK_BYTES, CEDAR_MAX_SEALED, CIPHER_KEY_BYTES } from "./cedar-sizes.ts";
import { decodeFrame, encodeFrame, isSealed, type CedarPacket, type SealedPacket } from "./cedar.ts";
import { dissect } from "./layers.ts";

const key = fc.uint8Array({ minLength: CIPHER_KEY_BYTES, maxLength: CIPHER_KEY_BYTES });
const OUT = { from: 1, to: 2 };
/** A packet of the caller: types that only a callee sends are those of the answers below. */
const packet: fc.Arbitrary<CedarPacket> = fc.record({
  type: fc.constantFrom("call", "data", "probe"),
  pleaseAck: fc.boolean(),
  lastFragment: fc.boolean(),
  fragment: fc.nat(0xffff),
  activity: fc.record({ machine: fc.constant(1), space: fc.constant(0), thread: fc.integer({ min: 1, max: 100 }) }),
  conversation: fc.nat(0x7fff_ffff),
  sequence: fc.nat(0xffff_ffff),
  serverSpace: fc.constant(0),
  serverThread: fc.constantFrom(0, 101),
  interface: fc.nat(0xffff),
  binding: fc.integer({ min: 1, max: 0xffff_ffff }),
  procedure: fc.nat(0xffff),
  data: fc.uint8Array({ maxLength: CEDAR_MAX_SEALED }),
});

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

/** The packet as its receiver takes it from the frame. */
function received(sent: CedarPacket, key: Uint8Array, way = OUT): SealedPacket {
  const got = decodeFrame(encodeFrame(sealCedar(sent, way, key), way, "3 Mbit/s")).packet;
  if (!isSealed(got)) throw new Error("The packet came in clear.");
  return got;
}

describe("an encrypted packet", () => {
  it("comes back through a frame with the key, and fits one at its longest", () => {
    fc.assert(
      fc.property(packet, key, (sent, with_) => {
        expect(openCedar(received(sent, with_), OUT, with_)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it("of the callee comes back too: a result, an exception and an acknowledgement", () => {
    const back = { from: 2, to: 1 };
    fc.assert(
      fc.property(packet, key, fc.constantFrom("result", "exception", "acknowledgement"), (call, with_, type) => {
        const answer: CedarPacket = { ...call, type, interface: 0, binding: 0, procedure: 0 };
        expect(openCedar(received(answer, with_, back), back, with_)).toEqual(answer);
      }),
      { numRuns: 100 },
    );
  });

  it("is refused with another key, with any bit changed, and as a packet of other machines", () => {
    fc.assert(
      fc.property(packet, key, key, fc.nat(), (sent, with_, other, at) => {
        const sealed = sealCedar(sent, OUT, with_);
        if (other.join() !== with_.join()) expect(() => openCedar(sealed, OUT, other)).toThrow("check: got");
        const changed = sealed.data.slice();
        const bit = at % (8 * changed.length);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        const { conversation, pleaseAck } = sealed;
        for (const other of [{ data: changed }, { conversation: conversation ^ 1 }, { pleaseAck: !pleaseAck }]) {
          expect(() => openCedar({ ...sealed, ...other }, OUT, with_)).toThrow("check: got");
        }
        expect(() => openCedar(sealed, { from: 3, to: 2 }, with_)).toThrow("check: got");
      }),
      { numRuns: 200 },
    );
  });

  it("shows an eavesdropper the words before word 12, and none of the call", () => {
    const data = Uint8Array.from({ length: 64 }, (_, i) => i & 1); // one word, over and over
    const secret = Uint8Array.from({ length: CIPHER_KEY_BYTES }, (_, i) => i);
    const [clear] = fc.sample(packet, { numRuns: 1, seed: 1 });
    if (clear === undefined) throw new Error("There is no packet.");
    const sent: CedarPacket = { ...clear, type: "call", conversation: 9, data };
    const frame = encodeFrame(sealCedar(sent, OUT, secret), OUT, "3 Mbit/s");
    const layers = dissect(frame);
    const fields = layers.flatMap((layer) => layer.fields);
    expect(fields).toContainEqual(expect.objectContaining({ name: "conversation", text: "9" }));
    expect(fields).toContainEqual(expect.objectContaining({ name: "class", text: "call" }));
    expect(fields).toContainEqual(expect.objectContaining({ name: "encrypted", text: "yes" }));
    expect(fields.map(({ name }) => name)).not.toContain("call number");
    const hidden = layers.at(-2);
    expect([hidden?.name, hidden?.length]).toEqual(["encrypted words", 88]); // 6 of ours, 16 of the header, 64
    const at = 4 + 12 * 2; // word 12
    const blocks = new Set<string>();
    for (let i = at; i < at + 88; i += BLOCK_BYTES) blocks.add(frame.subarray(i, i + BLOCK_BYTES).join());
    expect(blocks.size).toBe(11); // equal blocks of data look unlike
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
