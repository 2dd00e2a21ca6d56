/** Writing the link of a bench, apart from reading it (link.ts), which needs the words that faults are written in. */
import { chartKey, chartNamed } from "../../engine/experiments/charts.ts";
import { changedParameters } from "../../engine/experiments/settings.ts";
import type { ChartChoice } from "./charts.ts";
import { placeAt, withKeys } from "./link-table.ts";
import type { PagePlace } from "./location.ts";
import { DEFAULT_SEED, experimentOf } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** The version and the hash of the run when the link was copied. */
export interface Linked {
  readonly version: string | null;
  readonly hash: string;
}

/**
 * The place of a setup; with the run's hash and the engine's version where the link is to be checked when opened, and
 * with the chart of this name where it is not the experiment's first, and with the moment from which on it is lost.
 */
export function writeLink(setup: Setup, linked?: Linked, chart: ChartChoice = null, lost?: number): PagePlace {
  const experiment = experimentOf(setup);
  const changed = changedParameters(experiment, setup.parameters);
  const parameters = Object.entries(changed).map(([key, value]) => [key, String(value)]);
  const shown = typeof chart === "string" ? chartNamed(experiment, chart) : undefined;
  const { path } = placeAt("bench", [setup.experiment]);
  return withKeys<"bench">(
    { path, query: new URLSearchParams(parameters).toString() },
    {
      seed: setup.seed === DEFAULT_SEED ? null : String(setup.seed),
      fault: setup.faults,
      lost: lost === undefined ? null : String(Math.round(lost)),
      chart: shown === undefined || shown === experiment.charts[0] ? null : chartKey(shown),
      v: linked?.version ?? null,
      hash: linked?.hash ?? null,
    },
  );
}
