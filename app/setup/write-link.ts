/** Writing the link of a bench, apart from reading it (link.ts), which needs the words that faults are written in. */
import { chartKey, chartNamed } from "../../engine/experiments/charts.ts";
import { changedParameters } from "../../engine/experiments/parameters.ts";
import type { Place } from "./location.ts";
import { DEFAULT_SEED, experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** What the run had when the link was copied. */
export interface Linked {
  readonly version: string | null;
  readonly hash: string;
}

/**
 * The place of a setup; with the run's hash and the engine's version where the link is to be checked when opened, and
 * with the chart of this name where it is not the experiment's first.
 */
export function writeLink(setup: Setup, linked?: Linked, chart: string | null = null): Place {
  const experiment = experimentOf(setup);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(changedParameters(experiment, setup.parameters)))
    query.set(key, String(value));
  if (setup.seed !== DEFAULT_SEED) query.set("seed", String(setup.seed));
  for (const fault of setup.faults) query.append("fault", fault);
  const shown = chart === null ? undefined : chartNamed(experiment, chart);
  if (shown !== undefined && shown !== experiment.charts[0]) query.set("chart", chartKey(shown));
  if (linked !== undefined) {
    if (linked.version !== null) query.set("v", linked.version);
    query.set("hash", linked.hash);
  }
  return { path: `/bench/${setup.experiment}`, query: query.toString() };
}
