/**
 * Where the scans of the papers were read otherwise than they look: only the pages of a paper show it, and a reader of
 * a lesson should not wait for it. Here are the corrections that were taken in, as with the papers themselves
 * (lookup.ts).
 */
import { PaperError } from "./lookup.ts";
import type { Correction } from "./types.ts";

const here = new Map<string, readonly Correction[]>();

/** From now on the look-ups know these corrections of a paper. */
export function takeInCorrections(paperId: string, corrections: readonly Correction[]): void {
  here.set(paperId, corrections);
}

/** Of all tables, in their order. Throws PaperError for a paper whose corrections are not here. */
export function correctionsOf(paperId: string): readonly Correction[] {
  const corrections = here.get(paperId);
  if (corrections !== undefined) return corrections;
  throw new PaperError(`papers: no corrections of "${paperId}". There are those of ${[...here.keys()].join(", ")}.`);
}
