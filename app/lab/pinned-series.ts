/** The pinned runs as series of a chart, and a sentence on those that are not on it. */
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Description } from "../../engine/experiments/types.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import { setupHref } from "../setup/bench-links.ts";
import { chartRequest } from "../setup/chart-request.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { isOnSweep } from "../setup/chart-runs.ts";
import { valueName, xOf } from "../setup/chart-words.ts";
import { chartOf, isOwnSweep } from "../setup/charts.ts";
import { isComparable } from "../setup/pin-list.ts";
import type { Pin } from "../setup/pin-list.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import { experimentOf } from "../setup/setup.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { simulatedPoints } from "./chart-curves.ts";

/** The pinned runs of which a chart shows nothing, because they are none of the runs that it is of; as a sentence. */
export function absentText({ spec, setup: own }: ChartRequest, pins: readonly Pin[]): string | null {
  const absent = pins.filter(({ setup }) => !isComparable(setup, own) || !isOnSweep(spec, setup.parameters));
  if (absent.length === 0) return null;
  const names = absent.map(({ name }) => `“${name}”`).join(", ");
  return `Not on this chart: ${names}, a pinned run that does not belong to this chart.`;
}

/** "slow callee, serial": of several curves it says which one a pinned run's is beside, where its name does not. */
function ofSeries({ params }: Description, { series }: ChartSpec, { name, setup }: Pin): string {
  if (series === undefined) return name;
  const value = setup.parameters[series.parameter];
  if (value === undefined) return name;
  const text = valueName(namedIn(params, series.parameter, "parameter"), value);
  return name.toLowerCase().includes(text.toLowerCase()) ? name : `${name}, ${text}`;
}

/**
 * The pinned runs on a chart: those that have its measure and are among the runs that it is of, at their own value of
 * the swept parameter; each with its curve where its sweep is known and is another than the chart's own; on a chart of
 * several curves that is the one of its own value of the series.
 */
export function pinnedOn(
  { experiment, spec, sweep, param, setup: shown }: ChartRequest,
  pins: readonly Pin[],
  sweptOf: (pin: Pin) => readonly SweepValue[] | null,
): readonly Series[] {
  const unit = experiment.measures[spec.y]?.unit;
  const found = pins.flatMap((pin) => {
    const { setup, run, name } = pin;
    const [x, y] = [xOf(param, setup.parameters[sweep.over]), run?.measures[spec.y]];
    if (run === null || x === null || typeof y?.value !== "number" || y.unit !== unit) return [];
    if (!isComparable(setup, shown) || !isOnSweep(spec, setup.parameters)) return [];
    const source = { text: `${name}: seed ${run.seed}, trace ${run.traceHash}.`, href: setupHref(setup) };
    const own = experimentOf(setup);
    const chart = chartOf(own, isOwnSweep(experiment, spec) ? spec : chartKey(spec));
    const curve = chart === undefined ? [] : curveOfPin(own, { ...chart, y: spec.y }, pin, sweptOf(pin) ?? []);
    return [
      {
        name: ofSeries(experiment, spec, pin),
        at: { x, y: y.value, source },
        points: curve.map((p) => ({ x: p.x, y: p.y, source: p.source })),
      },
    ];
  });
  return found.map((run, curveNumber) => ({ kind: "pinned", label: run.name, curveNumber, ...run }));
}

/** The curve of a pinned run on its chart; of several the one of its own value of the series. */
function curveOfPin(
  experiment: Description,
  spec: ChartSpec,
  { setup }: Pin,
  values: readonly SweepValue[],
): readonly ChartPoint[] {
  const request = chartRequest(experiment, spec, setup);
  if (spec.series === undefined) return simulatedPoints(request, values);
  const value = namedIn(setup.parameters, spec.series.parameter, "parameter");
  return simulatedPoints(request, values, { value, points: request.points });
}
