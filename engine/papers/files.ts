/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Fetched, Paper } from "./types.ts";

/** The data of each paper. */
export const PAPERS: Fetched<{ readonly paper: Paper }> = {
  cedar: () => import("./cedar/index.ts"),
  enutt: () => import("./enutt/index.ts"),
  firefly: () => import("./firefly/index.ts"),
  flexrpc: () => import("./flexrpc/index.ts"),
  multirpc: () => import("./multirpc/index.ts"),
  today: () => import("./today/index.ts"),
};
