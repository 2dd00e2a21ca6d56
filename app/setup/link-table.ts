/**
 * What a link to each place may carry after its "?": one table that the readers and writers of links, the check of
 * addresses and the reference page share. A key that stands nowhere here is no key of that place.
 */
import { hashOf } from "./location.ts";
import type { Place, PlaceName } from "./location.ts";

interface PlaceLink {
  readonly parts: number; // of the path, after the place's name
  readonly keys: readonly string[];
  readonly many: readonly string[]; // of the keys, those that may stand several times; of all others the last counts
  readonly parameters: boolean; // the parameters of experiments are keys too
}

export const LINKS = {
  "": { parts: 0, keys: [], many: [], parameters: false },
  bench: {
    parts: 2,
    keys: ["seed", "fault", "chart", "v", "hash", "model", "lesson", "step", "embed", "hide", "pin", "twin"],
    many: ["fault", "pin"],
    parameters: true,
  },
  lesson: {
    parts: 1,
    keys: ["step", "experiment", "seed", "fault", "embed", "hide"],
    many: ["fault"],
    parameters: true,
  },
  papers: { parts: 2, keys: ["row", "column", "entry"], many: ["row"], parameters: false },
  reference: { parts: 1, keys: [], many: [], parameters: false },
} as const satisfies Readonly<Record<PlaceName, PlaceLink>>;

export type KeyOf<P extends PlaceName> = (typeof LINKS)[P]["keys"][number];

/** What a link carries after its "?": values by key, several of those that may stand several times; null for none. */
export type Carried<P extends PlaceName> = { readonly [Key in KeyOf<P>]?: string | readonly string[] | null };

/** A place by its name, the parts of its path and its keys, which stand in the link as they stand here. */
export function placeAt<P extends PlaceName>(name: P, parts: readonly string[] = [], carried: Carried<P> = {}): Place {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries<string | readonly string[] | null | undefined>(carried)) {
    for (const text of typeof value === "string" ? [value] : (value ?? [])) query.append(key, text);
  }
  return { path: `/${[name, ...parts].join("/")}`, query: query.toString() };
}

/** "#/papers/firefly/table-i?column=nullRpcsPerS": the link to a place. */
export const hrefOf = <P extends PlaceName>(name: P, parts?: readonly string[], carried?: Carried<P>): string =>
  hashOf(placeAt(name, parts, carried));

/** The value of a key; of one that stands several times the last counts. Null where it does not stand in the link. */
export const lastOf = (query: URLSearchParams, key: KeyOf<PlaceName>): string | null =>
  query.getAll(key).at(-1) ?? null;
