/** Adds to the number that is counted for a key, which begins at 0. Returns the new number. */
export function tally<Key>(counts: Map<Key, number>, key: Key, more = 1): number {
  const count = (counts.get(key) ?? 0) + more;
  counts.set(key, count);
  return count;
}
