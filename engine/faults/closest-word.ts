/**
 * The allowed word that somebody probably meant: the fewest letters inserted, left out, changed, or swapped with their
 * neighbour. Undefined where that takes more than a third of the word, and more than one letter.
 */
export function closestWord(word: string, allowed: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of allowed) {
    const distance = editDistance(word, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Optimal string alignment distance (Damerau 1964, Levenshtein 1966); rows of the usual table, three at a time. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = isSwap ? at(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, change, swap));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

/** A place of the table that the distance has filled. */
function at(row: readonly number[], column: number): number {
  const distance = row[column];
  if (distance === undefined) throw new Error(`The table of letters has no column ${column}.`);
  return distance;
}
