/** A function of whole numbers whose values are made once: calls are alike, and so are their segments. */
export function memoized<Numbers extends readonly number[], Value>(
  make: (...numbers: Numbers) => Value,
): (...numbers: Numbers) => Value {
  const known = new Map<string, Value>();
  return (...numbers) => {
    const key = numbers.join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(...numbers);
    known.set(key, made);
    return made;
  };
}
