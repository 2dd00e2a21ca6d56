/** What a reader turns on for all pages: off until asked for, and then kept in this browser. */
import { useSyncExternalStore } from "react";

/** @param key under which the browser keeps it */
export function keptSwitch(key: string): { readonly use: () => boolean; readonly toggle: () => void } {
  const listeners = new Set<() => void>();
  let isOn = false;
  try {
    isOn = localStorage.getItem(key) === "on";
  } catch {
    // A browser that keeps nothing.
  }
  const subscribe = (onChange: () => void): (() => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  const toggle = (): void => {
    isOn = !isOn;
    try {
      if (isOn) localStorage.setItem(key, "on");
      else localStorage.removeItem(key);
    } catch {
      // The choice holds for this page.
    }
    for (const listener of listeners) listener();
  };
  return { use: () => useSyncExternalStore(subscribe, () => isOn), toggle };
}
