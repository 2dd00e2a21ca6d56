/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import cedarClaims from "./cedar/claims.json" with { type: "json" };
import cedarCorrections from "./cedar/corrections.json" with { type: "json" };
import cedarErrata from "./cedar/errata.json" with { type: "json" };
import enuttClaims from "./enutt/claims.json" with { type: "json" };
import enuttCorrections from "./enutt/corrections.json" with { type: "json" };
import enuttErrata from "./enutt/errata.json" with { type: "json" };
import fireflyClaims from "./firefly/claims.json" with { type: "json" };
import fireflyCorrections from "./firefly/corrections.json" with { type: "json" };
import fireflyErrata from "./firefly/errata.json" with { type: "json" };
import flexrpcClaims from "./flexrpc/claims.json" with { type: "json" };
import flexrpcCorrections from "./flexrpc/corrections.json" with { type: "json" };
import flexrpcErrata from "./flexrpc/errata.json" with { type: "json" };
import multirpcClaims from "./multirpc/claims.json" with { type: "json" };
import multirpcCorrections from "./multirpc/corrections.json" with { type: "json" };
import multirpcErrata from "./multirpc/errata.json" with { type: "json" };
import todayClaims from "./today/claims.json" with { type: "json" };
import todayCorrections from "./today/corrections.json" with { type: "json" };
import todayErrata from "./today/errata.json" with { type: "json" };
import type { Prose } from "./types.ts";

/** The claims, the errata and the corrections of all papers. */
export const PROSE: readonly Prose[] = [
  {
    paper: "cedar",
    claims: cedarClaims,
    errata: cedarErrata,
    corrections: cedarCorrections,
  },
  {
    paper: "enutt",
    claims: enuttClaims,
    errata: enuttErrata,
    corrections: enuttCorrections,
  },
  {
    paper: "firefly",
    claims: fireflyClaims,
    errata: fireflyErrata,
    corrections: fireflyCorrections,
  },
  {
    paper: "flexrpc",
    claims: flexrpcClaims,
    errata: flexrpcErrata,
    corrections: flexrpcCorrections,
  },
  {
    paper: "multirpc",
    claims: multirpcClaims,
    errata: multirpcErrata,
    corrections: multirpcCorrections,
  },
  {
    paper: "today",
    claims: todayClaims,
    errata: todayErrata,
    corrections: todayCorrections,
  },
];
