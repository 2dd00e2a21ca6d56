/**
 * The request for a chart of a setup: the swept parameter, and the parameters at each point of each curve. It is made
 * once. The page makes everything about a chart from it, one step after the other: curves, axis, crossings, words.
 */
import type { ChartSpec, Description, Param, ParamValue, ParamValues, Sweep } from "../../engine/experiments/types.ts";
import { withFixed } from "../../engine/experiments/settings.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import { valueName, xOf } from "./chart-words.ts";
import { sweepOf } from "./charts.ts";
import type { Setup } from "./setup.ts";

/** A point of the sweep: its place on the x axis, and the parameters of its runs. */
export interface SweptPoint {
  readonly x: number;
  readonly parameters: ParamValues;
}

/** One of several curves: those of runs with one value of the series' parameter. */
export interface SeriesCurve {
  readonly value: ParamValue;
  readonly name: string; // "serial", "7 callees"
  readonly number: number; // from 0
  readonly points: readonly SweptPoint[];
}

export interface ChartRequest {
  readonly experiment: Description;
  readonly spec: ChartSpec;
  readonly setup: Setup;
  readonly sweep: Sweep;
  readonly param: Param; // the swept one
  /** The points of a chart without a series; with one, those at the setup's own value of its parameter. */
  readonly points: readonly SweptPoint[];
  /** One for each value of the chart's series; none where it has no series. */
  readonly curves: readonly SeriesCurve[];
}

/** Throws where the sweep is over a parameter that the experiment does not have. */
export function chartRequest(experiment: Description, spec: ChartSpec, setup: Setup): ChartRequest {
  const sweep = sweepOf(experiment, spec);
  const param = experiment.params[sweep.over];
  if (param === undefined) throw new Error(`${experiment.id}: sweeps over ${sweep.over}, which it does not have`);
  const points = pointsOf(experiment, sweep, setup.parameters);
  const { parameter = "", values = [] } = spec.series ?? {};
  const curves = values.map((value, number): SeriesCurve => {
    const name = valueName(namedIn(experiment.params, parameter, "parameter"), value);
    return { value, name, number, points: pointsOf(experiment, sweep, { ...setup.parameters, [parameter]: value }) };
  });
  return { experiment, spec, setup, sweep, param, points, curves };
}

function pointsOf(experiment: Description, { over, values, fixed }: Sweep, given: ParamValues): readonly SweptPoint[] {
  const param = namedIn(experiment.params, over, "parameter");
  const parameters = withFixed(experiment, given, fixed);
  return values.flatMap((value): readonly SweptPoint[] => {
    const x = xOf(param, value);
    return x === null ? [] : [{ x, parameters: { ...parameters, [over]: value } }];
  });
}

/** The points of the curve with a value of the series; of the chart's one curve where there is none of this value. */
export const pointsWith = ({ points, curves }: ChartRequest, series: ParamValue | undefined): readonly SweptPoint[] =>
  curves.find(({ value }) => value === series)?.points ?? points;
