/**
 * Work on the page's thread that would hold it up, cut into slices: between two of them the page answers the reader. A
 * piece of work is a generator that yields wherever it may rest; who must have it at once runs it through.
 */
import type { TraceData } from "../../engine/kernel/trace-data.ts";

export type Sliced<Value> = Generator<void, Value, void>;

/** Runs through without a rest. */
export function atOnce<Value>(work: Sliced<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Beyond this many spans what is made of a run is made in slices: more take longer than the page may be held up. */
const MOST_AT_ONCE = 40_000;

export const isLarge = ({ spans }: TraceData): boolean => spans.count > MOST_AT_ONCE;

/** A slice lasts this long: half of a frame, so that the page draws while it waits. */
const SLICE_MS = 8;

/** How often a loop may rest: looking at the clock more often would cost more than the work. */
export const ROWS_A_REST = 512;

/** Lets the page do what it has to do. A timer would wait: browsers slow those that follow others. */
export async function rest(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
}

/** Runs slice by slice; gives up, and resolves to undefined, when `isWanted` says that nobody waits for it any more. */
export async function inSlices<Value>(work: Sliced<Value>, isWanted: () => boolean): Promise<Value | undefined> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done === true) return value;
    } while (performance.now() < until);
    await rest();
    if (!isWanted()) return undefined;
  }
}

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

/** What stands in `a` goes before its like in `b`. */
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

/** What is found out once about a thing, at once or in slices, and known from then on. */
export interface Finding<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value> {
  /** @param which of a trace, say, the call that is asked about */
  (about: About, ...which: Which): Value;
  readonly sliced: (about: About, ...which: Which) => Sliced<Value>;
}

export function finding<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value>(
  work: (about: About, ...which: Which) => Sliced<Value>,
): Finding<About, Which, Value> {
  const known = new WeakMap<About, Map<unknown, Value>>();
  function* sliced(about: About, ...which: Which): Sliced<Value> {
    const before = known.get(about) ?? new Map<unknown, Value>();
    known.set(about, before);
    const found = before.get(which[0]);
    if (found !== undefined) return found;
    const value = yield* work(about, ...which);
    before.set(which[0], value);
    return value;
  }
  return Object.assign((about: About, ...which: Which) => atOnce(sliced(about, ...which)), { sliced });
}
