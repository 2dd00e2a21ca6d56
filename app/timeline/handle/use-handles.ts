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

type HandlesOf = Hands["handlesOf"] | undefined;

interface Found {
  readonly by: HandlesOf;
  readonly shown: ShownCall;
  readonly handles: readonly Handle[];
}

/** The handles of a large run, found in a task of their own once its figure is painted; null until then. */
function useHandlesOfLarge(handlesOf: HandlesOf, shown: ShownCall): readonly Handle[] | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (handlesOf === undefined || !isLarge(shown.trace)) return;
    const request = requestAnimationFrame(() => setFound({ by: handlesOf, shown, handles: handlesOf(shown) }));
    return () => cancelAnimationFrame(request);
  }, [handlesOf, shown]);
  return found?.by === handlesOf && found?.shown === shown ? found.handles : null;
}

/** Null where they are yet to come. */
export function useHandles(hands: Hands | undefined, { shown, ladder }: TimelineState): readonly Handle[] | null {
  const handlesOf = hands?.handlesOf;
  const late = useHandlesOfLarge(handlesOf, shown);
  const all = useMemo(
    () => (handlesOf === undefined ? NO_HANDLES : isLarge(shown.trace) ? late : handlesOf(shown)),
    [handlesOf, shown, late],
  );
  const { position } = ladder;
  return useMemo(
    () => (position === null ? all : (all?.filter((one) => isOnRung(shown.trace, one, position)) ?? null)),
    [all, shown, position],
  );
}
