/** Fingers on the figure (fingers.ts), fetched where there is a screen to touch. */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { TouchProps } from "./fingers.ts";

export function useTouch(holder: RefObject<HTMLElement | null>, props: TouchProps): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = holder.current;
    if (element === null || !window.matchMedia("(any-pointer: coarse)").matches) return;
    let stop: (() => void) | null = null;
    let gone = false;
    import("./fingers.ts").then(
      ({ listenToFingers }) => {
        if (!gone) stop = listenToFingers(element, () => latest.current);
      },
      () => undefined, // no network: the buttons zoom and move it too
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [holder]);
}
