import { numberAt } from "../kernel/reads.ts";
/**
 * A set of rows of whole numbers, each with the number under which it was added. Rows lie one behind the other in one
 * array. A row is found by a hash of 64 bits, and then compared word by word: no two rows are taken for one.
 */

const FIRST_WORDS = 1 << 18;
const FIRST_ROWS = 1 << 14;
/** Slots for each row, at least. */
const SLOTS = 2;

/** Puts two hashes of 32 bits of the first words of a row in place of others. */
type Hashing = (hashes: Int32Array, row: Int32Array, length: number) => void;

const hashed: Hashing = (hashes, words, length) => {
  let [a, b] = [0x9e3779b9 | 0, 0x85ebca6b | 0];
  for (let i = 0; i < length; i++) {
    const word = numberAt(words, i);
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b + word, 0xcc9e2d51 | 0);
    b = (b << 13) | (b >>> 19);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b | 0);
  b = Math.imul(b ^ (b >>> 16) ^ length, 0xc2b2ae35 | 0);
  hashes[0] = a ^ (a >>> 13);
  hashes[1] = b ^ (b >>> 16);
};

function startAt(starts: Uint32Array, number: number): number {
  const start = starts[number];
  if (start === undefined) throw new RangeError(`There is no state ${number} among ${starts.length}.`);
  return start;
}

/** A longer copy. */
function grown<Of extends Int32Array | Uint32Array>(array: Of, longer: Of): Of {
  longer.set(array);
  return longer;
}

export class StateTable {
  private words = new Int32Array(FIRST_WORDS); // of all rows
  private starts = new Uint32Array(FIRST_ROWS + 1); // by row: where it begins; and where the last one ends
  private first = new Int32Array(FIRST_ROWS); // by row: its hashes
  private second = new Int32Array(FIRST_ROWS);
  private slots = new Int32Array(FIRST_ROWS * SLOTS); // numbers of rows, from 1; 0 is free
  private readonly hashes = new Int32Array(2);
  private count = 0;
  private readonly hash: Hashing;

  constructor(hash = hashed) {
    this.hash = hash;
  }

  /** How many rows there are. */
  get size(): number {
    return this.count;
  }

  /** The number of the row with these first words. It is the size before where the row is new. */
  add(row: Int32Array, length: number): number {
    this.hash(this.hashes, row, length);
    const [first = 0, second = 0] = this.hashes;
    const mask = this.slots.length - 1;
    let slot = first & mask;
    for (let known = numberAt(this.slots, slot); known !== 0; known = numberAt(this.slots, slot)) {
      const number = known - 1;
      if (this.first[number] === first && this.second[number] === second && this.isAt(number, row, length)) {
        return number;
      }
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count + 1;
    return this.put(row, length, first, second);
  }

  private isAt(number: number, row: Int32Array, length: number): boolean {
    const start = startAt(this.starts, number);
    if (startAt(this.starts, number + 1) - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.words[start + i] !== row[i]) return false;
    return true;
  }

  private put(row: Int32Array, length: number, first: number, second: number): number {
    const number = this.count++;
    const start = startAt(this.starts, number);
    if (start + length > this.words.length) this.words = grown(this.words, new Int32Array(2 * this.words.length));
    for (let i = 0; i < length; i++) this.words[start + i] = numberAt(row, i);
    this.first[number] = first;
    this.second[number] = second;
    this.starts[number + 1] = start + length;
    if (this.count === this.first.length) this.grow();
    return number;
  }

  /** Room for twice as many rows. */
  private grow(): void {
    const rows = 2 * this.first.length;
    this.starts = grown(this.starts, new Uint32Array(rows + 1));
    this.first = grown(this.first, new Int32Array(rows));
    this.second = grown(this.second, new Int32Array(rows));
    this.slots = new Int32Array(rows * SLOTS);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = numberAt(this.first, number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}
