/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Runs } from "./runnable.ts";

/** The runs of the families, by the same names: for workers. */
export const RUNS: Readonly<Record<string, () => Promise<{ readonly runs: Runs }>>> = {
  amoeba: () => import("./amoeba/run.ts"),
  cedar: () => import("./cedar/run.ts"),
  firefly: () => import("./firefly/run.ts"),
  flexrpc: () => import("./flexrpc/run.ts"),
  machine: () => import("./machine/run.ts"),
  many: () => import("./many/run.ts"),
  multirpc: () => import("./multirpc/run.ts"),
  services: () => import("./services/run.ts"),
  sprite: () => import("./sprite/run.ts"),
  "sun-rpc": () => import("./sun-rpc/run.ts"),
  sweepstakes: () => import("./sweepstakes/run.ts"),
  tcp: () => import("./tcp/run.ts"),
  today: () => import("./today/run.ts"),
  written: () => import("./written/run.ts"),
};
