/**
 * Values of the papers' models for every experiment's defaults and default sweep and for every set-up that a lesson
 * shows, computed by the same Python that the page runs. With them the page draws its model curves before, and mostly
 * without, loading Python.
 */
import { descriptions } from "../../engine/experiments/descriptions.ts";
import { openPython } from "../../engine/cli/python-node.ts";
import { callKey, modelCallsOf } from "../setup/models.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { ALL_LESSONS } from "../../lessons/all.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { checkCharts } from "./chart-sources.ts";
import type { StageRun, Step } from "../../lessons/types.ts";

/** Every run that a step shows: its own, those of its buttons, answers and checkpoint, and what stands beside them. */
function runsOf({ stage, tries = [], predict, checkpoint }: Step): readonly StageRun[] {
  const shown = [{}, ...tries.map((one) => one.stage), ...(predict === undefined ? [] : [predict.observe])];
  const own = shown.map((change) => ({ ...stage, ...change }));
  const beside = own.flatMap(({ twin }) => twin ?? []);
  const asked = (checkpoint?.parts ?? []).flatMap(({ experiment, set, solution }) => [
    { experiment, ...(set === undefined ? {} : { set }) },
    { experiment, set: { ...set, ...solution } },
  ]);
  return [...own, ...beside, ...asked];
}

/** The calls behind every set-up that the page shows before its reader changes one. */
function wantedCalls(): readonly ModelCall[] {
  const opened: readonly StageRun[] = descriptions.map(({ id }) => ({ experiment: id }));
  const runs = [...opened, ...ALL_LESSONS.flatMap(({ steps }) => steps.flatMap(runsOf))];
  const calls = runs.flatMap((run) => {
    const experiment = experimentNamed(run.experiment);
    return modelCallsOf(experiment, { ...defaultsOf(experiment), ...run.set });
  });
  return [...new Map(calls.map((call) => [callKey(call), call])).values()];
}

/** Model call (see `callKey`) to value in the model's own unit. Throws where a chart shows a number without address. */
export async function computeModelValues(): Promise<Readonly<Record<string, number>>> {
  checkCharts();
  const python = await openPython();
  try {
    return Object.fromEntries(
      wantedCalls().map((call) => [callKey(call), python.call(call.paper, call.function, call.arguments)]),
    );
  } finally {
    python.close();
  }
}
