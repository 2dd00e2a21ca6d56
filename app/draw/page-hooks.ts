/** The page as figures need it: their width, its theme and fonts, and a clock. */
import { startTransition, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { RefObject } from "react";

/**
 * The element's own width in pixels; 0 until it is on the page.
 * @param late whether its room is there already: then the page comes to the screen first, and the figure into its room
 */
export function useWidth(element: RefObject<HTMLElement | null>, late = false): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const own = element.current;
    if (own === null) return;
    const read = (): void => setWidth(Math.floor(own.getBoundingClientRect().width));
    if (late) startTransition(read);
    else read();
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(own);
    return () => observer.disconnect();
  }, [element, late]);
  return width;
}

/** Of a window, what stands above a figure and below it; px. */
const AROUND = 76;
const LEAST_ROOM = 380;

/** The height of a figure that is seen whole in a window that is wider than high; undefined in a higher one. */
export const useLowRoom = (): number | undefined =>
  useSyncExternalStore(subscribeToSize, () =>
    innerWidth > innerHeight ? Math.max(LEAST_ROOM, innerHeight - AROUND) : undefined,
  );

export function subscribeToSize(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

let styleChanges = 0;

/** Counts the changes of what a canvas cannot see by itself: theme, fonts, pixel ratio. */
export function useStyleChanges(): number {
  return useSyncExternalStore(subscribeToStyle, () => styleChanges);
}

function subscribeToStyle(onChange: () => void): () => void {
  const changed = (): void => {
    styleChanges++;
    onChange();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const ratio = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  dark.addEventListener("change", changed);
  ratio.addEventListener("change", changed);
  document.fonts.addEventListener("loadingdone", changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener("change", changed);
    ratio.removeEventListener("change", changed);
    document.fonts.removeEventListener("loadingdone", changed);
  };
}

/** After a pause of the page (another tab) play goes on where it was; a slow machine's frames still count in full. */
const LONGEST_FRAME_S = 1;

/** Calls `frame` with the seconds since the last frame while `running`. */
export function useFrames(running: boolean, frame: (seconds: number) => void): void {
  const latest = useRef(frame);
  useEffect(() => {
    latest.current = frame;
  });
  useEffect(() => {
    if (!running) return;
    let before: number | null = null;
    let request = requestAnimationFrame(function next(now) {
      if (before !== null) latest.current(Math.min(LONGEST_FRAME_S, (now - before) / 1000));
      before = now;
      request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, [running]);
}

/** Calls `beat` every `millis` while `running`. */
export function useBeats(running: boolean, millis: number, beat: () => void): void {
  const latest = useRef(beat);
  useEffect(() => {
    latest.current = beat;
  });
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => latest.current(), millis);
    return () => clearInterval(timer);
  }, [running, millis]);
}
