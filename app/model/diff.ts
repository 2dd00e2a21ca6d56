/** The differences between a text and the paper's, line by line. */

interface LineDiff {
  /** Lines changed, added or removed: of a stretch that was replaced, the longer of the two counts. */
  readonly count: number;
  /** The lines of the new text that are not the paper's, from 1. Where lines were removed, the one that follows. */
  readonly lines: readonly number[];
}

const SAME: LineDiff = { count: 0, lines: [] };

export function lineDiff(original: string, text: string): LineDiff {
  if (original === text) return SAME;
  const [before, after] = [original.split("\n"), text.split("\n")];
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [old, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return hunks(old, fresh, head, after.length);
}

/** Beyond this many pairs of lines to compare, a changed stretch counts as changed altogether. */
const MOST_PAIRS = 4_000_000;

function hunks(old: readonly string[], fresh: readonly string[], offset: number, length: number): LineDiff {
  const lines: number[] = [];
  let count = 0;
  const hunk = (removed: number, from: number, to: number): void => {
    count += Math.max(removed, to - from);
    if (from === to && removed > 0) lines.push(Math.min(length, offset + from + 1));
    for (let line = from; line < to; line++) lines.push(offset + line + 1);
  };
  if (old.length * fresh.length > MOST_PAIRS) {
    hunk(old.length, 0, fresh.length);
    return { count, lines };
  }
  const longest = commonLengths(old, fresh);
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      if (i > fromI || j > fromJ) hunk(i - fromI, fromJ, j);
      i++;
      j++;
      [fromI, fromJ] = [i, j];
    } else if (longest(i + 1, j) >= longest(i, j + 1)) i++;
    else j++;
  }
  if (old.length > fromI || fresh.length > fromJ) hunk(old.length - fromI, fromJ, fresh.length);
  return { count, lines };
}

/** Length of the longest common subsequence of two texts' ends, from line i of one and j of the other. */
function commonLengths(old: readonly string[], fresh: readonly string[]): (i: number, j: number) => number {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] ?? 0; // past the ends of both nothing is common
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const same = old[i] === fresh[j];
      table[i * width + j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** "3 lines changed", "1 line changed". */
export const diffText = ({ count }: LineDiff): string => `${count} ${count === 1 ? "line" : "lines"} changed`;
