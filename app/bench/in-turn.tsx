/**
 * The figures of a run after its timeline, which the reader waits for; those of a large run, and of the page's first,
 * one after the other: laid out all at once they would hold the page up.
 */
import { startTransition, useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { isLarge } from "../trace/large.ts";

/**
 * The number of figures, of `count`, that may show a run. All may a frame after the first began. Of a large run, or the
 * page's first, each may a frame after the one before.
 * @param begin whether the first may
 */
export function useTurns(run: Run | null, begin: boolean, count: number): number {
  const [turn, setTurn] = useState<{ readonly run: Run | null; readonly shown: number }>({ run: null, shown: 0 });
  const [first, setFirst] = useState<Run | null>(null);
  if (first === null && run !== null) setFirst(run);
  const inTurn = run !== null && (run === first || isLarge(run.trace));
  const step = inTurn ? 1 : count;
  const shown = run === null || turn.run === run ? turn.shown : 0;
  useEffect(() => {
    if (!begin || run === null || shown >= count) return;
    const next = (): void => setTurn({ run, shown: shown + step });
    // Other runs are not worth the interruptions of a transition: meanwhile another one may come.
    const request = requestAnimationFrame(() => (inTurn ? startTransition(next) : next()));
    return () => cancelAnimationFrame(request);
  }, [run, begin, shown, count, inTurn, step]);
  return shown;
}

interface Props {
  readonly ready: boolean;
  readonly children: ReactNode;
  /** Stands there until the figure is ready for the first time. */
  readonly room?: ReactNode;
}

/** Keeps to what it showed last until it is ready. */
export function InTurn({ ready, children, room = null }: Props) {
  const [kept, setKept] = useState<ReactNode>(room);
  if (ready && kept !== children) setKept(children);
  return ready ? children : kept;
}
