/**
 * All papers with all that they say, and the look-ups on them: for whatever has their files at hand. The page fetches
 * a paper when a reader asks for something of it (load.ts).
 */
import { papers } from "./all.ts";
import { takeInClaims } from "./claims.ts";
import { takeInErrata } from "./errata.ts";
import fireflyClaims from "./firefly/claims.json" with { type: "json" };
import fireflyErrata from "./firefly/errata.json" with { type: "json" };
import flexrpcClaims from "./flexrpc/claims.json" with { type: "json" };
import flexrpcErrata from "./flexrpc/errata.json" with { type: "json" };
import { takeIn } from "./lookup.ts";
import multirpcClaims from "./multirpc/claims.json" with { type: "json" };
import multirpcErrata from "./multirpc/errata.json" with { type: "json" };
import type { Claim, Erratum } from "./types.ts";

export { papers } from "./all.ts";
export * from "./lookup.ts";
export type * from "./types.ts";

takeIn(papers);

// The JSON is held to its types by shape.test.ts.
takeInClaims("firefly", fireflyClaims as readonly unknown[] as readonly Claim[]);
takeInErrata("firefly", fireflyErrata as readonly unknown[] as readonly Erratum[]);
takeInClaims("flexrpc", flexrpcClaims as readonly unknown[] as readonly Claim[]);
takeInErrata("flexrpc", flexrpcErrata as readonly unknown[] as readonly Erratum[]);
takeInClaims("multirpc", multirpcClaims as readonly unknown[] as readonly Claim[]);
takeInErrata("multirpc", multirpcErrata as readonly unknown[] as readonly Erratum[]);
