/** Answers about a thing, each computed once and kept as long as the thing is. */

interface Analysis<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value> {
  /** @param which of a trace, say, the call that is asked about */
  (about: About, ...which: Which): Value;
}

export function analysis<About extends WeakKey, Which extends readonly [] | readonly [unknown], Value>(
  work: (about: About, ...which: Which) => Value,
): Analysis<About, Which, Value> {
  const known = new WeakMap<About, Map<unknown, Value>>();
  return (about, ...which) => {
    const before = known.get(about) ?? new Map<unknown, Value>();
    known.set(about, before);
    const found = before.get(which[0]);
    if (found !== undefined) return found;
    const value = work(about, ...which);
    before.set(which[0], value);
    return value;
  };
}
