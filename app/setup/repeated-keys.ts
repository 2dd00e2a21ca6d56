import { quote } from "../../engine/faults/quote.ts";
import { lastItem } from "../../engine/kernel/reads.ts";

/** A sentence for each key that stands more than once and may not. */
export function repeatedKeys(query: URLSearchParams, many: ReadonlySet<string>): readonly string[] {
  return [...new Set(query.keys())].flatMap((key) => {
    const given = query.getAll(key);
    if (given.length === 1 || many.has(key)) return [];
    const last = quote(lastItem(given, "value"));
    return [`${quote(key)} stands in the link ${given.length} times; the last one, ${last}, counts.`];
  });
}
