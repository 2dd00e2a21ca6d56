/**
 * Where the reader is: the part of the address after "#", so that a page served from any path, or from a file server
 * that knows no rewrites, opens the same link. "#/bench/firefly/null?threads=4" is path "/bench/firefly/null" and query
 * "threads=4".
 */
export interface Place {
  readonly path: string; // begins with "/"
  readonly query: string; // without "?"
}

export function readPlace(hash: string): Place {
  const text = hash.replace(/^#?\/?/, "/");
  const mark = text.indexOf("?");
  return mark < 0 ? { path: text, query: "" } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
}

/** "#/bench/firefly/null?threads=4" for a place. */
export const hashOf = ({ path, query }: Place): string => `#${path}${query === "" ? "" : `?${query}`}`;

/** The whole address of a place, as copied for somebody else. */
export const addressOf = (place: Place): string => new URL(hashOf(place), document.baseURI).href;

export const currentPlace = (): Place => readPlace(window.location.hash);

/** Tells when the reader follows or types another link; not when the page itself rewrites the address. */
export function onPlaceChange(tell: (place: Place) => void): () => void {
  const listener = (): void => tell(currentPlace());
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** Rewrites the address without a step in the history, so that a reload keeps what is on the screen. */
export function replacePlace(place: Place): void {
  const hash = hashOf(place);
  if (hash !== window.location.hash) window.history.replaceState(window.history.state, "", hash);
}
