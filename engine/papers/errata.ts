/**
 * The errata of the papers that are loaded: places where a paper contradicts itself or another. They are apart from the
 * papers' data, because a reader of the bench should not wait for this prose.
 */
import { PaperError } from "./lookup.ts";
import type { Erratum } from "./types.ts";

const here = new Map<string, readonly Erratum[]>();

/** Adds the errata of a paper, once they are loaded. */
export function takeInErrata(paperId: string, errata: readonly Erratum[]): void {
  here.set(paperId, errata);
}

/** Throws PaperError for a paper whose errata are not loaded. */
export function errataOf(paperId: string): readonly Erratum[] {
  const errata = here.get(paperId);
  if (errata !== undefined) return errata;
  throw new PaperError(`papers: no errata of "${paperId}". There are those of ${[...here.keys()].join(", ")}.`);
}

export function erratum(paperId: string, erratumId: string): Erratum {
  const errata = errataOf(paperId);
  const found = errata.find(({ id }) => id === erratumId);
  if (found !== undefined) return found;
  throw new PaperError(`${paperId}: no erratum "${erratumId}". There is ${errata.map(({ id }) => id).join(", ")}.`);
}
