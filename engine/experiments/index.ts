/** All experiments, and the look-up among them. */
import { experiments } from "./all.ts";
import { takeIn } from "./lookup.ts";

takeIn(experiments);

export { accounts, experiments } from "./all.ts";
export { findExperiment } from "./lookup.ts";
