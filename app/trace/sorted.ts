/** Sorting in slices: a whole list would be sorted in one go. */
import { ROWS_A_REST } from "./slices.ts";
import type { Sliced } from "./slices.ts";

/** Sorted as by toSorted, piece by piece: these are merged, two and two. */
export function* sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Sliced<Item[]> {
  let pieces: Item[][] = [];
  for (let from = 0; from === 0 || from < items.length; from += PIECE) {
    pieces.push(items.slice(from, from + PIECE).sort(compare));
    yield;
  }
  while (pieces.length > 1) {
    const merged: Item[][] = [];
    for (let i = 0; i < pieces.length; i += 2) {
      merged.push(yield* mergedOf(pieces[i] ?? [], pieces[i + 1] ?? [], compare));
    }
    pieces = merged;
  }
  return pieces[0] ?? [];
}

const PIECE = 4096;

/** Merges two sorted lists. Of two equal items the one of `a` comes first. */
function* mergedOf<Item>(a: Item[], b: Item[], compare: (a: Item, b: Item) => number): Sliced<Item[]> {
  const merged: Item[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (y === undefined || (x !== undefined && compare(x, y) <= 0)) {
      merged.push(x as Item);
      i++;
    } else {
      merged.push(y);
      j++;
    }
    if (merged.length % ROWS_A_REST === 0) yield;
  }
  return merged;
}
