/** Names of pinned runs: one to offer, and two that stand side by side. */
import type { Pin } from "./pin-list.ts";
import { changedTexts, settingText } from "./setting-text.ts";
import { DEFAULT_SEED, experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** A name to offer: "MaxResult(b), 4 caller threads, drop result#1". */
export function offeredName(setup: Setup): string {
  const experiment = experimentOf(setup);
  const title = experiment.title.slice(experiment.title.indexOf(":") + 1).trim();
  const seed = setup.seed === DEFAULT_SEED ? [] : [`seed ${setup.seed}`];
  return [title, ...changedTexts(setup), ...seed, ...setup.faults].join(", ");
}

/** In what a run differs from another one of the same experiment: "4 caller threads, no drop result#1". */
function changesText(setup: Setup, from: Setup): string {
  const { params } = experimentOf(setup);
  const changed = Object.entries(params).filter(([key]) => setup.parameters[key] !== from.parameters[key]);
  return [
    ...changed.map(([key, param]) => settingText(param, setup.parameters[key])),
    ...(setup.seed === from.seed ? [] : [`seed ${setup.seed}`]),
    ...setup.faults.filter((line) => !from.faults.includes(line)),
    ...from.faults.filter((line) => !setup.faults.includes(line)).map((line) => `no ${line}`),
  ].join(", ");
}

/** The names of a pinned run and of the page's own where they stand side by side: what both share is said once. */
export function namesBeside(pin: Pin, setup: Setup): { readonly a: string; readonly b: string } {
  const own = setup.experiment === pin.setup.experiment ? changesText(setup, pin.setup) : offeredName(setup);
  return { a: pin.name, b: own === "" || own === pin.name ? "this run" : own };
}
