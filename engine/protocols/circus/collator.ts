/** How the client makes one result of the returns of a troupe. There are three ways, and a call has one of them. */
import { keyText } from "../machine.ts";

export const COLLATORS = {
  unanimous: "all, which must be equal",
  majority: "more than half of the troupe, which must be equal",
  "first-come": "the first",
} as const;

export type Collator = keyof typeof COLLATORS;

/** The return of a member: its bytes, "crashed", or null while neither is known. */
export type Returned = Uint8Array | "crashed" | null;

type Collated =
  { readonly tag: "waits" } | { readonly tag: "returned"; readonly data: Uint8Array } | { readonly tag: "failed" };

const WAITS: Collated = { tag: "waits" };
const FAILED: Collated = { tag: "failed" };

/** @param returns of all members, in the order in which they came */
export function collate(collator: Collator, returns: readonly Returned[]): Collated {
  const results = returns.filter((one) => one instanceof Uint8Array);
  const pending = returns.filter((one) => one === null).length;
  const [first] = results;
  if (first === undefined) return pending > 0 ? WAITS : FAILED;
  switch (collator) {
    case "first-come":
      return { tag: "returned", data: first };
    case "unanimous":
      if (pending > 0) return WAITS;
      return results.every((one) => keyText(one) === keyText(first)) ? { tag: "returned", data: first } : FAILED;
    case "majority": {
      const equal = (data: Uint8Array): number => results.filter((one) => keyText(one) === keyText(data)).length;
      const best = results.reduce((most, one) => (equal(one) > equal(most) ? one : most), first);
      if (2 * equal(best) > returns.length) return { tag: "returned", data: best };
      return 2 * (equal(best) + pending) > returns.length ? WAITS : FAILED;
    }
  }
}
