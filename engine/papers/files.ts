/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { PaperFiles } from "./types.ts";

/** The data of each paper, and what is fetched apart from it. */
export const FILES: Readonly<Record<string, PaperFiles>> = {
  cedar: {
    paper: () => import("./cedar/index.ts"),
    claims: () => import("./cedar/claims.json", { with: { type: "json" } }),
    errata: () => import("./cedar/errata.json", { with: { type: "json" } }),
    corrections: () => import("./cedar/corrections.json", { with: { type: "json" } }),
  },
  enutt: {
    paper: () => import("./enutt/index.ts"),
    claims: () => import("./enutt/claims.json", { with: { type: "json" } }),
    errata: () => import("./enutt/errata.json", { with: { type: "json" } }),
    corrections: () => import("./enutt/corrections.json", { with: { type: "json" } }),
  },
  firefly: {
    paper: () => import("./firefly/index.ts"),
    claims: () => import("./firefly/claims.json", { with: { type: "json" } }),
    errata: () => import("./firefly/errata.json", { with: { type: "json" } }),
    corrections: () => import("./firefly/corrections.json", { with: { type: "json" } }),
  },
  flexrpc: {
    paper: () => import("./flexrpc/index.ts"),
    claims: () => import("./flexrpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./flexrpc/errata.json", { with: { type: "json" } }),
    corrections: () => import("./flexrpc/corrections.json", { with: { type: "json" } }),
  },
  multirpc: {
    paper: () => import("./multirpc/index.ts"),
    claims: () => import("./multirpc/claims.json", { with: { type: "json" } }),
    errata: () => import("./multirpc/errata.json", { with: { type: "json" } }),
    corrections: () => import("./multirpc/corrections.json", { with: { type: "json" } }),
  },
};
