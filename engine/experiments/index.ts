/** All experiments with their runs: for the headless lab, the tests and workers. The page has descriptions.ts. */
import { experiments } from "./all.ts";
import "./descriptions.ts";
import type { Experiment } from "./types.ts";

export { accounts, experiments } from "./all.ts";

/** The experiment with this id; undefined where there is none. */
export const findExperiment = (id: string): Experiment | undefined => experiments.find((one) => one.id === id);
