/**
 * A running hash of 64 bits in two lanes of 32: each lane is MurmurHash3_x86_32 (A. Appleby, public domain), the second
 * with other multipliers, so that what one misses the other sees. It tells runs apart; it is no defence against
 * somebody who forges one.
 */
import { murmurFinish, murmurWord } from "./murmur.ts";

const TWO_32 = 2 ** 32;

export class TraceHash {
  private first = 0;
  private second = 0;
  private length = 0; // in bytes

  /** Takes in four 32-bit integers. */
  add(a: number, b: number, c: number, d: number): void {
    this.first = murmurWord(murmurWord(murmurWord(murmurWord(this.first, a), b), c), d);
    this.second = secondLane(secondLane(secondLane(secondLane(this.second, a), b), c), d);
    this.length = (this.length + 16) | 0;
  }

  /** Takes in two integers of up to 53 bits. */
  addTimes(a: number, b: number): void {
    this.add((a / TWO_32) | 0, a | 0, (b / TWO_32) | 0, b | 0);
  }

  /** Takes in the length and the UTF-16 units of a text. */
  addText(text: string): void {
    const unit = (index: number): number => (index < text.length ? text.charCodeAt(index) : 0);
    this.add(text.length, unit(0), unit(1), unit(2));
    for (let at = 3; at < text.length; at += 4) this.add(unit(at), unit(at + 1), unit(at + 2), unit(at + 3));
  }

  /** Takes in the bytes, not their number. */
  addBytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 16) {
      this.add(wordAt(bytes, at), wordAt(bytes, at + 4), wordAt(bytes, at + 8), wordAt(bytes, at + 12));
    }
  }

  /** The hash so far as 16 hexadecimal digits. */
  digits(): string {
    return hex(murmurFinish(this.first, this.length)) + hex(murmurFinish(this.second, this.length));
  }
}

/** As `murmurWord`, with the multipliers c3 and c4 of MurmurHash3_x86_128. */
function secondLane(hash: number, word: number): number {
  const scaled = Math.imul(word, 0x38b34ae5);
  const mixed = hash ^ Math.imul((scaled << 15) | (scaled >>> 17), 0xa1e38b93);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

/** Four bytes, little end first; past the end, zeros. */
function wordAt(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let index = Math.min(at + 4, bytes.length) - 1; index >= at; index--) word = (word << 8) | (bytes[index] as number);
  return word;
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, "0");
