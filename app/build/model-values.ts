/**
 * Values of the papers' models for every experiment's defaults and default sweep, computed by the same Python that the
 * page runs. With them the page draws its model curves before, and mostly without, loading Python.
 */
import { experiments } from "../../engine/experiments/index.ts";
import { openPython } from "../../engine/cli/python-node.ts";
import { defaultParameters } from "../bench/setup.ts";
import { callKey, modelCallsOf } from "../bench/models.ts";
import { checkCharts } from "./chart-sources.ts";

/** Model call (see `callKey`) to value in the model's own unit. Throws where a chart shows a number without address. */
export async function computeModelValues(): Promise<Readonly<Record<string, number>>> {
  checkCharts();
  const python = await openPython();
  try {
    const calls = experiments.flatMap((experiment) => modelCallsOf(experiment, defaultParameters(experiment)));
    return Object.fromEntries(
      calls.map((call) => [callKey(call), python.call(call.paper, call.function, call.arguments)]),
    );
  } finally {
    python.close();
  }
}
