/** Where the papers contradict themselves or each other: prose that a reader of the bench should not wait for. */
import firefly from "./firefly/errata.json" with { type: "json" };
import { PaperError } from "./index.ts";
import type { Erratum } from "./types.ts";

/** Errata by paper id. The JSON is held to its type by shape.test.ts. */
const ERRATA: Readonly<Record<string, readonly unknown[]>> = { firefly };

/** Throws PaperError for a paper without errata. */
export function errataOf(paperId: string): readonly Erratum[] {
  const errata = ERRATA[paperId];
  if (errata !== undefined) return errata as readonly Erratum[];
  throw new PaperError(`papers: no errata of "${paperId}". There are those of ${Object.keys(ERRATA).join(", ")}.`);
}

export function erratum(paperId: string, erratumId: string): Erratum {
  const errata = errataOf(paperId);
  const found = errata.find(({ id }) => id === erratumId);
  if (found !== undefined) return found;
  throw new PaperError(`${paperId}: no erratum "${erratumId}". There is ${errata.map(({ id }) => id).join(", ")}.`);
}
