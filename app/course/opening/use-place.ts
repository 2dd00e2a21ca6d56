/** The place in the story follows the page’s own scroll; buttons scroll the page. Nothing moves by itself. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { LAST, smooth } from "./beats.ts";

/** A flight of one beat takes so many ms, and a longer one so many more for each beat. */
const FLIGHT_MS = { base: 700, beat: 900, most: 2500 } as const;

/** A reader who scrolls by hand ends a flight; a key that begins one is heard here first. */
const STOPS = { passive: true, capture: true } as const;

interface Ways {
  /** From 0 to the last beat. */
  readonly place: number;
  /** Scrolls to a beat, in a moment. */
  readonly go: (beat: number) => void;
}

/** How far the page must scroll for the section to reach its first beat, and from there to its last, in px. */
function span(section: HTMLElement, pin: HTMLElement): readonly [from: number, length: number] {
  const top = Number.parseFloat(getComputedStyle(pin).top) || 0;
  const from = section.getBoundingClientRect().top + window.scrollY - top;
  return [from, Math.max(1, section.offsetHeight - pin.offsetHeight)];
}

/**
 * @param section the tall part of the page
 * @param pin what stands still in it
 */
export function usePlace(section: RefObject<HTMLElement | null>, pin: RefObject<HTMLElement | null>): Ways {
  const [place, setPlace] = useState(0);
  const flight = useRef(0);
  useEffect(() => {
    let asked = 0;
    const read = (): void => {
      asked = 0;
      if (section.current === null || pin.current === null) return;
      const [from, length] = span(section.current, pin.current);
      setPlace(Math.min(1, Math.max(0, (window.scrollY - from) / length)) * LAST);
    };
    const ask = (): void => {
      asked ||= requestAnimationFrame(read);
    };
    const stop = (): void => void flight.current++;
    ask();
    window.addEventListener("scroll", ask, { passive: true });
    window.addEventListener("resize", ask);
    const ends = ["wheel", "touchstart", "keydown"];
    for (const end of ends) window.addEventListener(end, stop, STOPS);
    return () => {
      cancelAnimationFrame(asked);
      stop();
      window.removeEventListener("scroll", ask);
      window.removeEventListener("resize", ask);
      for (const end of ends) window.removeEventListener(end, stop, STOPS);
    };
  }, [section, pin]);
  const go = useCallback(
    (beat: number) => {
      if (section.current === null || pin.current === null) return;
      const [from, length] = span(section.current, pin.current);
      const begin = window.scrollY;
      const target = from + (length * beat) / LAST;
      const beats = (Math.abs(target - begin) / length) * LAST;
      const lasts = Math.min(FLIGHT_MS.most, FLIGHT_MS.base + FLIGHT_MS.beat * beats);
      const own = ++flight.current;
      let since: number | null = null;
      const step = (time: number): void => {
        if (own !== flight.current) return;
        since ??= time;
        const share = Math.min(1, (time - since) / lasts);
        window.scrollTo({ top: begin + (target - begin) * smooth(share), behavior: "instant" });
        if (share < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
    [section, pin],
  );
  return { place, go };
}
