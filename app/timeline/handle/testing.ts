/** Runs and handles for tests. */
import { defaultsOf } from "../../../engine/experiments/settings.ts";
import { experimentOf, runOf as runOfExperiment } from "../../../engine/experiments/testing.ts";
import type { ParamValues, Run } from "../../../engine/experiments/types.ts";
import { DEFAULT_SEED } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { hasPlaces } from "../../figure/figure.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { anyFigureOf } from "../../figure/any.ts";
import type { Fineness, Handle } from "./handle.ts";
import { handlesOf } from "./handles.ts";
import { placed } from "./placed.ts";
import type { Placed } from "./placed.ts";

export function setupFor(experiment: string, set: ParamValues = {}, faults: readonly string[] = []): Setup {
  const parameters = { ...defaultsOf(experimentOf(experiment)), ...set };
  return { experiment, parameters, seed: DEFAULT_SEED, faults };
}

export const runOf = ({ experiment, parameters, seed, faults }: Setup): Run =>
  runOfExperiment(experiment, { set: parameters, seed, faults, keep: { calls: 2 } });

export const handlesIn = (setup: Setup, run: Run = runOf(setup), call = 1): readonly Handle[] =>
  handlesOf(run, shownCall(run.trace, call, "linear"), setup);

export function handleIn(handles: readonly Handle[], key: string): Handle {
  const handle = handles.find((one) => one.key === key);
  if (handle === undefined)
    throw new Error(`There is no handle "${key}" among ${handles.map((one) => one.key).join(", ")}.`);
  return handle;
}

export interface TestFigure {
  readonly shown: ShownCall;
  readonly figure: HandleFigure;
  readonly handles: readonly Handle[];
  readonly placed: readonly Placed[];
}

/** The figure of a setup's first call at a width in pixels, with its handles at their places. */
export function figureFor(setup: Setup, width = 1000): TestFigure {
  const run = runOf(setup);
  const shown = shownCall(run.trace, 1, "linear");
  const place = { width, room: undefined, open: new Set<string>() };
  const figure = anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
  if (!hasPlaces(figure)) throw new Error("The figure has no places.");
  const handles = handlesOf(run, shown, setup);
  const first = itemAt(shown.plan.lanes, 0, "lane").machine;
  const momentOf = ({ kind, to }: Handle): number => (kind === "edge" ? figure.scale.time(200) : to);
  const choosing = { apart: 24, many: false, selected: NO_REF, machine: null, kept: null };
  return {
    ...{ shown, figure, handles },
    placed: placed(handles, { figure, bytes: null, trace: run.trace, first, momentOf }, choosing),
  };
}

/** A grain for a call that lasts so long, and snaps left off. */
export const finenessOf = (length: number, reach = 0): Fineness => ({
  grain: Math.max(1, Math.round(length / 400)),
  reach,
  end: length,
});
