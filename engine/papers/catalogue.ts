/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import * as cedar from "./cedar/citation.ts";
import * as enutt from "./enutt/citation.ts";
import * as firefly from "./firefly/citation.ts";
import * as flexrpc from "./flexrpc/citation.ts";
import * as multirpc from "./multirpc/citation.ts";
import type { CatalogueEntry } from "./types.ts";

export const CATALOGUE: readonly CatalogueEntry[] = [
  { id: "cedar", name: cedar.NAME, citation: cedar.CITATION },
  { id: "enutt", name: enutt.NAME, citation: enutt.CITATION },
  { id: "firefly", name: firefly.NAME, citation: firefly.CITATION },
  { id: "flexrpc", name: flexrpc.NAME, citation: flexrpc.CITATION },
  { id: "multirpc", name: multirpc.NAME, citation: multirpc.CITATION },
];
