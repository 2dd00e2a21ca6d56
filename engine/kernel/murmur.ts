/** The pieces of MurmurHash3_x86_32 (A. Appleby, public domain): they spread small differences over 32 bits. */

/** Takes a 32-bit word into a hash. */
export function murmurWord(hash: number, word: number): number {
  const scaled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scaled << 15) | (scaled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

/** The finished hash after `length` bytes, a 32-bit integer. */
export const murmurFinish = (hash: number, length: number): number => murmurMix(hash ^ length);

/** Makes each bit of a 32-bit integer depend on all. */
export function murmurMix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
