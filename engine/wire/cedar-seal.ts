/**
 * Encrypted data of Cedar RPC packets: check, length, data and zeros up to a whole block, all of it in cipher text. The
 * header stays in clear, because a machine finds the process and the key by it. The check covers header and data, so
 * that a changed bit of either, or another key, is found out. **The layout is ours**: the slides say that calls are
 * encrypted from end to end for confidentiality and integrity, and leave the rest to another paper.
 *
 * The messages by which two machines come to a key are sealed in the same way (slides, "Security": Grapevine
 * distributes the keys). Each machine shares a secret with Grapevine.
 */
import { decrypt, encrypt, type CipherKey } from "./block-cipher.ts";
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { BLOCK_BYTES, CHECK_BYTES, CIPHER_KEY_BYTES, DATA_AT, sealedBytes } from "./cedar-sizes.ts";
import { headerBytes, type CedarPacket } from "./cedar.ts";
import { needBytes, WireError } from "./error.ts";

const LENGTH_AT = CHECK_BYTES;

const FNV_BASE = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, 32 bits (Fowler, Noll and Vo). Nobody can make it fit without the key, because it is encrypted itself. */
function checkOf(...parts: readonly Uint8Array[]): number {
  let hash = FNV_BASE;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ u8(part, i), FNV_PRIME);
  }
  return hash >>> 0;
}

const NOTHING = new Uint8Array(0);

/** @param beside bytes in clear that the check covers too */
function sealBytes(data: Uint8Array, key: CipherKey, beside: Uint8Array = NOTHING): Uint8Array {
  const clear = new Uint8Array(sealedBytes(data.length));
  putU16(clear, LENGTH_AT, data.length);
  clear.set(data, DATA_AT);
  putU32(clear, 0, checkOf(beside, clear.subarray(CHECK_BYTES)));
  return encrypt(clear, key);
}

/** The data that was sealed. Throws WireError where the key is another, or a bit was changed. */
function openBytes(sealed: Uint8Array, key: CipherKey, beside: Uint8Array = NOTHING): Uint8Array {
  needBytes("encrypted data", 0, sealed.length, BLOCK_BYTES);
  const clear = decrypt(sealed, key);
  const want = checkOf(beside, clear.subarray(CHECK_BYTES));
  const length = u16(clear, LENGTH_AT);
  if (u32(clear, 0) !== want || sealedBytes(length) !== sealed.length) {
    const got = hex(u32(clear, 0), 8);
    throw new WireError({ what: "encrypted data", at: 0, field: "check", got, want: hex(want, 8) });
  }
  return clear.subarray(DATA_AT, DATA_AT + length);
}

/** The packet with cipher text for its data. */
export function sealCedar(packet: CedarPacket, key: CipherKey): CedarPacket {
  const sealed: CedarPacket = { ...packet, isSealed: true };
  return { ...sealed, data: sealBytes(packet.data, key, headerBytes(sealed)) };
}

/** The packet in clear. Throws WireError where the key is another, or a bit of header or data was changed. */
export function openCedar(packet: CedarPacket, key: CipherKey): CedarPacket {
  const { isSealed: _, ...clear } = packet;
  return { ...clear, data: openBytes(packet.data, key, headerBytes(packet)) };
}

/**
 * Grapevine's answer to a caller: the key, and the same key encrypted for the callee, so that the caller cannot read
 * it.
 */
interface Grant {
  readonly key: CipherKey;
  readonly authenticator: Uint8Array;
}

/** The answer to a caller that asks for a key. */
export function sealGrant(
  key: CipherKey,
  { caller, callee, callersHost }: { caller: CipherKey; callee: CipherKey; callersHost: number },
): Uint8Array {
  const told = new Uint8Array(CIPHER_KEY_BYTES + 2);
  told.set(key);
  putU16(told, CIPHER_KEY_BYTES, callersHost);
  const authenticator = sealBytes(told, callee);
  const grant = new Uint8Array(CIPHER_KEY_BYTES + authenticator.length);
  grant.set(key);
  grant.set(authenticator, CIPHER_KEY_BYTES);
  return sealBytes(grant, caller);
}

/** Throws WireError where the secret is not the one that it was made for. */
export function openGrant(bytes: Uint8Array, secret: CipherKey): Grant {
  const grant = openBytes(bytes, secret);
  needBytes("grant of a key", 0, grant.length, CIPHER_KEY_BYTES);
  return { key: grant.subarray(0, CIPHER_KEY_BYTES), authenticator: grant.subarray(CIPHER_KEY_BYTES) };
}

/** The key in an authenticator, and the host that Grapevine made it for. Throws WireError for another secret. */
export function openAuthenticator(
  bytes: Uint8Array,
  secret: CipherKey,
): { readonly key: CipherKey; readonly callersHost: number } {
  const told = openBytes(bytes, secret);
  needBytes("authenticator", 0, told.length, CIPHER_KEY_BYTES + 2);
  return { key: told.subarray(0, CIPHER_KEY_BYTES), callersHost: u16(told, CIPHER_KEY_BYTES) };
}
