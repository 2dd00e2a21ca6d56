/** What a worker is told of an experiment: it has the runs of experiments, and none of their descriptions. */
import { checkedValues } from "../../engine/experiments/describe.ts";
import { findDescription } from "../../engine/experiments/lookup.ts";
import { outlineOf } from "../../engine/experiments/outline.ts";
import type { Outline } from "../../engine/experiments/outline.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";

/**
 * Throws RangeError where a parameter is missing, unknown or of the wrong kind, and where the experiment’s description
 * is not here.
 * @param runs the parameters of each run that is asked for: a worker takes them as they are
 */
export function outlined(id: string, runs: readonly ParamValues[]): Outline {
  const description = findDescription(id);
  if (description === undefined) throw new RangeError(`experiments: the description of "${id}" is not here.`);
  for (const parameters of runs) checkedValues(id, description.params, parameters);
  return outlineOf(description);
}
