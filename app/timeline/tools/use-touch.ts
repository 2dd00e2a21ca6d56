import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { TouchProps } from "./fingers.ts";

/** Two fingers on a figure zoom and move it, where the screen can be touched. Nobody else fetches how. */
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
      () => undefined, // buttons zoom and move it, too
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [holder]);
}
