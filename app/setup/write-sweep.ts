/** Writing the reader's own sweep into a link, apart from reading it (own-sweep.ts), which few links need. */
import type { Description, ParamValue } from "../../engine/experiments/types.ts";
import { CALLS, isOwnSweep } from "./charts.ts";
import type { ChartChoice } from "./charts.ts";
import { withKeys } from "./link-table.ts";
import type { PagePlace } from "./location.ts";

const textOf = (parameter: string, values: readonly ParamValue[]): string => [parameter, ...values].join(" ");

/** The place of a bench with the reader's sweep, or the times of the calls, in its link, where that is shown. */
export function withSweep(place: PagePlace, experiment: Description, choice: ChartChoice): PagePlace {
  if (choice === CALLS) return withKeys<"bench">(place, { chart: CALLS });
  if (!isOwnSweep(experiment, choice) || choice.sweep === undefined) return place;
  const { sweep, series, y } = choice;
  return withKeys<"bench">(place, {
    sweep: textOf(sweep.over, sweep.values),
    by: series === undefined ? null : textOf(series.parameter, series.values),
    of: y,
  });
}
