/** The focus stays on a thing through a change, or goes to what the change made of it. */
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import type { Handle } from "./handle.ts";

/** The element of a handle. */
export const elementOf = (within: HTMLElement | null, key: string): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`) ?? null;

/** @returns the function that says what has just been changed, and null where the focus went on */
export function useFocusAfter(box: RefObject<HTMLElement | null>, handles: readonly Handle[]) {
  const [changed, setChanged] = useState<Handle | null>(null);
  useEffect(() => {
    if (changed === null) return;
    const next = successor(changed, handles);
    const element = next === null ? null : elementOf(box.current, next.key);
    if (element !== null && document.activeElement !== element) element.focus({ preventScroll: true });
  }, [changed, handles, box]);
  return setChanged;
}

/** The same thing of another run, or what it has become: an edge a crash, a crash an edge. */
function successor({ key, machine, kind, ref }: Handle, handles: readonly Handle[]): Handle | null {
  const ofMachine = (kinds: readonly Handle["kind"][]): Handle | undefined =>
    handles.find((one) => one.machine === machine && kinds.includes(one.kind));
  const other = (): Handle | undefined => {
    if (kind === "edge") return ofMachine(["crash"]);
    if (kind === "crash" || kind === "restart") return ofMachine(["crash", "edge"]);
    return handles.find((one) => one.kind === kind || one.ref === ref);
  };
  return handles.find((one) => one.key === key) ?? other() ?? null;
}
