/** What a reader turns on for all pages: off until asked for, and then kept in this browser. */
import { useSyncExternalStore } from "react";
import { keepText, keptText } from "../workers/storage.ts";
import { signal } from "./signal.ts";

/** @param key under which the browser keeps it */
export function keptSwitch(key: string): { readonly use: () => boolean; readonly toggle: () => void } {
  const { tell, subscribe } = signal();
  let isOn = keptText(key) === "on";
  const toggle = (): void => {
    isOn = !isOn;
    keepText(key, isOn ? "on" : null); // else the choice holds for this page
    tell();
  };
  return { use: () => useSyncExternalStore(subscribe, () => isOn), toggle };
}
