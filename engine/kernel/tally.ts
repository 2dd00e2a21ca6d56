/** Numbers and lists under keys, which begin at 0 and empty. */

/** The number under a key: 0 where none was set. */
export const numberUnder = <Key>(counts: ReadonlyMap<Key, number>, key: Key): number => counts.get(key) ?? 0;

/** The list under a key: empty where nothing was gathered. */
export const listUnder = <Key, Item>(lists: ReadonlyMap<Key, readonly Item[]>, key: Key): readonly Item[] =>
  lists.get(key) ?? [];

/** Adds to the number under a key. Returns the new number. */
export function tally<Key>(counts: Map<Key, number>, key: Key, more = 1): number {
  const count = numberUnder(counts, key) + more;
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

/** Items by a key of theirs, in the order in which they came. `Map.groupBy` is newer than the oldest browsers. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) gather(groups, keyOf(item), item);
  return groups;
}
