/** Keeps what stands above a held thing as high as it is: a timeline that shows another run may be higher or lower. */
import { useLayoutEffect } from "react";
import type { RefObject } from "react";

/** @param within the figure with the held thing */
export function useHeldHeight(within: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useLayoutEffect(() => {
    const figure = within.current;
    if (!isHeld || figure === null) return;
    const above = [...document.querySelectorAll<HTMLElement>(".tl")].filter(
      (one) => (one.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    for (const one of above) {
      one.style.height = `${one.getBoundingClientRect().height}px`;
      one.style.overflow = "clip";
    }
    return () => {
      for (const one of above) {
        one.style.height = "";
        one.style.overflow = "";
      }
    };
  }, [within, isHeld]);
}
