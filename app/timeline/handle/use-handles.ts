/** The handles of the run that a timeline shows. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { NO_REF, packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { isLarge } from "../../trace/large.ts";
import { packetNames } from "../../trace/packet-names.ts";
import type { Figure } from "../../figure/figure.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { TimelineState } from "../timeline-state.ts";
import { inOrder } from "./handle.ts";
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

const NONE: readonly Handle[] = [];

interface Found {
  readonly by: Hands;
  readonly shown: ShownCall;
  readonly handles: readonly Handle[];
}

const isSame = (a: Hands, b: Hands | undefined): boolean => a.handlesOf === b?.handlesOf;

/**
 * The handles of a large run, found in a task of their own once its figure is painted; null until then. There may be
 * tens of thousands of packets: here is the one that is chosen, and `useWithAlone` adds those that are drawn one by
 * one.
 */
function useHandlesOfLarge(hands: Hands | undefined, shown: ShownCall, chosen: Ref): readonly Handle[] | null {
  const [found, setFound] = useState<Found | null>(null);
  const isAsked = hands !== undefined && isLarge(shown.trace);
  useEffect(() => {
    if (!isAsked) return;
    const request = requestAnimationFrame(() => setFound({ by: hands, shown, handles: hands.othersOf(shown) }));
    return () => cancelAnimationFrame(request);
    // The rest of the hands is another with each rendering; their lists are so with each run.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsked, hands?.handlesOf, shown]);
  const own = found !== null && isSame(found.by, hands) && found.shown === shown ? found : null;
  const row = refTable(chosen) === "packet" ? refRow(chosen) : null;
  return useMemo(() => {
    if (own === null) return null;
    return row === null ? own.handles : [...own.handles, ...own.by.packetsOf(shown, [row])];
  }, [own, shown, row]);
}

type IsOnRung = typeof import("../ladder/on-rung.ts").isOnRung;

/** Above this many packets the other handles follow after the figure is drawn; the dragged one moves at once. */
const MANY = 60;

export const isCrowd = ({ trace, story }: ShownCall): boolean =>
  isLarge(trace) || packetNames(trace, story.call).size > MANY;

/** The hands and the run whose handles are wanted: those on the screen, or under a hand those of a moment before. */
function useAsked(hands: Hands | undefined, { shown, stillAxis }: TimelineState) {
  // The rest of the hands is another with each rendering; their lists are so with each run.
  // oxlint-disable-next-line react/exhaustive-deps
  const now = useMemo(() => ({ hands, shown }), [hands?.handlesOf, shown]);
  const follow = stillAxis.still !== null && !isLarge(shown.trace) && isCrowd(shown);
  const before = useDeferredValue(follow ? now : null);
  return (follow ? before : null) ?? now;
}

interface HandlesOf {
  /** The run that they are of. */
  readonly of: ShownCall;
  /** Null where they are yet to come. */
  readonly handles: readonly Handle[] | null;
}

/** @param isOnRung undefined until the code of the ladder is there; nothing of the ladder is drawn before */
export function useHandles(wanted: Hands | undefined, state: TimelineState, isOnRung: IsOnRung | undefined): HandlesOf {
  const { hands, shown } = useAsked(wanted, state);
  const handlesOf = hands?.handlesOf;
  const late = useHandlesOfLarge(hands, shown, state.chosen);
  const all = useMemo(
    () => (handlesOf === undefined ? NONE : isLarge(shown.trace) ? late : handlesOf(shown)),
    [handlesOf, shown, late],
  );
  const { position } = state.ladder;
  const handles = useMemo(
    () =>
      position === null || isOnRung === undefined || all === null
        ? all
        : all.filter((one) => isOnRung(shown.trace, one, position)),
    [all, shown, position, isOnRung],
  );
  return { of: shown, handles };
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Rows of a large run’s packets that have been drawn one by one: they keep their handles when a reader zooms out. */
function useDrawnAlone(shown: ShownCall, figure: Figure | null): ReadonlySet<number> {
  const [known, setKnown] = useState({ shown, rows: NO_ROWS });
  const before = known.shown === shown ? known.rows : NO_ROWS;
  const rows = useMemo(() => {
    const drawn = isLarge(shown.trace) ? (figure?.alone ?? []) : [];
    return drawn.every((row) => before.has(row)) ? before : new Set([...before, ...drawn]);
  }, [before, shown, figure]);
  useEffect(() => {
    if (rows !== before) setKnown({ shown, rows });
  }, [rows, before, shown]);
  return rows;
}

/** The handles that were found, with those of a large run's packets that the figure draws one by one. */
export function useWithAlone(
  hands: Hands | undefined,
  { shown, chosen }: TimelineState,
  found: readonly Handle[] | null,
  figure: Figure | null,
): readonly Handle[] {
  const drawn = useDrawnAlone(shown, figure);
  const packetsOf = hands?.packetsOf;
  return useMemo(() => {
    if (found === null || packetsOf === undefined || drawn.size === 0) return found ?? NONE;
    const rows = [...drawn].filter((row) => packetRef(row) !== chosen);
    return inOrder([...found, ...packetsOf(shown, rows)]);
  }, [found, packetsOf, drawn, shown, chosen]);
}
