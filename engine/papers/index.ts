/**
 * All papers with their prose, and the look-ups on them, for code that has their files at hand. The page fetches a
 * paper when a reader needs it (load.ts).
 */
import { papers } from "./all.ts";
import { takeInClaims } from "./claims.ts";
import { takeInCorrections } from "./corrections.ts";
import { takeInErrata } from "./errata.ts";
import { takeIn } from "./here.ts";
import { PROSE } from "./prose.ts";
import type { Claim, Correction, Erratum } from "./types.ts";

export { papers } from "./all.ts";
export * from "./bibtex.ts";
export * from "./lookup.ts";
export { role } from "./role.ts";
export type * from "./types.ts";

takeIn(papers);
for (const { paper, claims, errata, corrections } of PROSE) {
  // The JSON is held to its types by shape.test.ts.
  takeInClaims(paper, claims as readonly Claim[]);
  takeInErrata(paper, errata as readonly Erratum[]);
  takeInCorrections(paper, corrections as readonly Correction[]);
}
