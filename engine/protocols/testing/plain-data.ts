/** For tests: what only plain data stands. */

/** Freezes all the way down, but for the bytes, which the language cannot freeze. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/** The same data with bytes as arrays and an infinite time as a word, as JSON can hold it. */
export function numbered(value: unknown): unknown {
  if (value === Infinity) return "Infinity";
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(numbered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, numbered(part)]));
}
