/** The rows of a long table that are in view: only those are in the page, so that there may be a hundred thousand. */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

const BEYOND = 10; // rows drawn above and below those in view

interface InView {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly measure: () => void;
  /** The first row to be drawn, and one past the last; from 0. */
  readonly first: number;
  readonly end: number;
}

/**
 * @param chosen a row that is brought into view, from 1
 * @param height of a row, px, as in the style sheet; the head of the table has one, too
 */
export function useInView(count: number, chosen: number, height: number): InView {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, room }, setPlace] = useState({ top: 0, room: 640 });
  const measure = (): void => {
    const element = box.current;
    if (element !== null) setPlace({ top: element.scrollTop, room: element.clientHeight });
  };
  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const [from, to] = [(chosen - 1) * height, (chosen + 1) * height];
    if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
  }, [chosen, height]);
  const first = Math.max(0, Math.floor(top / height) - BEYOND);
  return { box, measure, first, end: Math.min(count, Math.ceil((top + room) / height) + BEYOND) };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The row that a key leads to, from 1; null for another key. */
export function rowByKey(key: string, chosen: number, count: number): number | null {
  if (key === "Home") return 1;
  if (key === "End") return count;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count, Math.max(1, chosen + step));
}
