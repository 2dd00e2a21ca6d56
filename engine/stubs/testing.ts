/** For tests of stubs: random choices, and errors that are wanted. */

/** A whole number of a range, both ends within it. */
export type Pick = (least: number, most: number) => number;

/** One of the items, of which there is at least one. */
export function oneOf<Item>(pick: Pick, items: readonly Item[]): Item {
  const item = items[pick(0, items.length - 1)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** So many, each made by its number. */
export const times = <Item>(count: number, make: (i: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** The error of a kind that `run` throws; undefined where it throws none. Any other error goes on. */
export function thrownBy<Kind extends Error>(kind: new (...args: never) => Kind, run: () => unknown): Kind | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}
