/** Experiments, of their descriptions and their runs. */
import { CodeMistake } from "./code-mistake.ts";
import { checkedValues } from "./describe.ts";
import { outlineOf } from "./outline.ts";
import type { Runs } from "./runnable.ts";
import type { Description, Experiment } from "./types.ts";

/** Runs throw RangeError where a parameter is missing, unknown or of the wrong kind. */
export const withRuns = (descriptions: readonly Description[], runs: Runs): readonly Experiment[] =>
  descriptions.map((description): Experiment => {
    const { id, params } = description;
    const run = runs[id];
    const about = outlineOf(description);
    return {
      ...description,
      run: (parameters, seed, faults, options) => {
        if (run === undefined)
          throw new CodeMistake(id, "it has a description, and its family’s run.ts has no run of it.");
        return run(about, checkedValues(id, params, parameters), seed, faults, options);
      },
    };
  });
