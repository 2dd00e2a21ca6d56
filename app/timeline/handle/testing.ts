/** Runs and handles for tests. */
import { defaultsOf } from "../../../engine/experiments/settings.ts";
import { experimentOf } from "../../../engine/experiments/testing.ts";
import type { ParamValues, Run } from "../../../engine/experiments/types.ts";
import { DEFAULT_SEED } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { Fineness, Handle } from "./handle.ts";
import { handlesOf } from "./handles.ts";

export function setupFor(experiment: string, set: ParamValues = {}, faults: readonly string[] = []): Setup {
  const parameters = { ...defaultsOf(experimentOf(experiment)), ...set };
  return { experiment, parameters, seed: DEFAULT_SEED, faults };
}

export const runOf = ({ experiment, parameters, seed, faults }: Setup): Run =>
  experimentOf(experiment).run(parameters, seed, faults, { keep: { calls: 2 } });

export const handlesIn = (setup: Setup, run: Run = runOf(setup), call = 1): readonly Handle[] =>
  handlesOf(run, shownCall(run.trace, call, "linear"), setup);

export function handleIn(handles: readonly Handle[], key: string): Handle {
  const handle = handles.find((one) => one.key === key);
  if (handle === undefined)
    throw new Error(`There is no handle "${key}" among ${handles.map((one) => one.key).join(", ")}.`);
  return handle;
}

/** A grain for a call that lasts so long, and snaps left off. */
export const finenessOf = (length: number, reach = 0): Fineness => ({
  grain: Math.max(1, Math.round(length / 400)),
  reach,
  end: length,
});
