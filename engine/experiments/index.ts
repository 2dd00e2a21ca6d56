/** The experiments there are. Adding one is a file and a line. */
import { fireflyExperiments } from "./firefly.ts";
import type { Experiment } from "./types.ts";

export const experiments: readonly Experiment[] = [...fireflyExperiments];

/** The experiment with this id; undefined where there is none (the caller knows how to say so). */
export const findExperiment = (id: string): Experiment | undefined => experiments.find((e) => e.id === id);
