/** The call flies once by itself, from its beginning to the moment that the page shows. A hand or a key ends that. */
import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "../../controls/media.ts";
import { useFrames } from "../../draw/page-hooks.ts";
import type { Figure } from "../../figure/figure.ts";

/** Before it begins, so that the whole picture is seen before. */
const WAIT_MS = 400;
/** What moves by itself for longer than 5 s would need a button that stops it. */
const FLIGHT_S = 3.2;
const ENDED_BY = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Where the playhead flies, in nanoseconds of the run; null where it stands. It goes evenly over the axis, whose folds
 * and decades a clock would hurry over or wait in.
 *
 * @param key of the place that has opened: another one flies anew; null where nothing may fly yet
 * @param to the moment that the page shows: the flight ends there
 */
export function useFlight(key: string | null, figure: Figure | null, to: number): number | null {
  const reduced = useReducedMotion();
  const [flown, setFlown] = useState<number | null>(null); // px of the axis
  const last = figure === null ? 0 : Math.min(figure.scale.length, figure.scale.at(to));
  const canFly = useRef(false);
  useEffect(() => {
    canFly.current = last > 0;
  });
  useEffect(() => {
    if (key === null || reduced) return;
    const wait = setTimeout(() => canFly.current && setFlown(0), WAIT_MS);
    const end = (): void => {
      clearTimeout(wait);
      setFlown(null);
      for (const kind of ENDED_BY) window.removeEventListener(kind, end, true);
    };
    for (const kind of ENDED_BY) window.addEventListener(kind, end, { capture: true, passive: true });
    return end;
  }, [key, reduced]);
  useFrames(flown !== null, (seconds) => {
    if (figure === null || flown === null) return;
    const next = flown + (figure.scale.length / FLIGHT_S) * seconds;
    setFlown(next < last ? next : null);
  });
  return flown === null || figure === null ? null : figure.scale.time(flown);
}
