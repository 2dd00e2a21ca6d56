/** The focus stays on a thing through a change, or goes to what the change made of it. */
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import type { Handle } from "./handle.ts";
import type { Placed } from "./placed.ts";

/** The element of a handle. */
export const elementOf = (within: HTMLElement | null, key: string): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`) ?? null;

/** A thing that was changed, and the moment at which it stood. */
type Changed = Pick<Placed, "handle" | "at">;

/** @returns the function that says what has just been changed, and null where the focus went on */
export function useFocusAfter(box: RefObject<HTMLElement | null>, handles: readonly Handle[]) {
  const [changed, setChanged] = useState<Changed | null>(null);
  useEffect(() => {
    if (changed === null) return;
    const next = successor(changed, handles);
    const element = next === null ? null : elementOf(box.current, next.key);
    if (element !== null && document.activeElement !== element) element.focus({ preventScroll: true });
  }, [changed, handles, box]);
  return setChanged;
}

/** The handle of the same thing in another run. An edge may have become a crash there, and a crash an edge. */
export function successor(
  { handle: { key, machine, kind, ref }, at }: Changed,
  handles: readonly Handle[],
): Handle | null {
  const ofMachine = (of: Handle["kind"]): Handle | undefined =>
    handles
      .filter((one) => one.machine === machine && one.kind === of)
      .toSorted((a, b) => Math.abs(a.to - at) - Math.abs(b.to - at))[0];
  const same = handles.find((one) => one.key === key);
  if (kind === "edge") return ofMachine("crash") ?? same ?? null;
  if (kind === "crash" || kind === "restart") return same ?? ofMachine("crash") ?? ofMachine("edge") ?? null;
  return same ?? handles.find((one) => one.kind === kind || one.ref === ref) ?? null;
}
