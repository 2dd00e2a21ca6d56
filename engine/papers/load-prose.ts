/** For the page: fetches a paper's prose when it is first needed, and adds it to the look-ups. */
import { takeInClaims } from "./claims.ts";
import { takeInCorrections } from "./corrections.ts";
import { takeInErrata } from "./errata.ts";
import { once } from "./once.ts";
import { PROSE } from "./prose-files.ts";
import type { Claim, Correction, Erratum } from "./types.ts";

// The JSON is held to its types by shape.test.ts.
export const loadClaims = once("papers", PROSE, async ({ claims }, id) =>
  takeInClaims(id, (await claims()).default as readonly Claim[]),
);
export const loadErrata = once("papers", PROSE, async ({ errata }, id) =>
  takeInErrata(id, (await errata()).default as readonly Erratum[]),
);
export const loadCorrections = once("papers", PROSE, async ({ corrections }, id) =>
  takeInCorrections(id, (await corrections()).default as readonly Correction[]),
);
