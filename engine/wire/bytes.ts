/**
 * Numbers in network byte order (RFC 791, appendix B: most significant byte first), without a DataView, because
 * making one costs more than the few bytes that a header needs.
 * Every reader asks `needBytes` once for its whole header; a reader that did not is a mistake of ours.
 */

const BLOCK = 2 ** 16;
let block = new Uint8Array(BLOCK);
let used = 0; // bytes of the block

/**
 * An array of zeros for a frame or its data. Many share one block of memory: an array of more than 64 bytes with memory
 * of its own costs browsers microseconds. Each begins at a word, so that others can read it word by word. No `buffer`
 * of one may be transferred to a worker: the others would go with it.
 */
export function newBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length > BLOCK / 8) return new Uint8Array(length);
  if (used + length > BLOCK) {
    block = new Uint8Array(BLOCK);
    used = 0;
  }
  const bytes = block.subarray(used, used + length);
  used += padded(length);
  return bytes;
}

/** Throws RangeError past the end. */
export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? noByte(at, bytes.length);

function noByte(at: number, length: number): never {
  throw new RangeError(`There is no byte ${at} among ${length}. Ask needBytes before the header is read.`);
}

export const u16 = (bytes: Uint8Array, at: number): number => (u8(bytes, at) << 8) | u8(bytes, at + 1);

export const u32 = (bytes: Uint8Array, at: number): number => ((u16(bytes, at) << 16) | u16(bytes, at + 2)) >>> 0;

/** 48 bits fit exactly into a float64. */
export const u48 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 2 ** 32 + u32(bytes, at + 2);

export function putU16(into: Uint8Array, at: number, value: number): void {
  into[at] = value >>> 8;
  into[at + 1] = value;
}

export function putU32(into: Uint8Array, at: number, value: number): void {
  putU16(into, at, value >>> 16);
  putU16(into, at + 2, value);
}

/** 32 bits whose lower word of 16 bits stands first, as in the memory of a Dorado. */
export const lowFirst32 = (bytes: Uint8Array, at: number): number =>
  ((u16(bytes, at + 2) << 16) | u16(bytes, at)) >>> 0;

export function putLowFirst32(into: Uint8Array, at: number, value: number): void {
  putU16(into, at, value);
  putU16(into, at + 2, value >>> 16);
}

export function putU48(into: Uint8Array, at: number, value: number): void {
  putU16(into, at, Math.floor(value / 2 ** 32));
  putU32(into, at + 2, value); // ToUint32 keeps the low 32 bits
}

/** One behind the other. Many bytes cannot be spread into arguments: the stack has an end. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = newBytes(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Bytes up to the next multiple of four; without bit operators, because a length has 32 bits. */
export const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** The hexadecimal digits of bytes, two each, in small letters. */
export const digitsOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** `hex(0x800, 4)` is `0x0800`. */
export const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, "0")}`;
