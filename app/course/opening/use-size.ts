import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The element’s own size in whole pixels; 0 until it is on the page. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const own = element.current;
    if (own === null) return;
    const read = (): void => setSize({ width: Math.floor(own.clientWidth), height: Math.floor(own.clientHeight) });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
