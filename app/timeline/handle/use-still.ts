/**
 * The axis stands still while a reader holds something; let go, it goes to what fits in a moment (280 ms), or at once
 * where the reader wants less motion.
 */
import { useEffect, useState } from "react";
import { useReducedMotion } from "../../controls/media.ts";
import { plainOf, timeOfPlain } from "../figure/scale.ts";
import type { Course, View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";

/** As in look/handle: long enough for the eye to follow, short enough not to be waited for. */
const MORPH_MS = 280;

/** Run and view as they were when the reader took hold. */
interface Still {
  readonly shown: ShownCall;
  readonly view: View;
}

interface Glide {
  /** Moments at the ends of the view from which it goes. */
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

export interface Standing {
  readonly still: Still | null;
  /** Stands still from now on. */
  readonly hold: () => void;
  /** Stands still no longer. */
  readonly letGo: () => void;
  /** The next run is gone to from what is seen now. */
  readonly glide: () => void;
}

const eased = (share: number): number => 1 - (1 - share) ** 3;

/** The run with the axis of another: what ends beyond it is not seen. */
export const onAxisOf = (shown: ShownCall, { shown: { folds, log, fit, limits } }: Still): ShownCall => ({
  ...shown,
  folds,
  log,
  fit,
  limits,
});

/** @param wanted the view that the reader has where nothing is held */
export function useStill(shown: ShownCall, wanted: View): Standing & { readonly view: View } {
  const [still, setStill] = useState<Still | null>(null);
  const [glide, setGlide] = useState<Glide | null>(null);
  const reduced = useReducedMotion();
  const view = still?.view ?? (glide === null ? wanted : between(glide, wanted, shown));
  const going = glide !== null;
  useEffect(() => {
    if (!going) return;
    const began = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      const share = Math.min(1, (now - began) / MORPH_MS);
      setGlide((before) => (before === null || share >= 1 ? null : { ...before, share: Math.max(0, share) }));
      if (share < 1) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [going]);
  const go = (): void => {
    const course = still?.shown ?? shown;
    if (!reduced) setGlide({ from: timeOfPlain(course, view.from), to: timeOfPlain(course, view.to), share: 0 });
  };
  return {
    still,
    view,
    hold: () => {
      setGlide(null);
      setStill({ shown, view });
    },
    letGo: () => {
      go();
      setStill(null);
    },
    glide: go,
  };
}

function between({ from, to, share }: Glide, wanted: View, course: Course): View {
  const mix = (a: number, b: number): number => a + (b - a) * eased(share);
  return { from: mix(plainOf(course, from), wanted.from), to: mix(plainOf(course, to), wanted.to) };
}
