/** Numbers and lists under keys, which begin at 0 and empty. */

/** Adds to the number under a key. Returns the new number. */
export function tally<Key>(counts: Map<Key, number>, key: Key, more = 1): number {
  const count = (counts.get(key) ?? 0) + more;
  counts.set(key, count);
  return count;
}

/** Adds to the list under a key. Returns the list. */
export function gather<Key, Item>(lists: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  list.push(...items);
  return list;
}
