/** A link keeps the reader from changes: `lock=` of an assignment. Only such a link fetches this file. */
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { Lock } from "./store.ts";

/** The locked part of a change, in words; null where nothing is locked. */
function lockedIn(lock: readonly string[], before: Setup, after: Setup): string | null {
  const has = (what: string): boolean => lock.includes(what);
  if (before.experiment !== after.experiment) return has("experiment") ? "the experiment" : null;
  if (before.faults.join("\n") !== after.faults.join("\n") && has("faults")) return "the faults";
  if (before.seed !== after.seed && (has("seed") || has("parameters"))) return "the seed";
  const changed = Object.entries(experimentOf(before).params).find(
    ([key]) => before.parameters[key] !== after.parameters[key] && (has(key) || has("parameters")),
  );
  return changed === undefined ? null : `the parameter “${changed[1].label}”`;
}

/** @param names as presentation.ts reads them from the link */
export const lockOf =
  (names: readonly string[]): Lock =>
  (before, after) => {
    const what = lockedIn(names, before, after);
    return what === null ? null : `The link that you opened locks ${what}.`;
  };
