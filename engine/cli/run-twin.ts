/** Runs the experiments that stand beside a capture. */
import type { RunTwin } from "../capture/twin/twin.ts";
import { findExperiment } from "../experiments/index.ts";
import { checkedParameters } from "../experiments/parameters.ts";
import { elapsedOf, outcomeOf } from "../kernel/reads.ts";

export const runTwin: RunTwin = ({ experiment: id, parameters, faults, seed }) => {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`there is no experiment ${id}.`);
  const checked = checkedParameters(experiment, parameters, id);
  const { trace } = experiment.run(checked, seed, faults, { keep: "none" });
  return Array.from({ length: trace.calls.count }, (_, row) =>
    outcomeOf(trace, row) === "returned" ? elapsedOf(trace, row) : null,
  );
};
