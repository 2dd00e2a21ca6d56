/**
 * The bodies of the packets that bind: INIT1 to INIT4 (layouts of the RPC2 library, 1996 and 2025).
 *
 * INIT1 has the fields of the table in FORMATS.md and the client's identity behind them.
 *
 * | body | bytes | |
 * |---|---|---|
 * | INIT2 | 20 | XRandom + 1, YRandom, three spare words |
 * | INIT3 | 16 | YRandom + 1, three spare words |
 * | INIT4 | 24 | first sequence number, session key in 8 bytes, XRandom + 2 (2025), two spare words |
 *
 * An end that knows the shared key can read XRandom, so INIT2 proves the server and INIT3 the client. XRandom in INIT1
 * and the other three bodies whole are encrypted with the shared key, whatever the connection's level. The library does
 * not clear spare words; ours are zero.
 */
import { hex, putU32, u32 } from "./bytes.ts";
import { needBytes, needRange } from "./error.ts";
import { field, fieldError, header } from "./header.ts";
import { applyXor, KEY_BYTES, needKey, type EncryptionKey } from "./rpc2-cipher.ts";
import { SECURITY_LEVEL, SECURITY_LEVELS, type SecurityLevel } from "./rpc2-codes.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

export interface Init1Body {
  readonly sideEffectType: number;
  readonly securityLevel: SecurityLevel;
  readonly encryptionType: number;
  readonly authenticationType: number;
  readonly xRandom: number; // as it travels
  readonly spare: readonly [number, number, number]; // 2025: version of the AES layer, wanted key size, spare
  readonly version: string; // of the library
  readonly identity: Uint8Array; // of the client
}

const spare = "in 2025 the first two spare words are of the AES layer";

export const INIT1 = header("INIT1 body", "RPC2 library of the Coda file system, 1996 and 2025.", {
  sideEffectType: field("side effect type", 0, 32, ""),
  securityLevel: field(
    "security level",
    4,
    32,
    SECURITY_LEVELS.map((name) => `${SECURITY_LEVEL[name]} ${name}`).join(", "),
    {
      note: (level) => SECURITY_LEVELS.find((name) => SECURITY_LEVEL[name] === level),
    },
  ),
  encryptionType: field("encryption type", 8, 32, ""),
  authenticationType: field("authentication type", 12, 32, ""),
  identityLength: field("identity’s length", 16, 32, "bytes behind the version"),
  xRandom: field("XRandom", 24, 32, "as it travels", { text: (value) => hex(value, 8) }),
  spare: field("spare word 1", 124, 32, spare),
  spare2: field("spare word 2", 128, 32, spare),
  spare3: field("spare word 3", 132, 32, spare),
});
const F = INIT1.fields;

/** Offsets of the table's numbers, and of the two parts that are no numbers: a text in 96 bytes, then the identity. */
export const INIT1_AT = { ...INIT1.at, version: 136, identity: 232 } as const;
const VERSION_BYTES = INIT1_AT.identity - INIT1_AT.version;
export const INIT_BYTES = { init1: INIT1_AT.identity, init2: 20, init3: 16, init4: 24 } as const;

/** Throws WireError where lengths, level or version text are not as they must be. */
export function parseInit1(body: Uint8Array): Init1Body {
  const { what } = INIT1;
  needBytes(what, 0, body.length, INIT1_AT.identity);
  const level = u32(body, INIT1_AT.securityLevel);
  const securityLevel = SECURITY_LEVELS.find((name) => SECURITY_LEVEL[name] === level);
  if (securityLevel === undefined) {
    throw fieldError(F.securityLevel, 0, level, F.securityLevel.means);
  }
  const length = u32(body, INIT1_AT.identityLength);
  if (length !== body.length - INIT1_AT.identity) {
    const want = `${body.length - INIT1_AT.identity}, the bytes behind the version`;
    throw fieldError(F.identityLength, 0, length, want);
  }
  return {
    sideEffectType: u32(body, INIT1_AT.sideEffectType),
    securityLevel,
    encryptionType: u32(body, INIT1_AT.encryptionType),
    authenticationType: u32(body, INIT1_AT.authenticationType),
    xRandom: u32(body, INIT1_AT.xRandom),
    spare: [u32(body, INIT1_AT.spare), u32(body, INIT1_AT.spare + 4), u32(body, INIT1_AT.spare + 8)],
    version: versionOf(body),
    identity: body.subarray(INIT1_AT.identity),
  };
}

