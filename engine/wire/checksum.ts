/**
 * The Internet checksum (RFC 1071): the ones' complement of the ones' complement sum of 16-bit big-endian words; an
 * odd last byte counts as the high byte of a word.
 *
 * High and low bytes are summed apart, four words a turn, and put together at the end. That needs no alignment and no
 * view of another type, and takes about a microsecond for a full Ethernet frame.
 */

/** The plain sum of the words of `bytes[from..to)`, not folded. Add sums of even lengths before folding them. */
export function sumWords(bytes: Uint8Array, from: number, to: number): number {
  // The loops stay inside from..to, so no read is out of bounds; `as number` says so without a cost.
  let high = 0;
  let low = 0;
  let at = from;
  for (const last = to - 8; at <= last; at += 8) {
    high += (bytes[at] as number) + (bytes[at + 2] as number) + (bytes[at + 4] as number) + (bytes[at + 6] as number);
    low +=
      (bytes[at + 1] as number) + (bytes[at + 3] as number) + (bytes[at + 5] as number) + (bytes[at + 7] as number);
  }
  for (; at + 1 < to; at += 2) {
    high += bytes[at] as number;
    low += bytes[at + 1] as number;
  }
  if (at < to) high += bytes[at] as number;
  return high * 256 + low;
}

/** Folds a sum of words (below 2^53) into 16 bits by adding the carries back, and complements it. */
export function finishChecksum(sum: number): number {
  let folded = sum;
  while (folded > 0xffff) folded = (folded % 0x10000) + Math.floor(folded / 0x10000);
  return 0xffff - folded;
}

/** The checksum of `bytes[from..to)`. */
export const checksum = (bytes: Uint8Array, from: number, to: number): number =>
  finishChecksum(sumWords(bytes, from, to));
