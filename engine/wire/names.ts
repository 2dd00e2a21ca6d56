/**
 * Questions of a Cedar machine about names: the arguments and results of calls to the name service and to the RPC run
 * time. **The layout is ours**: the slides say the questions, not how they are written. Texts are ASCII, a byte of
 * length before them.
 */
import { putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";

/** The procedures of the name service. */
export const READ_NAME = 1;
export const WRITE_NAME = 2;
/** Grapevine makes a key for a conversation with a host. */
export const GIVE_KEY = 3;
/** The procedures of the RPC run time. */
export const BIND = 1;
/** An exporter makes an instance and answers with its name. */
export const MAKE = 2;
/** A callee learns the key of a conversation by an authenticator. */
export const CONVERSE = 3;

/** An entry as the name service answers it. */
export type NameEntry =
  | { readonly name: string; readonly stamp: number; readonly kind: "group"; readonly members: readonly string[] }
  | { readonly name: string; readonly stamp: number; readonly kind: "individual"; readonly host: number };

const WHAT = "name service";
const GROUP = 1;
const INDIVIDUAL = 2;
const MOST = 255;

const textBytes = (text: string): number => 1 + text.length;

function putText(text: string, into: Uint8Array, at: number): number {
  if (text.length > MOST || /[^\x20-\x7e]/.test(text)) {
    throw new WireError({ what: WHAT, at, field: "name", got: text, want: `at most ${MOST} letters of ASCII` });
  }
  into[at] = text.length;
  for (let i = 0; i < text.length; i++) into[at + 1 + i] = text.charCodeAt(i);
  return at + textBytes(text);
}

function textAt(bytes: Uint8Array, at: number): string {
  needBytes(WHAT, at, bytes.length, 1);
  const length = u8(bytes, at);
  needBytes(WHAT, at + 1, bytes.length, length);
  return String.fromCharCode(...bytes.subarray(at + 1, at + 1 + length));
}

/** A name to be looked up, or the instance whose binding is asked for. Throws WireError for a name that is too long. */
export function encodeName(name: string): Uint8Array {
  const bytes = new Uint8Array(textBytes(name));
  putText(name, bytes, 0);
  return bytes;
}

/** Throws WireError where the bytes are cut. */
export const decodeName = (bytes: Uint8Array): string => textAt(bytes, 0);

/** An entry, or no bytes for a name that nobody has. */
export function encodeEntry(entry: NameEntry | null): Uint8Array {
  if (entry === null) return new Uint8Array(0);
  const tail = entry.kind === "group" ? 1 + entry.members.reduce((sum, one) => sum + textBytes(one), 0) : 2;
  const bytes = new Uint8Array(5 + textBytes(entry.name) + tail);
  bytes[0] = entry.kind === "group" ? GROUP : INDIVIDUAL;
  putU32(bytes, 1, entry.stamp);
  let at = putText(entry.name, bytes, 5);
  if (entry.kind === "individual") putU16(bytes, at, entry.host);
  else {
    bytes[at] = entry.members.length;
    at++;
    for (const member of entry.members) at = putText(member, bytes, at);
  }
  return bytes;
}

/** The entry in an answer; null where it says that nobody has the name. Throws WireError for bytes that are none. */
export function decodeEntry(bytes: Uint8Array): NameEntry | null {
  if (bytes.length === 0) return null;
  needBytes(WHAT, 0, bytes.length, 6);
  const kind = u8(bytes, 0);
  const stamp = u32(bytes, 1);
  const name = textAt(bytes, 5);
  let at = 5 + textBytes(name);
  if (kind === INDIVIDUAL) {
    needBytes(WHAT, at, bytes.length, 2);
    return { name, stamp, kind: "individual", host: u16(bytes, at) };
  }
  if (kind !== GROUP) {
    throw new WireError({
      what: WHAT,
      at: 0,
      field: "kind",
      got: kind,
      want: `${GROUP} group, ${INDIVIDUAL} individual`,
    });
  }
  needBytes(WHAT, at, bytes.length, 1);
  const members: string[] = [];
  const count = u8(bytes, at);
  at++;
  for (let i = 0; i < count; i++) {
    const member = textAt(bytes, at);
    members.push(member);
    at += textBytes(member);
  }
  return { name, stamp, kind: "group", members };
}

/** The answers to an entry that was to be written: a word, 1 or 0. */
export const WRITTEN = Uint8Array.of(0, 1);
export const REFUSED = Uint8Array.of(0, 0);

/** Throws WireError where the bytes are cut. */
export function isWritten(bytes: Uint8Array): boolean {
  needBytes(WHAT, 0, bytes.length, WRITTEN.length);
  return u16(bytes, 0) === 1;
}

const HOST_BYTES = 2;

/** The host that a key is wanted for. */
export function encodeHost(host: number): Uint8Array {
  const bytes = new Uint8Array(HOST_BYTES);
  putU16(bytes, 0, host);
  return bytes;
}

/** Throws WireError where the bytes are cut. */
export function decodeHost(bytes: Uint8Array): number {
  needBytes(WHAT, 0, bytes.length, HOST_BYTES);
  return u16(bytes, 0);
}

const BOUND_BYTES = 6;

/** The row of an export table with its unique identifier, or no bytes where the interface is not exported. */
export function encodeBinding(binding: { readonly interface: number; readonly identifier: number } | null): Uint8Array {
  if (binding === null) return new Uint8Array(0);
  const bytes = new Uint8Array(BOUND_BYTES);
  putU16(bytes, 0, binding.interface);
  putU32(bytes, 2, binding.identifier);
  return bytes;
}

/** Throws WireError where the bytes are cut. */
export function decodeBinding(bytes: Uint8Array): { readonly interface: number; readonly identifier: number } | null {
  if (bytes.length === 0) return null;
  needBytes("binding", 0, bytes.length, BOUND_BYTES);
  return { interface: u16(bytes, 0), identifier: u32(bytes, 2) };
}
