/**
 * A running hash of 64 bits in two 32-bit lanes: the block step and finish of MurmurHash3_x86_128 (A. Appleby, public
 * domain) for its first two lanes. It tells runs apart; it is no defence against somebody who forges one.
 */
const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const TWO_32 = 2 ** 32;

export class TraceHash {
  private high = 0;
  private low = 0;
  private words = 0;

  /** Takes in two 32-bit integers. */
  add(a: number, b: number): void {
    const first = Math.imul(a, C1);
    let high = this.high ^ Math.imul((first << 15) | (first >>> 17), C2);
    high = ((high << 19) | (high >>> 13)) + this.low;
    this.high = (Math.imul(high, 5) + 0x561ccd1b) | 0;
    const second = Math.imul(b, C2);
    let low = this.low ^ Math.imul((second << 16) | (second >>> 16), C3);
    low = ((low << 17) | (low >>> 15)) + this.high;
    this.low = (Math.imul(low, 5) + 0x0bcaa747) | 0;
    this.words = (this.words + 2) | 0;
  }

  /** Takes in an integer of up to 53 bits. */
  addTime(time: number): void {
    this.add(Math.floor(time / TWO_32), time | 0);
  }

  /** Takes in the length and the UTF-16 units of a text. */
  addText(text: string): void {
    this.add(text.length, 0);
    for (let index = 0; index < text.length; index += 2) {
      this.add(text.charCodeAt(index), index + 1 < text.length ? text.charCodeAt(index + 1) : 0);
    }
  }

  /** Takes in the bytes, not their number. */
  addBytes(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index += 8) this.add(wordAt(bytes, index), wordAt(bytes, index + 4));
  }

  /** The hash so far as 16 hexadecimal digits. */
  digits(): string {
    let high = this.high ^ this.words;
    let low = this.low ^ this.words;
    high = (high + low) | 0;
    low = (low + high) | 0;
    high = finish(high);
    low = finish(low);
    high = (high + low) | 0;
    low = (low + high) | 0;
    return hex(high) + hex(low);
  }
}

/** Four bytes, little end first; past the end, zeros. */
function wordAt(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let index = Math.min(at + 4, bytes.length) - 1; index >= at; index--) word = (word << 8) | (bytes[index] as number);
  return word;
}

function finish(lane: number): number {
  let mixed = lane ^ (lane >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, "0");
