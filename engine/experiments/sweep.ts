/** A sweep: the same experiment over a list of values of one parameter, some trials each, seeds seed, seed + 1, … */
import type { ChartSpec, Experiment, ParamValue, ParamValues, Run } from "./types.ts";

export interface SweepRequest {
  readonly over: string;
  readonly values: readonly ParamValue[];
  readonly parameters: ParamValues; // complete and valid
  readonly seed: number;
  readonly trials: number;
  readonly faults: readonly string[];
}

export interface SweepPoint {
  readonly value: ParamValue;
  readonly trial: number; // from 1
  readonly seed: number;
  readonly run: Run; // its trace holds calls only
}

/** One point at a time, so that a caller can show progress or stop between points. */
export function* sweep(experiment: Experiment, request: SweepRequest): Generator<SweepPoint, void, undefined> {
  for (const value of request.values) {
    for (let trial = 1; trial <= request.trials; trial++) {
      const seed = request.seed + trial - 1;
      const parameters = { ...request.parameters, [request.over]: value };
      yield { value, trial, seed, run: experiment.run(parameters, seed, request.faults, { keep: "none" }) };
    }
  }
}

/** One curve of a chart. */
export interface ChartCurve {
  readonly series: ParamValue | null; // its value of the series' parameter; null where the chart has no series
  readonly request: SweepRequest;
}

/** The sweeps behind a chart: one, or one for each value of its series. Otherwise as `given`. */
export function chartCurves(
  experiment: Experiment,
  chart: ChartSpec,
  given: Omit<SweepRequest, "over" | "values">,
): readonly ChartCurve[] {
  const { over, values, fixed } = chart.sweep ?? experiment.sweep;
  const parameters = { ...given.parameters, ...fixed };
  if (chart.series === undefined) return [{ series: null, request: { ...given, over, values, parameters } }];
  const { parameter, values: each } = chart.series;
  return each.map((series) => ({
    series,
    request: { ...given, over, values, parameters: { ...parameters, [parameter]: series } },
  }));
}
