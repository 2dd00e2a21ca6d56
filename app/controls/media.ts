/** Whether a media query holds, for what must stand elsewhere in the document, not only look different. */
import { useCallback, useSyncExternalStore } from "react";

/** A page as narrow as a phone: its docks stand at the foot, as the style sheets have it. */
export const PHONE = "(max-width: 720px)";
/** A window so low that the figure has to stand before what is said of it. */
export const LOW = "(max-height: 780px)";
const REDUCED = "(prefers-reduced-motion: reduce)";

interface Watched {
  holds: boolean;
  readonly listeners: Set<() => void>;
}

const watched = new Map<string, Watched>();

/**
 * A query that is watched from now on. A browser that is asked in the middle of a change lays the page out before it
 * answers, so it is asked once.
 */
export function watch(query: string): Watched {
  const known = watched.get(query);
  if (known !== undefined) return known;
  const list = window.matchMedia(query);
  const own: Watched = { holds: list.matches, listeners: new Set() };
  list.addEventListener("change", ({ matches }) => {
    own.holds = matches;
    for (const listener of own.listeners) listener();
  });
  watched.set(query, own);
  return own;
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const { listeners } = watch(query);
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => watch(query).holds);
}

export const useReducedMotion = (): boolean => useMedia(REDUCED);
