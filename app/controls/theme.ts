/** Light or dark: the system's choice until the reader makes one, which is kept in this browser. */
import { useSyncExternalStore } from "react";
import { watch } from "./media.ts";
import { watchPrinting } from "./printing.ts";
import { signal } from "./signal.ts";

type Theme = "light" | "dark";

const KEY = "roundtrip-theme";
const system = watch("(prefers-color-scheme: dark)");
const { tell, subscribe: listen } = signal();

function current(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.holds ? "dark" : "light";
}

function subscribe(onChange: () => void): () => void {
  system.listeners.add(onChange);
  const stops = [listen(onChange), watchPrinting(onChange)];
  return () => {
    for (const stop of stops) stop();
    system.listeners.delete(onChange);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);

export function toggleTheme(): void {
  const next: Theme = current() === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing (private window, storage full) still changes the theme of this page.
  }
  tell();
}
