/** The handles of the run that a timeline shows. */
import { useEffect, useMemo, useState } from "react";
import { NO_REF, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { isLarge } from "../../trace/large.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { isOnRung } from "../ladder/on-rung.ts";
import type { TimelineState } from "../use-timeline.ts";
import type { Handle } from "./handle.ts";
import type { Hands } from "./hands.ts";

/**
 * Whether a packet that is chosen has a handle: it then shows the choice, wherever the packet is dragged to. As long as
 * handles are to come it is taken to have one, or the figure would be drawn twice.
 */
export const hasHandle = (handles: readonly Handle[] | null, chosen: Ref): boolean =>
  chosen !== NO_REF &&
  (handles?.some(({ ref, kind }) => ref === chosen && (kind === "packet" || kind === "copy")) ??
    refTable(chosen) === "packet");

export const NO_HANDLES: readonly Handle[] = [];

/** Whether the figure of a large run has been painted; one of another does not hold the page up. */
function useAfterFigure(shown: ShownCall): boolean {
  const [drawn, setDrawn] = useState<ShownCall | null>(null);
  const large = isLarge(shown.trace);
  useEffect(() => {
    if (!large) return;
    const request = requestAnimationFrame(() => setDrawn(shown));
    return () => cancelAnimationFrame(request);
  }, [large, shown]);
  return !large || drawn === shown;
}

/** Handles of a large run come in a task of their own, after its figure: null until then. */
export function useHandles(hands: Hands | undefined, { shown, ladder }: TimelineState): readonly Handle[] | null {
  const handlesOf = hands?.handlesOf;
  const isReady = useAfterFigure(shown);
  const all = useMemo(
    () => (handlesOf === undefined ? NO_HANDLES : isReady ? handlesOf(shown) : null),
    [handlesOf, shown, isReady],
  );
  const { position } = ladder;
  return useMemo(
    () => (position === null ? all : (all?.filter((one) => isOnRung(shown.trace, one, position)) ?? null)),
    [all, shown, position],
  );
}
