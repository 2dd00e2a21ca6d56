/**
 * Reads of lists, maps and records that cannot be absent. What is missing all the same is a mistake of ours: it ends
 * the work with a sentence, where a default would go on with a wrong value. The last two are of what may be absent.
 */

/** An item of a list; `what` names one item: "track". Throws RangeError for an index that the list does not have. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number, what: string): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no ${what} ${index} among ${items.length}.`);
  return item;
}

/** The last item of a list; `what` names one item: "row". Throws RangeError where the list is empty. */
export function lastItem<Item>(items: readonly Item[], what: string): Item {
  return itemAt(items, items.length - 1, what);
}

/** A map's entry; `what` names one entry. Throws RangeError for a key that the map does not have. */
export function entryOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, what: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`There is no ${what} ${String(key)} among ${map.size}.`);
  return value;
}

/** What a record has under a name; `what` names one entry. Throws RangeError for a name that it does not have. */
export function namedIn<Value>(record: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const value = record[name];
  if (value === undefined) throw new RangeError(`There is no ${what} ${name}, only ${Object.keys(record).join(", ")}.`);
  return value;
}

/** The code point with which a text begins. Throws RangeError for an empty one. */
export function codePointOf(text: string): number {
  const code = text.codePointAt(0);
  if (code === undefined) throw new RangeError("An empty text begins with no character.");
  return code;
}

/** What a function gives for each item, without the items for which it gives null or undefined. */
export function present<Item, Value>(
  items: Iterable<Item>,
  of: (item: Item) => Value | null | undefined,
): NonNullable<Value>[] {
  const values: NonNullable<Value>[] = [];
  for (const item of items) {
    const value = of(item);
    if (value !== null && value !== undefined) values.push(value);
  }
  return values;
}

/** What a pattern finds at first in a text, then what its groups hold; nothing where it does not fit. */
export const groupsIn = (pattern: RegExp, text: string): readonly (string | undefined)[] => pattern.exec(text) ?? [];
