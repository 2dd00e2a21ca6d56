/**
 * Exponential variates for the workloads: a table used round and round, so that no queue pays for random numbers, and
 * so defined that an implementation in any language gets the same integers.
 */
const LENGTH = 65_536;
const TWO_32 = 2 ** 32;

/** floor(-ln((u + 0.5) / 2^32) x mean + 0.5) nanoseconds, with u from mulberry32 (T. Ettinger, public domain). */
export function variates(state: number, meanNs: number): Float64Array {
  const table = new Float64Array(LENGTH);
  let counter = state;
  for (let index = 0; index < LENGTH; index++) {
    counter = (counter + 0x6d2b79f5) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const draw = (mixed ^ (mixed >>> 14)) >>> 0;
    table[index] = Math.floor(-Math.log((draw + 0.5) / TWO_32) * meanNs + 0.5);
  }
  return table;
}

/** The place after `index` in a table of variates. */
export const nextPlace = (index: number): number => (index + 1) & (LENGTH - 1);
