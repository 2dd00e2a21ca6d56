import type { Experiment } from "../types.ts";
import { withRuns } from "../with-runs.ts";
import { descriptions } from "./describe.ts";
import { runs } from "./run.ts";

export const experiments: readonly Experiment[] = withRuns(descriptions, runs);
