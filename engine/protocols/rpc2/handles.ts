/**
 * Handles of connections, never given out twice in the life of a process (MultiRPC paper §IV). In 1987 they count up;
 * in 2025 they are numbers of 31 bits from 256 on that look random: a count, scattered by a multiplication that gives
 * each of the 2^31 numbers once.
 */
import type { Handle } from "./connection.ts";
import type { Library } from "./library.ts";

const BITS_31 = 0x7fff_ffff;
const LEAST = 256;

export interface Handles {
  readonly count: number; // of the handles that were tried
  readonly factor: number; // odd: no two counts give the same
  readonly offset: number;
}

/** @param random draws 32 bits; 2025 draws twice */
export function newHandles(library: Library, random: () => number): Handles {
  if (library.name === "1987") return { count: 0, factor: 1, offset: LEAST };
  const factor = random() | 1;
  return { count: 0, factor, offset: random() };
}

/** The next handle, and what gives those after it. */
export function nextHandle({ count, factor, offset }: Handles): readonly [Handle, Handles] {
  for (let tried = count; ; tried++) {
    const handle = (Math.imul(tried, factor) + offset) & BITS_31;
    if (handle >= LEAST) return [handle, { count: tried + 1, factor, offset }];
  }
}
