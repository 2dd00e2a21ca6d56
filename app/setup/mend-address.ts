/** Mends the address of the page; fetched for an odd one alone. */
import { problemsAt } from "./judge-link.ts";
import { mendedLink } from "./mend-link.ts";
import type { MendedLink } from "./mend-link.ts";

/** The place that an address means; null where it is read as it stands. Rejects where a file does not come. */
export const mendedAddress = (hash: string, search: string): Promise<MendedLink | null> =>
  mendedLink(hash, search, problemsAt);
