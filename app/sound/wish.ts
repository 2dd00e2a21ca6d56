/** Whether the reader wants to hear runs: off until asked for, and then kept in this browser. */
import { useSyncExternalStore } from "react";

const KEY = "roundtrip-sound";
const listeners = new Set<() => void>();

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

let wanted = kept();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export const useSoundWish = (): boolean => useSyncExternalStore(subscribe, () => wanted);

export function toggleSound(): void {
  wanted = !wanted;
  try {
    if (wanted) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // The choice holds for this page.
  }
  for (const listener of listeners) listener();
}
