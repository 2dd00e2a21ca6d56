import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { staleProps, useLate, useOld } from "./stale.ts";

interface Props {
  /** False for what is never of an old run, such as a chart, which says by itself what it waits for. */
  readonly ofRun?: boolean;
  /** Whether the figure still has to take in the run on the screen. */
  readonly waiting?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Figures of a run that is no longer asked for. Nothing in them can have the focus. An element that had it gets it back
 * when the newer run has come, unless the reader has moved the focus since.
 */
export function Stale({ ofRun = true, waiting = false, className = "", children }: Props) {
  const old = (useOld() && ofRun) || waiting;
  const stale = useLate(old);
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (stale) {
      const within = activeElement instanceof HTMLElement && box.current?.contains(activeElement) === true;
      held.current = within ? activeElement : held.current;
      return;
    }
    const before = held.current;
    held.current = null;
    const free = activeElement === null || activeElement === document.body;
    if (before !== null && free && before.isConnected) before.focus({ preventScroll: true });
  }, [stale]);
  const given = staleProps(stale);
  return (
    <div
      ref={box}
      {...given}
      aria-busy={old || undefined}
      className={[className, given.className].filter(Boolean).join(" ")}
    >
      {children}
    </div>
  );
}
