/** The run before a change stays under the new one until the reader has compared. */
import { useEffect, useState } from "react";
import { useReducedMotion } from "../../controls/media.ts";
import type { ShownCall } from "../../figure/shown-call.ts";

/** As in look/handle: it stays, then fades; where less motion is wanted it stays longer, and goes. */
const STAYS_MS = 500;
const FADES_MS = 500;
const STAYS_STILL_MS = 2500;
const OPACITY = 0.9;

interface Ghost {
  readonly shown: ShownCall;
  readonly opacity: number;
}

interface Kept {
  readonly shown: ShownCall;
  readonly goes: boolean;
}

/** @returns the ghost, and the functions that keep a run as one while something is held, let it go, and drop it */
export function useGhost() {
  const [kept, setKept] = useState<Kept | null>(null);
  const [opacity, setOpacity] = useState(OPACITY);
  const reduced = useReducedMotion();
  useEffect(() => {
    if (kept?.goes !== true) return;
    if (reduced) {
      const task = setTimeout(() => setKept(null), STAYS_STILL_MS);
      return () => clearTimeout(task);
    }
    const began = performance.now() + STAYS_MS;
    let frame = 0;
    const task = setTimeout(() => {
      frame = requestAnimationFrame(function next(now) {
        const share = Math.max(0, (now - began) / FADES_MS);
        if (share >= 1) return setKept(null);
        setOpacity(OPACITY * (1 - share));
        frame = requestAnimationFrame(next);
      });
    }, STAYS_MS);
    return () => {
      clearTimeout(task);
      cancelAnimationFrame(frame);
    };
  }, [kept, reduced]);
  const keep = (shown: ShownCall, goes: boolean): void => {
    setOpacity(OPACITY);
    setKept({ shown, goes });
  };
  const ghost: Ghost | null = kept === null ? null : { shown: kept.shown, opacity };
  return { ghost, keep, drop: (): void => setKept(null) };
}
