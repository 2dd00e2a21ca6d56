/** What a timeline has around its figure: ladder, transport, story, what the reader has changed. */
import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** In px, before it is drawn: a transport and a story of one line each. */
const USUAL = 70;
/** The same of the control of the ladder. */
const LADDER = 74;

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

/** In px, as they are drawn. */
interface AroundFigure {
  /** The figure has the rest of its frame. */
  readonly around: number;
  /** The frame, which is higher than its room where the figure cannot be so low; 0 before it is drawn. */
  readonly frame: number;
}

/** @param stage in which the timeline stands, or not; @param ladder whether it begins on a rung of the ladder */
export function useAroundFigure(stage: RefObject<HTMLElement | null>, ladder: boolean): AroundFigure {
  const [drawn, setDrawn] = useState<AroundFigure>({ around: USUAL + (ladder ? LADDER : 0), frame: 0 });
  const observed = useRef<{ readonly frame: Element; readonly observer: ResizeObserver } | null>(null);
  useLayoutEffect(() => {
    const frame = stage.current?.querySelector(".figure-frame.of-timeline") ?? null;
    if (observed.current?.frame === frame) return;
    observed.current?.observer.disconnect();
    observed.current = null;
    if (frame === null) return;
    const measure = (): void => {
      const figure = frame.querySelector(".tl-figure");
      if (figure === null) return;
      const height = heightOf(frame);
      setDrawn({ around: Math.ceil(height - heightOf(figure)), frame: height });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observed.current = { frame, observer };
  });
  useLayoutEffect(() => () => observed.current?.observer.disconnect(), []);
  return drawn;
}
