/** Two numbers of a machine fitted to its calls, and the median of differences with its interval. */

/** A machine’s time for a call: so much for each, and so much for each byte of call and reply. */
export interface Fitted {
  readonly fixedNs: number;
  readonly perByteNs: number;
  readonly calls: number; // to which it was fitted
}

interface Sized {
  readonly bytes: number;
  readonly ns: number;
}

/** Slopes are taken between so many calls of a kind: their pairs are about 20,000. */
const MOST_FITTED = 200;

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** So many of some items, at equal distances. */
export const evenly = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most ? items : items.filter((_, i) => (i * most) % items.length < most);

/**
 * The line of Theil and Sen: the median of the slopes between pairs, which a few slow calls do not move (Sen, Journal
 * of the American Statistical Association 63, 1968). A pair is of one kind, for kinds differ by more than their bytes.
 * No cost is below zero.
 */
export function fitted(kinds: readonly (readonly Sized[])[]): Fitted {
  const slopes = kinds.flatMap((kind) => {
    const some = evenly(kind, MOST_FITTED);
    return some.flatMap((a, i) =>
      some.slice(i + 1).flatMap((b) => (a.bytes === b.bytes ? [] : [(b.ns - a.ns) / (b.bytes - a.bytes)])),
    );
  });
  const perByteNs = slopes.length === 0 ? 0 : Math.max(0, medianOf(slopes));
  const all = kinds.flat();
  const fixedNs = Math.max(0, medianOf(all.map(({ bytes, ns }) => ns - perByteNs * bytes)));
  return { fixedNs, perByteNs, calls: all.length };
}

export interface Median {
  readonly median: number;
  /** 95 % at least; null for fewer than six values, of which no two hold the median so surely. */
  readonly low: number | null;
  readonly high: number | null;
}

const EXACT = 100; // values up to which the binomial distribution is added up
const Z_975 = 1.959964; // 97.5 % point of the normal distribution

/** How many values at each end are outside of the interval of the median: each is below it with a chance of a half. */
function outside(count: number): number {
  if (count > EXACT) return Math.floor((count - Z_975 * Math.sqrt(count)) / 2);
  let [chance, sum, below] = [0.5 ** count, 0.5 ** count, 0];
  while (sum <= 0.025) {
    chance *= (count - below) / (below + 1);
    below += 1;
    sum += chance;
  }
  return below;
}

/** The median with the interval of its ranks, for values of any distribution (Conover, 1999, 3.2). */
export function medianInterval(values: readonly number[]): Median {
  const sorted = values.toSorted((a, b) => a - b);
  const skipped = outside(sorted.length);
  const median = medianOf(sorted);
  if (skipped === 0) return { median, low: null, high: null };
  return { median, low: sorted[skipped - 1] ?? null, high: sorted[sorted.length - skipped] ?? null };
}
