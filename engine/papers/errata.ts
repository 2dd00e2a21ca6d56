/**
 * Where the papers contradict themselves or each other: prose that a reader of the bench should not wait for. Here are
 * the errata that were taken in, as with the papers themselves (lookup.ts).
 */
import { PaperError } from "./lookup.ts";
import type { Erratum } from "./types.ts";

const here = new Map<string, readonly Erratum[]>();

/** From now on the look-ups know these errata of a paper. */
export function takeInErrata(paperId: string, errata: readonly Erratum[]): void {
  here.set(paperId, errata);
}

/** Throws PaperError for a paper whose errata are not here. */
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
