/**
 * Where the reader is: the part of the address after "#", so that a page served from any path, or from a file server
 * that knows no rewrites, opens the same link. "#/bench/firefly/null?threads=4" is path "/bench/firefly/null" and query
 * "threads=4".
 */
import { useSyncExternalStore } from "react";
import { isOdd } from "./odd-address.ts";

export interface PagePlace {
  readonly path: string; // begins with "/"
  readonly query: string; // without "?"
  /** What was mended in the address that the reader followed: a sentence. */
  readonly mended?: string;
}

/** The language of the page (language/choice.ts) is no part of a place. */
const withoutLanguage = (query: string): string =>
  query.includes("lang=")
    ? query
        .split("&")
        .filter((part) => !part.startsWith("lang="))
        .join("&")
    : query;

export function readPlace(hash: string): PagePlace {
  const text = hash.replace(/^#?\/?/, "/");
  const mark = text.indexOf("?");
  return mark < 0
    ? { path: text, query: "" }
    : { path: text.slice(0, mark), query: withoutLanguage(text.slice(mark + 1)) };
}

/** "#/bench/firefly/null?threads=4" for a place. */
export const hashOf = ({ path, query }: PagePlace): string => `#${path}${query === "" ? "" : `?${query}`}`;

/** The whole address of a place, as copied for somebody else. */
export const addressOf = (place: PagePlace): string => new URL(hashOf(place), document.baseURI).href;

export const currentPlace = (): PagePlace => readPlace(window.location.hash);

/** The places of the site: the first part of a path. "" is the course. */
const ALL = [
  "",
  "lesson",
  "bench",
  "numbers",
  "capture",
  "traces",
  "papers",
  "reference",
  "write",
  "concept",
  "desk",
  "do",
] as const;
export type PlaceName = (typeof ALL)[number];
const NAMES: readonly string[] = ALL;

/** The place of a path; null for none. */
export function placeName({ path }: PagePlace): PlaceName | null {
  const name = path.split("/")[1] ?? "";
  return NAMES.includes(name) ? (name as PlaceName) : null;
}

/** The place that is shown: of a path that leads nowhere the course. */
export const shownPlace = (place: PagePlace): PlaceName => placeName(place) ?? "";

/** The part of a path behind its place: the lesson, the paper, the section; "" for none. */
export const partOf = ({ path }: PagePlace): string => path.split("/")[2] ?? "";

/** The reader's last address in each place, so that the place's link leads back there. */
const last = new Map<PlaceName, string>();

function remember(place: PagePlace): void {
  const name = placeName(place);
  if (name !== null) last.set(name, hashOf(place));
}

/** From here on the place's link leads to this address. */
export const leadTo = (name: PlaceName, place: PagePlace): void => void last.set(name, hashOf(place));

export const wayTo = (name: PlaceName): string => last.get(name) ?? hashOf({ path: `/${name}`, query: "" });

/** What the reader followed or typed last. Addresses that the page itself rewrites do not count. */
let followed: PagePlace | null = null;
/** The address as the page last read or wrote it. */
let known: string | null = null;

function follow(mended: string | null = null): PagePlace {
  followed = { ...currentPlace(), ...(mended === null ? {} : { mended }) };
  known = window.location.hash;
  remember(followed);
  return followed;
}

const present = (): PagePlace => followed ?? follow();

/** Gives the place that an odd address means, and a sentence; null where it is read as it stands. */
type Mend = (
  hash: string,
  search: string,
) => Promise<{ readonly place: PagePlace; readonly notice: string | null } | null>;

let mend: Mend = () => Promise.resolve(null);

/** From here on odd addresses are mended in this way. */
export const mendWith = (way: Mend): void => void (mend = way);

/**
 * Follows the address that stands there. One that looks as if it was changed on its way is mended first, and written
 * anew; where the files for that do not come, it is read as it stands.
 */
export async function arrive(): Promise<void> {
  const { hash, search, pathname } = window.location;
  if (!isOdd(window.location)) return void follow();
  const mended = await mend(hash, search).catch(() => null);
  if (window.location.hash !== hash) return; // the reader has gone on
  if (mended !== null) window.history.replaceState(window.history.state, "", `${pathname}${hashOf(mended.place)}`);
  follow(mended?.notice ?? null);
}

function subscribe(tell: () => void): () => void {
  const listener = (): void => {
    if (isOdd(window.location)) void arrive().then(tell);
    else {
      follow();
      tell();
    }
  };
  window.addEventListener("hashchange", listener);
  // The address may have changed between its first reading and now: nobody heard of it.
  if (!isAddressRead()) listener();
  return () => window.removeEventListener("hashchange", listener);
}

/** The place that the reader asked for; a new object each time a link is followed, also to the same place. */
export const usePlace = (): PagePlace => useSyncExternalStore(subscribe, present);

/** Whether a place is what the reader asked for last. */
export const isAskedFor = (place: PagePlace | null): boolean => place === present();

/** False from the moment that the reader follows a link until the page has read it. */
export const isAddressRead = (): boolean => known === null || known === window.location.hash;

/**
 * Rewrites the address without a step in the history, so that a reload keeps what is on the screen. Where the reader
 * has gone on and the page has not heard of it yet, the address is no longer the page's to write.
 */
export function replacePlace(place: PagePlace): void {
  if (!isAddressRead()) return;
  const hash = hashOf(place);
  remember(place);
  if (hash === window.location.hash) return;
  window.history.replaceState(window.history.state, "", hash);
  known = window.location.hash;
}
