/**
 * The claims of the papers that are loaded. They are apart from the papers' data, because only the page of a paper and
 * the tests need this prose, and a reader of a lesson should not wait for it.
 */
import { PaperError } from "./lookup.ts";
import type { Claim } from "./types.ts";

const here = new Map<string, readonly Claim[]>();

/** Adds the claims of a paper, once they are loaded. */
export function takeInClaims(paperId: string, claims: readonly Claim[]): void {
  here.set(paperId, claims);
}

/** Throws PaperError for a paper whose claims are not loaded. */
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

/**
 * The tests of a paper's claims in a file try its numbers or the simulation; null where the file has none. `path` is
 * from the project's folder.
 */
export function testsOf(paperId: string, path: string): "numbers" | "simulation" | null {
  const [, room, name = ""] = /^engine\/(papers|experiments)\/(.+)\.paper\.test\.ts$/.exec(path) ?? [];
  if (name.split(/[/-]/)[0] !== paperId) return null;
  return room === "papers" ? "numbers" : "simulation";
}
