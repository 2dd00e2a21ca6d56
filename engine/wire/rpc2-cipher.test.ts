import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeRpc2, parseRpc2, type Rpc2Packet } from "./rpc2.ts";
import { applyXor, openRpc2, sealRpc2, type Seal } from "./rpc2-cipher.ts";
import { SECURITY_LEVELS, type SecurityLevel } from "./rpc2-codes.ts";
import {
  encodeInit1,
  encodeInit2,
  encodeInit3,
  encodeInit4,
  maskXRandom,
  parseInit1,
  parseInit2,
  parseInit3,
  parseInit4,
} from "./rpc2-init.ts";
import { RECORDED } from "./rpc2-recorded.ts";
import { fromHex, messageOf } from "./test-bytes.ts";

const KEY = fromHex("0102030405060708");
const REPLY = RECORDED.single.frames[3]?.packet as Rpc2Packet;
const CLEAR = encodeRpc2(REPLY);
const sealed = (level: SecurityLevel): Uint8Array => {
  const bytes = CLEAR.slice();
  sealRpc2(bytes, { level, key: KEY });
  return bytes;
};
const changedBytes = (bytes: Uint8Array): number[] => [...bytes.keys()].filter((at) => bytes[at] !== CLEAR[at]);
const keys = fc.uint8Array({ minLength: 8, maxLength: 8 });

describe("the exclusive-or cipher", () => {
  it("repeats its key from the first encrypted byte on, so that twice is never", () => {
    const bytes = new Uint8Array(20);
    applyXor(bytes, KEY, 2, 19);
    expect(bytes).toEqual(fromHex("0000 0102030405060708 0102030405060708 01 00"));
    applyXor(bytes, KEY, 2, 19);
    expect(bytes).toEqual(new Uint8Array(20));
  });

  it("wants a key of eight bytes", () => {
    expect(messageOf(() => applyXor(new Uint8Array(1), new Uint8Array(7)))).toContain("length: got 7, want 8 bytes");
  });

  it("leaves a packet alone at the two levels that encrypt nothing", () => {
    expect(sealed("openKimono")).toEqual(CLEAR);
    expect(sealed("authOnly")).toEqual(CLEAR);
  });

  it("encrypts bytes 16 to 59 at one level, the body too at the other, and says so in the clear part", () => {
    const inClear = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, index) => from + index);
    expect(changedBytes(sealed("headersOnly"))).toEqual([15, ...inClear(16, 60)]);
    expect(changedBytes(sealed("secure"))).toEqual([15, ...inClear(16, 64)]);
    expect(sealed("secure")[15]).toBe(2);
  });

  it("gives every packet back to whoever has the key", () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(...SECURITY_LEVELS), fc.uint8Array({ maxLength: 99 }), (key, level, body) => {
        const seal: Seal = { level, key };
        const bytes = encodeRpc2({ ...REPLY, body });
        sealRpc2(bytes, seal);
        expect(parseRpc2(openRpc2(bytes, seal))).toEqual({ ...REPLY, body });
      }),
    );
  });

  it("refuses a packet in clear on an encrypted connection, and the other way round", () => {
    expect(messageOf(() => openRpc2(CLEAR, { level: "secure", key: KEY }))).toContain(
      "want ENCRYPTED, as its connection",
    );
    expect(messageOf(() => openRpc2(sealed("secure"), null))).toContain("want a packet in clear, as its connection is");
  });
});

describe("the bodies that bind", () => {
  it("prove that both ends know the key: INIT2 by XRandom + 1, INIT3 by YRandom + 1, INIT4 by XRandom + 2", () => {
    fc.assert(
      fc.property(keys, keys, fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), (key, sessionKey, x, y) => {
        expect(maskXRandom(maskXRandom(x, key), key)).toBe(x);
        expect(parseInit2(encodeInit2(x, y, key), key)).toEqual({ xRandomPlusOne: (x + 1) % 2 ** 32, yRandom: y });
        expect(parseInit3(encodeInit3(y, key), key)).toEqual({ yRandomPlusOne: (y + 1) % 2 ** 32 });
        const init4 = { firstSequence: y, sessionKey, xRandomPlusTwo: x };
        expect(parseInit4(encodeInit4(init4, key), key)).toEqual(init4);
      }),
    );
  });

  it("have 20, 16 and 24 bytes, and 232 with the client’s identity behind them", () => {
    const init1 = parseInit1(RECORDED.single.frames[0]?.packet.body ?? KEY);
    const known = { ...init1, securityLevel: "secure", encryptionType: 2, identity: fromHex("626f62") } as const;
    expect(parseInit1(encodeInit1(known))).toEqual(known);
    const lengths = [encodeInit2(1, 2, KEY), encodeInit3(2, KEY), encodeInit1(known)].map(({ length }) => length);
    expect(lengths).toEqual([20, 16, 235]);
    expect(encodeInit4({ firstSequence: 1, sessionKey: KEY, xRandomPlusTwo: 3 }, KEY)).toHaveLength(24);
  });

  it("are refused where they are short, of no known level, or of a wrong length", () => {
    const body = (RECORDED.single.frames[0]?.packet.body ?? KEY).slice();
    expect(messageOf(() => parseInit1(body.subarray(0, 231)))).toContain("got 231 bytes, want at least 232");
    expect(messageOf(() => parseInit1(Uint8Array.of(...body, 1)))).toContain("identity’s length: got 0, want 1");
    body[7] = 1;
    expect(messageOf(() => parseInit1(body))).toContain("security level: got 1, want 98 openKimono, 12 authOnly");
    expect(messageOf(() => parseInit4(new Uint8Array(23), KEY))).toContain("INIT4 body, byte 0, length: got 23 bytes");
    const version = { ...parseInit1(RECORDED.single.frames[0]?.packet.body ?? KEY), version: "v".repeat(96) };
    expect(messageOf(() => encodeInit1(version))).toContain("version’s length: got 96, want a whole number of 0…95");
  });
});
