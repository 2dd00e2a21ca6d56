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

/** A run of more spans than this is analysed and drawn in slices: at once it would hold the page up for too long. */
const MOST_AT_ONCE = 40_000;

export const isLarge = ({ spans }: TraceData): boolean => spans.count > MOST_AT_ONCE;

/** A loop may rest after so many rows. To look at the clock more often would cost more than the work. */
export const ROWS_A_REST = 512;

/** An answer about a thing, computed once, at once or in slices, and kept from then on. */
interface Analysis<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value> {
  /** @param which of a trace, say, the call that is asked about */
  (about: About, ...which: Which): Value;
  readonly sliced: (about: About, ...which: Which) => Sliced<Value>;
}

export function analysis<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value>(
  work: (about: About, ...which: Which) => Sliced<Value>,
): Analysis<About, Which, Value> {
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
