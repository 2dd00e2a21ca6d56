/** Whether the page is being printed: then it is light, and has figures that are as sharp as paper. */
import { useSyncExternalStore } from "react";
import { signal } from "./signal.ts";

const { tell, subscribe: watchPrinting } = signal();
let printing = false;
/** The theme that the reader has chosen, while another one is printed. */
let chosen: string | undefined;

/** What was folded when the print began: on paper all is open. */
let folded: readonly HTMLDetailsElement[] = [];

function unfold(now: boolean): void {
  if (now) folded = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
  for (const one of folded) one.open = now;
}

function change(now: boolean): void {
  if (printing === now) return;
  unfold(now);
  const { dataset } = document.documentElement;
  if (now) chosen = dataset["theme"];
  printing = now;
  if (now) dataset["theme"] = "light";
  else if (chosen === undefined) delete dataset["theme"];
  else dataset["theme"] = chosen;
  tell();
}

window.addEventListener("beforeprint", () => change(true));
window.addEventListener("afterprint", () => change(false));

export { watchPrinting };

export const usePrinting = (): boolean => useSyncExternalStore(watchPrinting, () => printing);
