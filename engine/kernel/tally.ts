/** Numbers and lists under keys, which begin at 0 and empty. */

/** The number under a key: 0 where nothing was added. */
export const counted = <Key>(counts: ReadonlyMap<Key, number>, key: Key): number => counts.get(key) ?? 0;

/** The list under a key: empty where nothing was added. */
export const gathered = <Key, Item>(lists: ReadonlyMap<Key, readonly Item[]>, key: Key): readonly Item[] =>
  lists.get(key) ?? [];

/** Adds to the number under a key. Returns the new number. */
export function tally<Key>(counts: Map<Key, number>, key: Key, more = 1): number {
  const count = counted(counts, key) + more;
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
