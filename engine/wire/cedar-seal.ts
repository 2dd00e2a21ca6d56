/**
 * Encrypted Cedar RPC packets. Cedar encrypts word 12 and all behind it (RPCPkt.mesa, Xerox PARC archive): activity,
 * call number, packet number, details or outcome, and data. The words before them stay in clear, because a machine
 * finds the process and the key by them. Cedar has five levels of security: none, authentication only, ECB, CBC, and
 * CBC with a check (0 to 4, DES; RPC.mesa). Here are the first and the last of them.
 *
 * **What stands in the cipher text is ours**: check, length, the words, and zeros up to a whole block. The check covers
 * the words in clear and those in cipher text, so that a changed bit of either, or another key, is found out.
 *
 * The messages by which two machines come to a key are sealed in the same way (slides, "Security": Grapevine
 * distributes the keys). Each machine shares a secret with Grapevine.
 */
import { decrypt, encrypt, type CipherKey } from "./block-cipher.ts";
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { BLOCK_BYTES, CHECK_BYTES, CIPHER_KEY_BYTES, DATA_AT, sealedBytes } from "./cedar-sizes.ts";
import { INNER_BYTES } from "./cedar-header.ts";
import {
  clearOf,
  emitInner,
  parseInner,
  typeByte,
  type Addresses,
  type CedarPacket,
  type Clear,
  type SealedPacket,
} from "./cedar.ts";
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

/** The words of a packet that stay in clear. */
function clearBytes(clear: Clear, { from, to }: Addresses): Uint8Array {
  const bytes = new Uint8Array(CLEAR_WORDS);
  bytes[0] = typeByte(clear);
  bytes[1] = from;
  bytes[2] = to;
  putU16(bytes, 3, clear.toProcess);
  putU16(bytes, 5, clear.fromProcess);
  putU32(bytes, 7, clear.conversation);
  return bytes;
}

const CLEAR_WORDS = 11; // bytes: type, both hosts, both processes, conversation

/** The packet with its words from 12 on in cipher text. Throws WireError where a value does not fit its field. */
export function sealCedar(packet: CedarPacket, addresses: Addresses, key: CipherKey): SealedPacket {
  const clear = clearOf(packet, addresses);
  const inner = new Uint8Array(INNER_BYTES + packet.data.length);
  emitInner(packet, addresses, inner, 0);
  return { ...clear, isSealed: true, data: sealBytes(inner, key, clearBytes(clear, addresses)) };
}

/** The packet in clear. Throws WireError where the key is another, or a bit was changed. */
export function openCedar(packet: SealedPacket, addresses: Addresses, key: CipherKey): CedarPacket {
  const inner = openBytes(packet.data, key, clearBytes(packet, addresses));
  return parseInner(packet, addresses, inner, 0, inner.length);
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
