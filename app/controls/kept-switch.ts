/** What a reader turns on for all pages: off until asked for, and then kept in this browser. */
import { useSyncExternalStore } from "react";
import { signal } from "./signal.ts";

/** @param key under which the browser keeps it */
export function keptSwitch(key: string): { readonly use: () => boolean; readonly toggle: () => void } {
  const { tell, subscribe } = signal();
  let isOn = false;
  try {
    isOn = localStorage.getItem(key) === "on";
  } catch {
    // A browser that keeps nothing.
  }
  const toggle = (): void => {
    isOn = !isOn;
    try {
      if (isOn) localStorage.setItem(key, "on");
      else localStorage.removeItem(key);
    } catch {
      // The choice holds for this page.
    }
    tell();
  };
  return { use: () => useSyncExternalStore(subscribe, () => isOn), toggle };
}
