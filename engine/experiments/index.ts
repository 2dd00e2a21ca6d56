/** The experiments there are. Adding one is a file, lines here and in catalogue.ts, and for a new family in load.ts. */
import { fireflyExperiments } from "./firefly.ts";
import { flexrpcExperiments } from "./flexrpc.ts";
import { multirpcExperiments } from "./multirpc.ts";
import { takeIn } from "./lookup.ts";
import type { Experiment } from "./types.ts";

export const experiments: readonly Experiment[] = [
  ...fireflyExperiments,
  ...flexrpcExperiments,
  ...multirpcExperiments,
];

takeIn(experiments);

export { findExperiment } from "./lookup.ts";
