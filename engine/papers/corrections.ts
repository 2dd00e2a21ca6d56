/**
 * The corrections of the papers that are loaded: places where our reading differs from the scan. They are apart from
 * the papers' data, because only the pages of a paper show them.
 */
import { PaperError } from "./lookup.ts";
import type { Correction } from "./types.ts";

const here = new Map<string, readonly Correction[]>();

/** Adds the corrections of a paper, once they are loaded. */
export function takeInCorrections(paperId: string, corrections: readonly Correction[]): void {
  here.set(paperId, corrections);
}

/** Of all tables, in their order. Throws PaperError for a paper whose corrections are not loaded. */
export function correctionsOf(paperId: string): readonly Correction[] {
  const corrections = here.get(paperId);
  if (corrections !== undefined) return corrections;
  throw new PaperError(`papers: no corrections of "${paperId}". There are those of ${[...here.keys()].join(", ")}.`);
}
