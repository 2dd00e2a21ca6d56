/** Whether a media query holds, for what must stand elsewhere in the document, not only look different. */
import { useCallback, useMemo, useSyncExternalStore } from "react";

/** A page as narrow as a phone: its docks stand at the foot, as the style sheets have it. */
export const PHONE = "(max-width: 720px)";

export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
