/**
 * Handles of connections, never given out twice in the life of a process (MultiRPC paper §IV). In 1987 they count up;
 * in 2025 they are numbers of 31 bits from 256 on that look random: a count, scattered by a multiplication that gives
 * each of the 2^31 numbers once.
 */
import type { Handle } from "./connection.ts";
import type { Library } from "./library.ts";

const BITS_31 = 0x7fff_ffff;
const LEAST = 256;

export class Handles {
  private count = 0;
  private readonly factor: number;
  private readonly offset: number;

  constructor(library: Library, random: () => number) {
    const isCounted = library.name === "1987";
    this.factor = isCounted ? 1 : random() | 1; // odd: no two counts give the same
    this.offset = isCounted ? LEAST : random();
  }

  next(): Handle {
    for (;;) {
      const handle = (Math.imul(this.count++, this.factor) + this.offset) & BITS_31;
      if (handle >= LEAST) return handle;
    }
  }
}
