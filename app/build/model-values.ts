/**
 * Values of the papers' models for every experiment's defaults and default sweep, computed by the same Python that the
 * page runs. With them the page draws its model curves before, and mostly without, loading Python.
 */
import { experiments } from "../../engine/experiments/index.ts";
import { openPython } from "../../engine/cli/python-node.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import { defaultsOf } from "../../engine/experiments/answering.ts";
import { checkCharts } from "./chart-sources.ts";

/** Model call (see `callKey`) to value in the model's own unit. Throws where a chart shows a number without address. */
export async function computeModelValues(): Promise<Readonly<Record<string, number>>> {
  checkCharts();
  const python = await openPython();
  try {
    const calls = experiments.flatMap((experiment) => modelCallsOf(experiment, defaultsOf(experiment)));
    return Object.fromEntries(
      calls.map((call) => [callKey(call), python.call(call.paper, call.function, call.arguments)]),
    );
  } finally {
    python.close();
  }
}
