/**
 * What the papers claim, apart from the rest: prose that only the page of a paper and the tests need, and a reader of a
 * lesson should not wait for.
 */
import firefly from "./firefly/claims.json" with { type: "json" };
import { PaperError } from "./index.ts";
import type { Claim } from "./types.ts";

/** Claims by paper id. The JSON is held to its type by shape.test.ts. */
const CLAIMS: Readonly<Record<string, readonly unknown[]>> = { firefly };

/** Throws PaperError for a paper without claims. */
export function claimsOf(paperId: string): readonly Claim[] {
  const claims = CLAIMS[paperId];
  if (claims === undefined)
    throw new PaperError(`papers: no claims of "${paperId}". There is ${Object.keys(CLAIMS).join(", ")}.`);
  return claims as readonly Claim[];
}

export function claim(paperId: string, claimId: string): Claim {
  const claims = claimsOf(paperId);
  const found = claims.find(({ id }) => id === claimId);
  if (found !== undefined) return found;
  throw new PaperError(`${paperId}: no claim "${claimId}". There is ${claims.map(({ id }) => id).join(", ")}.`);
}
