import { startTransition, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** Width in px of an element's content box, kept up to date; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    // The chart's room is there already: the page comes to the screen first, and then the chart into its room.
    startTransition(() => setWidth(Math.floor(observed.clientWidth)));
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
