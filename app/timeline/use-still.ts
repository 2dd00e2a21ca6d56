/** The axis stands still while a reader holds something; let go, it is that of the run that follows. */
import { useState } from "react";
import type { View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";

/** Run and view as they were when the reader took hold. */
interface Still {
  readonly shown: ShownCall;
  readonly view: View;
}

export interface StillAxis {
  readonly still: Still | null;
  /** Stands still from now on. */
  readonly hold: () => void;
  /** Stands still no longer. */
  readonly letGo: () => void;
}

/** The run with the axis of another: what ends beyond it is not seen. */
export function onAxisOf(shown: ShownCall, { shown: own }: Still): ShownCall {
  const { folds, log, fit, limits } = own;
  return shown === own ? shown : { ...shown, folds, log, fit, limits };
}

/**
 * @param wanted the view that the reader has where nothing is held
 * @param isHeld whether a hand holds something of the run, in this figure or in another on the page
 */
export function useStill(shown: ShownCall, wanted: View, isHeld: boolean): StillAxis & { readonly view: View } {
  const [still, setStill] = useState<(Still & { readonly isOwn: boolean }) | null>(null);
  // A hand elsewhere says nothing when it lets go: the axis stands as long as the page knows of it.
  if (isHeld && still === null) setStill({ shown, view: wanted, isOwn: false });
  if (!isHeld && still?.isOwn === false) setStill(null);
  const view = still?.view ?? wanted;
  return { still, view, hold: () => setStill({ shown, view, isOwn: true }), letGo: () => setStill(null) };
}