/** The version's text as far as its first zero byte. */
export function versionOf(body: Uint8Array): string {
  const field = body.subarray(INIT1_AT.version, INIT1_AT.version + VERSION_BYTES);
  const end = field.indexOf(0);
  return decodeUtf8(end < 0 ? field : field.subarray(0, end));
}

/** Throws WireError where the version's text is longer than its field leaves room for. */
export function encodeInit1(init1: Init1Body): Uint8Array<ArrayBuffer> {
  const { what } = INIT1;
  const version = encodeUtf8(init1.version);
  needRange(what, INIT1_AT.version, "version’s length", version.length, VERSION_BYTES - 1);
  const body = new Uint8Array(INIT1_AT.identity + init1.identity.length);
  putU32(body, INIT1_AT.sideEffectType, init1.sideEffectType);
  putU32(body, INIT1_AT.securityLevel, SECURITY_LEVEL[init1.securityLevel]);
  putU32(body, INIT1_AT.encryptionType, init1.encryptionType);
  putU32(body, INIT1_AT.authenticationType, init1.authenticationType);
  putU32(body, INIT1_AT.identityLength, init1.identity.length);
  putU32(body, INIT1_AT.xRandom, init1.xRandom);
  init1.spare.forEach((word, index) => putU32(body, INIT1_AT.spare + 4 * index, word));
  body.set(version, INIT1_AT.version);
  body.set(init1.identity, INIT1_AT.identity);
  return body;
}

/** XRandom as it travels, or back: encrypted with the shared key, big-endian. */
export function maskXRandom(xRandom: number, key: EncryptionKey): number {
  const word = new Uint8Array(4);
  putU32(word, 0, xRandom);
  applyXor(word, key);
  return u32(word, 0);
}

/** A body of 32-bit words, encrypted with the shared key where there is one. */
function encodeWords(length: number, words: readonly number[], key: EncryptionKey | null): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(length);
  words.forEach((word, index) => putU32(body, 4 * index, word));
  if (key !== null) applyXor(body, key);
  return body;
}

function openWords(what: string, body: Uint8Array, length: number, key: EncryptionKey): Uint8Array {
  needBytes(what, 0, body.length, length);
  const clear = body.slice();
  applyXor(clear, key);
  return clear;
}

/** In an open bind the body is zeros. */
export const openInit2 = (): Uint8Array<ArrayBuffer> => new Uint8Array(INIT_BYTES.init2);

export const encodeInit2 = (xRandom: number, yRandom: number, key: EncryptionKey): Uint8Array<ArrayBuffer> =>
  encodeWords(INIT_BYTES.init2, [xRandom + 1, yRandom], key);

export function parseInit2(body: Uint8Array, key: EncryptionKey): { xRandomPlusOne: number; yRandom: number } {
  const clear = openWords("INIT2 body", body, INIT_BYTES.init2, key);
  return { xRandomPlusOne: u32(clear, 0), yRandom: u32(clear, 4) };
}

export const encodeInit3 = (yRandom: number, key: EncryptionKey): Uint8Array<ArrayBuffer> =>
  encodeWords(INIT_BYTES.init3, [yRandom + 1], key);

export const parseInit3 = (body: Uint8Array, key: EncryptionKey): { yRandomPlusOne: number } => ({
  yRandomPlusOne: u32(openWords("INIT3 body", body, INIT_BYTES.init3, key), 0),
});

interface Init4Body {
  readonly firstSequence: number;
  readonly sessionKey: EncryptionKey;
  readonly xRandomPlusTwo: number; // 2025; a spare word in 1996
}

export function encodeInit4(init4: Init4Body, key: EncryptionKey): Uint8Array<ArrayBuffer> {
  needKey(init4.sessionKey);
  const { firstSequence, sessionKey, xRandomPlusTwo } = init4;
  const words = [firstSequence, u32(sessionKey, 0), u32(sessionKey, 4), xRandomPlusTwo];
  return encodeWords(INIT_BYTES.init4, words, key);
}

export function parseInit4(body: Uint8Array, key: EncryptionKey): Init4Body {
  const clear = openWords("INIT4 body", body, INIT_BYTES.init4, key);
  return {
    firstSequence: u32(clear, 0),
    sessionKey: clear.slice(4, 4 + KEY_BYTES),
    xRandomPlusTwo: u32(clear, 12),
  };
}
