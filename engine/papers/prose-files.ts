/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { ProseFiles } from "./types.ts";

/** The files of each paper that hold no data. */
export const PROSE: Readonly<Record<string, ProseFiles>> = {
  cedar: {
    claims: () => import("./cedar/claims.json", { with: { type: "json" } }),
    errata: () => import("./cedar/errata.json", { with: { type: "json" } }),
    corrections: () => import("./cedar/corrections.json", { with: { type: "json" } }),
  },
  enutt: {
    claims: () => import("./enutt/claims.json", { with: { type: "json" } }),
    errata: () => import("./enutt/errata.json", { with: { type: "json" } }),
    corrections: () => import("./enutt/corrections.json", { with: { type: "json" } }),
  },
  firefly: {
    claims: () => import("./firefly/claims.json", { with: { type: "json" } }),
    errata: () => import("./firefly/errata.json", { with: { type: "json" } }),
    corrections: () => import("./firefly/corrections.json", { with: { type: "json" } }),
  },
  flexrpc: {
    claims: () => import("./flexrpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./flexrpc/errata.json", { with: { type: "json" } }),
    corrections: () => import("./flexrpc/corrections.json", { with: { type: "json" } }),
  },
  multirpc: {
    claims: () => import("./multirpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./multirpc/errata.json", { with: { type: "json" } }),
    corrections: () => import("./multirpc/corrections.json", { with: { type: "json" } }),
  },
  today: {
    claims: () => import("./today/claims.json", { with: { type: "json" } }),
    errata: () => import("./today/errata.json", { with: { type: "json" } }),
    corrections: () => import("./today/corrections.json", { with: { type: "json" } }),
  },
};
