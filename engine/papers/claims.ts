/**
 * What the papers claim, apart from the rest: prose that only the page of a paper and the tests need, and a reader of a
 * lesson should not wait for. Here are the claims that were taken in, as with the papers themselves (lookup.ts).
 */
import { PaperError } from "./lookup.ts";
import type { Claim } from "./types.ts";

const here = new Map<string, readonly Claim[]>();

/** From now on the look-ups know these claims of a paper. */
export function takeInClaims(paperId: string, claims: readonly Claim[]): void {
  here.set(paperId, claims);
}

/** Throws PaperError for a paper whose claims are not here. */
export function claimsOf(paperId: string): readonly Claim[] {
  const claims = here.get(paperId);
  if (claims !== undefined) return claims;
  throw new PaperError(`papers: no claims of "${paperId}". There are those of ${[...here.keys()].join(", ")}.`);
}

export function claim(paperId: string, claimId: string): Claim {
  const claims = claimsOf(paperId);
  const found = claims.find(({ id }) => id === claimId);
  if (found !== undefined) return found;
  throw new PaperError(`${paperId}: no claim "${claimId}". There is ${claims.map(({ id }) => id).join(", ")}.`);
}

/** What a file, named from the project's folder, tries a paper's claims by; null where it holds no tests of them. */
export function testsOf(paperId: string, path: string): "numbers" | "simulation" | null {
  const [, room, name = ""] = /^engine\/(papers|experiments)\/(.+)\.paper\.test\.ts$/.exec(path) ?? [];
  if (name.split(/[/-]/)[0] !== paperId) return null;
  return room === "papers" ? "numbers" : "simulation";
}
