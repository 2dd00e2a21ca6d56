/** What a chart needs beside its plot, as it is written: lines of the readout, of what is said of it, of its foot. */
import { useEffect, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** Of a readout and a foot of one line each, in px. */
const USUAL = 92;

const heightOf = (parts: NodeListOf<HTMLElement>): number =>
  [...parts].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);

/** All but the plot, in px; what the reader has opened beneath or within is not counted. Null where there is none. */
function measured(section: HTMLElement): number | null {
  const plot = section.querySelector<HTMLElement>(".chart-room");
  if (plot === null) return null;
  const above = plot.getBoundingClientRect().top - section.getBoundingClientRect().top;
  const below = heightOf(section.querySelectorAll(".chart-said, .chart-foot"));
  return Math.ceil(above - heightOf(section.querySelectorAll(".address")) + below);
}

/**
 * The most that it has been at its width, in px: what the cursor reads never moves the figure. @param chart its id
 */
export function useAround(section: RefObject<HTMLElement | null>, chart: string): number {
  const [most, setMost] = useState({ chart, width: 0, around: USUAL });
  useLayoutEffect(() => {
    const own = section.current;
    if (own === null) return;
    const measure = (): void => {
      const around = measured(own);
      if (around === null) return;
      const width = own.clientWidth;
      setMost((before) => {
        const isSame = before.chart === chart && before.width === width;
        const least = isSame ? before.around : USUAL;
        return isSame && around <= least ? before : { chart, width, around: Math.max(least, around) };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of own.querySelectorAll(".chart > *")) observer.observe(part);
    return () => observer.disconnect();
  }, [section, chart]);
  return most.chart === chart ? most.around : USUAL;
}

/**
 * The most that the plot has been at its width, in px: each chart of a step gets as much, or what a hand holds below it
 * would move. @param step its id; null where nothing below is held, or no chart is there yet
 */
export function useTallest(section: RefObject<HTMLElement | null>, step: string | null): number {
  const [tallest, setTallest] = useState({ step, width: 0, height: 0 });
  const { width } = tallest;
  useEffect(() => {
    const plot = section.current?.querySelector(".chart-room") ?? null;
    if (step === null || plot === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = plot;
      setTallest((before) => {
        const isSame = before.step === step && before.width === clientWidth;
        if (!isSame) return { step, width: clientWidth, height: 0 }; // it is measured again without the old height
        return before.height >= clientHeight ? before : { ...before, height: clientHeight };
      });
    });
    observer.observe(plot);
    return () => observer.disconnect();
  }, [section, step, width]);
  return tallest.step === step ? tallest.height : 0;
}
