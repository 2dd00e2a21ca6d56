/**
 * Links to the places of the site: one table of what each may carry after its "?", which the readers and writers of
 * links, the check of addresses and the reference page share, and the one way to write a link. A key that stands
 * nowhere here is no key of that place.
 */
import { ASSIGNMENT_KEYS } from "../../lessons/hand-in/assignment-name.ts";
import { hashOf, placeName } from "./location.ts";
import type { PagePlace, PlaceName } from "./location.ts";

interface PlaceLink {
  readonly parts: number; // of the path, after the place's name
  readonly keys: readonly string[];
  readonly many: readonly string[]; // of the keys, those that may stand several times; of all others the last counts
  readonly parameters: boolean; // the parameters of experiments are keys too
}

/** The key that every link may carry: the language of the page, which is read apart (language/choice.ts). */
export const PAGE_KEY = "lang";

export const LINKS = {
  "": { parts: 0, keys: [], many: [], parameters: false },
  bench: {
    parts: 2,
    keys: [
      "seed",
      "fault",
      "lost",
      "axis",
      "rung",
      "chart",
      "sweep",
      "by",
      "of",
      "v",
      "hash",
      "model",
      "lesson",
      "step",
      "asked",
      "embed",
      "hide",
      "lock",
      "pin",
      "twin",
      "view",
    ],
    many: ["fault", "pin"],
    parameters: true,
  },
  lesson: {
    parts: 1,
    keys: [
      ...(["step", "experiment", "seed", "fault", "embed", "parent"] as const),
      ...ASSIGNMENT_KEYS, // of the assignment that the lesson is opened from
      "own",
    ],
    many: ["fault"],
    parameters: true,
  },
  capture: { parts: 0, keys: ["example", "ask", "call"], many: [], parameters: false },
  traces: { parts: 0, keys: ["example", "trace", "span", "factor", "below"], many: [], parameters: false },
  numbers: {
    parts: 0,
    keys: [
      ...(["loadPerS", "serverMs", "spread", "servers", "workers", "timeoutMs", "retries"] as const),
      ...(["arrivals", "clients", "balancer", "queueLimit", "queue", "networkMs", "deadlineMs"] as const),
      ...(["backoff", "budget", "travels", "cancel", "hedgeMs", "policy"] as const),
    ],
    many: [],
    parameters: false,
  },
  papers: { parts: 2, keys: ["row", "column", "entry"], many: ["row"], parameters: false },
  reference: { parts: 1, keys: ["entry"], many: [], parameters: false },
  concept: { parts: 0, keys: [], many: [], parameters: false },
  desk: { parts: 2, keys: ASSIGNMENT_KEYS, many: [], parameters: false },
  do: { parts: 0, keys: [...ASSIGNMENT_KEYS, "embed"], many: [], parameters: false },
  write: { parts: 1, keys: ["rules", "code"], many: [], parameters: false },
} as const satisfies Readonly<Record<PlaceName, PlaceLink>>;

export type KeyOf<P extends PlaceName> = (typeof LINKS)[P]["keys"][number];

/** The value of each key in a link: several of a key that may stand several times, null for none. */
type Carried<P extends PlaceName> = { readonly [Key in KeyOf<P>]?: string | readonly string[] | null };

/** The place with these keys in its link, behind those that it has; one that it has already gets the new value. */
export function withKeys<P extends PlaceName>({ path, query }: PagePlace, carried: Carried<P>): PagePlace {
  const given = new URLSearchParams(query);
  for (const [key, value] of Object.entries<string | readonly string[] | null | undefined>(carried)) {
    if (typeof value === "string") given.set(key, value);
    else for (const text of value ?? []) given.append(key, text);
  }
  return { path, query: given.toString() };
}

/** A place by its name, the parts of its path, and its keys in the order in which they are to stand. */
export const placeAt = <P extends PlaceName>(
  name: P,
  parts: readonly string[] = [],
  carried: Carried<P> = {},
): PagePlace => withKeys({ path: `/${[name, ...parts].join("/")}`, query: "" }, carried);

/** "#/papers/firefly/table-i?column=nullRpcsPerS": the link to a place. */
export const hrefOf = <P extends PlaceName>(name: P, parts?: readonly string[], carried?: Carried<P>): string =>
  hashOf(placeAt(name, parts, carried));

/** The value of a key; of one that stands several times the last counts. Null where it does not stand in the link. */
export const lastOf = (query: URLSearchParams, key: KeyOf<PlaceName>): string | null =>
  query.getAll(key).at(-1) ?? null;

/** The same; "" where the query does not have the key. */
export const lastText = (query: URLSearchParams, key: KeyOf<PlaceName>): string => lastOf(query, key) ?? "";

/** The end of an address behind the parts that its place reads: "x/y" of "#/reference/keys/x/y". */
export function restOf(place: PagePlace): string {
  const name = placeName(place);
  return name === null
    ? place.path
    : place.path
        .split("/")
        .slice(2 + LINKS[name].parts)
        .join("/");
}
