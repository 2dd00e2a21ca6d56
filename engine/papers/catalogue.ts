/** The papers that there are, by name and citation alone: their data is fetched when somebody asks for it (load.ts). */
import { CITATION as FIREFLY } from "./firefly/citation.ts";
import { CITATION as FLEXRPC } from "./flexrpc/citation.ts";
import { CITATION as MULTIRPC } from "./multirpc/citation.ts";
import type { Citation } from "./types.ts";

export interface CatalogueEntry {
  readonly id: string;
  readonly name: string; // of the system: "Firefly RPC"
  readonly citation: Citation;
}

export const CATALOGUE: readonly CatalogueEntry[] = [
  { id: "firefly", name: "Firefly RPC", citation: FIREFLY },
  { id: "flexrpc", name: "FlexRPC", citation: FLEXRPC },
  { id: "multirpc", name: "MultiRPC", citation: MULTIRPC },
];
