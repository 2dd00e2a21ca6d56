/** A link keeps the reader from changes: `lock=` of an assignment. Only such a link fetches this file. */
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { readLink } from "../setup/link.ts";
import { hashOf, readPlace } from "../setup/location.ts";
import { locksOf, withPresentation } from "../setup/presentation.ts";
import type { Presentation } from "../setup/presentation.ts";
import { notify } from "./store.ts";
import type { BenchStore, Lock } from "./store.ts";

/** The locked part of a change, in words; null where nothing is locked. */
function lockedIn(locks: (what: string) => boolean, before: Setup, after: Setup): string | null {
  if (before.experiment !== after.experiment) return locks("experiment") ? "the experiment" : null;
  if (before.faults.join("\n") !== after.faults.join("\n") && locks("faults")) return "the faults";
  if (before.seed !== after.seed && locks("seed")) return "the seed";
  const changed = Object.entries(experimentOf(before).params).find(
    ([key]) => before.parameters[key] !== after.parameters[key] && locks(key),
  );
  return changed === undefined ? null : `the parameter “${changed[1].label}”`;
}

/** The lock of a link as presentation.ts reads it. It binds the reader; steps and links set what they say. */
export const lockOf = (presentation: Pick<Presentation, "lock" | "open">): Lock => {
  const locks = locksOf(presentation);
  return (before, after) => {
    const what = lockedIn(locks, before, after);
    return what === null ? null : `The link that you opened locks ${what}.`;
  };
};

const BENCH_LINK = ':is(main, .side) a[href^="#/bench/"]';

/**
 * Hears the links of the page that lead to the bench: each takes the lock along, also into another tab, and a click on
 * one that would change what is locked is refused with the same words. Returns how to stop.
 */
export function lockLinks(store: BenchStore, presentation: Presentation): () => void {
  const hear = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest(BENCH_LINK) : null;
    if (link === null) return;
    const place = readPlace(link.getAttribute("href") ?? "");
    link.setAttribute("href", hashOf(withPresentation(place, presentation)));
    if (event.type !== "click") return;
    const { lock, setup } = store.getState();
    const locked = lock?.(setup, readLink(place).setup) ?? null;
    if (locked === null) return;
    event.preventDefault();
    notify(store, { kind: "problem", text: locked });
  };
  const events = ["pointerdown", "focusin", "click"]; // before a menu opens, too
  for (const event of events) document.addEventListener(event, hear, true);
  return () => {
    for (const event of events) document.removeEventListener(event, hear, true);
  };
}
