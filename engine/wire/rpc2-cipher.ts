/**
 * RPC2's exclusive-or cipher: the 8-byte key is repeated from the first encrypted byte on, so that encrypting twice
 * gives the bytes back. It protects nothing; it stands in the place of DES, whose cost is in the table of the machine.
 *
 * The first 16 bytes of a packet always travel in clear: version, handles, flags. A receiver finds the connection by
 * its handle, and with it the key. "Headers only" encrypts the other 44 bytes of the header, "secure" the body too.
 */
import { hex, putU32, u32, u8 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { RPC2_AT, RPC2_BYTES, RPC2_FLAG } from "./rpc2.ts";
import type { SecurityLevel } from "./rpc2-codes.ts";

export type EncryptionKey = Uint8Array; // KEY_BYTES long
export const KEY_BYTES = 8;

/** The key's length is checked where keys come in. */
export function needKey(key: EncryptionKey): void {
  if (key.length === KEY_BYTES) return;
  throw new WireError({ what: "RPC2 key", at: 0, field: "length", got: key.length, want: `${KEY_BYTES} bytes` });
}

/** Encrypts or decrypts `bytes[at..end)` in place: it is the same. Throws WireError unless the key has 8 bytes. */
export function applyXor(bytes: Uint8Array, key: EncryptionKey, at = 0, end = bytes.length): void {
  needKey(key);
  for (let i = at; i < end; i++) bytes[i] = u8(bytes, i) ^ u8(key, (i - at) % KEY_BYTES);
}

/** A bound connection encrypts the packets that it sends by this level and key. */
export interface Seal {
  readonly level: SecurityLevel;
  readonly key: EncryptionKey; // the session key; not used by the levels that encrypt nothing
}

const encryptsTo = (level: SecurityLevel, end: number, at: number): number =>
  level === "secure" ? end : level === "headersOnly" ? at + RPC2_BYTES : at + RPC2_AT.bodyLength;

/** Encrypts the packet `bytes[at..end)` in place as its connection's level says, and flags it so. */
export function sealRpc2(bytes: Uint8Array, seal: Seal, at = 0, end = bytes.length): void {
  const to = encryptsTo(seal.level, end, at);
  if (to === at + RPC2_AT.bodyLength) return;
  applyXor(bytes, seal.key, at + RPC2_AT.bodyLength, to);
  putU32(bytes, at + RPC2_AT.flags, u32(bytes, at + RPC2_AT.flags) | RPC2_FLAG.encrypted);
}

/**
 * A copy of the packet `bytes[at..end)` in clear. Throws WireError where the packet is encrypted and its connection is
 * not, or the other way round: somebody else sent it.
 */
export function openRpc2(bytes: Uint8Array, seal: Seal | null, at = 0, end = bytes.length): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice(at, end);
  const flags = u32(copy, RPC2_AT.flags);
  const isSealed = (flags & RPC2_FLAG.encrypted) !== 0;
  const to = seal === null ? RPC2_AT.bodyLength : encryptsTo(seal.level, copy.length, 0);
  const wantsSealed = to !== RPC2_AT.bodyLength;
  if (isSealed !== wantsSealed) {
    throw new WireError({
      what: "RPC2 header",
      at: at + RPC2_AT.flags,
      field: "flags",
      got: hex(flags, 8),
      want: wantsSealed ? "ENCRYPTED, as its connection is" : "a packet in clear, as its connection is",
    });
  }
  if (seal === null || !wantsSealed) return copy;
  applyXor(copy, seal.key, RPC2_AT.bodyLength, to);
  putU32(copy, RPC2_AT.flags, (flags & ~RPC2_FLAG.encrypted) >>> 0);
  return copy;
}
