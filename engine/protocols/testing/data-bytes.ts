/**
 * For tests: how many bytes plain data takes as records of a 32-bit machine. A number and a reference take four bytes,
 * a word of a closed list and a truth value one, bytes their number. What two records share counts once.
 */
export function dataBytes(data: unknown): number {
  const seen = new Set<object>();
  const bytes = (value: unknown): number => {
    if (typeof value === "string" || typeof value === "boolean") return 1;
    if (typeof value !== "object" || value === null) return 4;
    if (seen.has(value)) return 4;
    seen.add(value);
    if (value instanceof Uint8Array) return 4 + value.length;
    return Object.values(value).reduce((sum: number, field: unknown) => sum + bytes(field), 4);
  };
  return bytes(data);
}
