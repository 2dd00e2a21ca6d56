/** The curves of a chart: the points of its paper, the answers of its models, and its simulated points. */
import { interval95 } from "../../engine/experiments/interval.ts";
import { isCertain } from "../../engine/experiments/sweep.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { setupHref } from "../setup/bench-links.ts";
import { pointsWith } from "../setup/chart-request.ts";
import type { ChartRequest, SeriesCurve } from "../setup/chart-request.ts";
import { modelSeries, paperSeries } from "../setup/chart-series.ts";
import { xOf } from "../setup/chart-words.ts";
import { gather } from "../../engine/kernel/tally.ts";

/** The curves of a chart are made from these: the models' values by call, and the runs of its sweep. */
export interface Answers {
  readonly models: Readonly<Record<string, number>>;
  readonly values: readonly SweepValue[];
  /** The name of a model that is not the paper's own. */
  readonly modelName?: string | undefined;
}

/**
 * The trials of each point as mean and 95 % interval; points where no trial gave a number are left out.
 * @param of one of several curves; null for all runs
 */
export function simulatedPoints(
  { spec, setup, param, points }: ChartRequest,
  values: readonly SweepValue[],
  of: Pick<SeriesCurve, "value" | "points"> | null = null,
): readonly ChartPoint[] {
  const byX = new Map<number, number[]>();
  const certain = new Set<unknown>();
  for (const { value, series = null, measures, draws } of values) {
    const [x, y] = [xOf(param, value), measures[spec.y]?.value];
    if (of !== null && of.value !== series) continue;
    if (x === null || typeof y !== "number" || !Number.isFinite(y)) continue;
    if (isCertain({ draws })) certain.add(x);
    gather(byX, x, y);
  }
  const parametersAt = new Map((of?.points ?? points).map((point) => [point.x, point.parameters]));
  const inOrderOfX = [...byX].toSorted(([a], [b]) => a - b); // runs come in any order
  return inOrderOfX.map(([x, ys]) => {
    const { mean, low, high } = interval95(ys);
    const [trials, isOne] = [ys.length, certain.has(x)];
    const first = { ...setup, parameters: parametersAt.get(x) ?? setup.parameters };
    const source = { text: simulatedText(first.seed, trials, isOne), href: setupHref(first, spec.id) };
    return { x, y: mean, source, spread: { low: low ?? mean, high: high ?? mean, trials, certain: isOne } };
  });
}

/** The runs that a point is the mean of. */
function simulatedText(seed: number, trials: number, certain: boolean): string {
  if (certain) return `Simulated: one run, seed ${seed}; nothing in it is random.`;
  if (trials === 1) return `Simulated: the mean of one run, seed ${seed}.`;
  return `Simulated: the mean of ${trials} runs, seeds ${seed} to ${seed + trials - 1}.`;
}

/** The simulated points as one curve, or as one for each value of the chart's series. */
function simulatedCurves(request: ChartRequest, values: readonly SweepValue[]): readonly Series[] {
  if (request.spec.series === undefined) {
    const points = simulatedPoints(request, values);
    return [{ kind: "simulated", name: "simulated", label: "simulated", curveNumber: null, points }];
  }
  return request.curves.map((curve): Series => {
    const points = simulatedPoints(request, values, curve);
    return { kind: "simulated", name: curve.name, label: curve.name, curveNumber: curve.number, points };
  });
}

/** The answers of the model of these runs: one curve, or one for each value of the series that it covers. */
function modelCurves(request: ChartRequest, { models, modelName = "model" }: Answers): readonly Series[] {
  if (request.spec.series === undefined)
    return [
      modelSeries(request, models, { name: "model", label: modelName, curveNumber: null, points: request.points }),
    ];
  const modelled = request.curves
    .map(({ name, number, points }) =>
      modelSeries(request, models, { name: `${name}, model`, label: "", curveNumber: number, points }),
    )
    .filter(({ points }) => points.length > 0);
  // One name speaks for all of them: they stand beside what they are the models of.
  return modelled.map((curve, i) => (i === modelled.length - 1 ? { ...curve, label: "model" } : curve));
}

/** A curve for each further model that the chart names. */
function furtherModels(request: ChartRequest, { models }: Answers): readonly Series[] {
  const { spec, curves } = request;
  return (spec.models ?? []).map((link, i): Series => {
    const { label, series } = link;
    const own = curves.findIndex(({ value }) => value === series);
    const curveNumber = series === undefined ? Math.max(1, curves.length) + i : own;
    return modelSeries(request, models, { name: label, label, curveNumber, points: pointsWith(request, series), link });
  });
}

/** All curves of a chart that come from models. */
export const modelledOn = (request: ChartRequest, answers: Answers): readonly Series[] => [
  ...modelCurves(request, answers),
  ...furtherModels(request, answers),
];

/** All curves of a chart: the paper's, then the answers in their order, or the runs' with the models' behind them. */
export function curvesOn(request: ChartRequest, answers: Answers): readonly Series[] {
  const simulated = simulatedCurves(request, answers.values);
  const model = modelCurves(request, answers);
  const own = request.spec.series === undefined ? [...model, ...simulated] : [...simulated, ...model];
  return [paperSeries(request), ...own, ...furtherModels(request, answers)];
}
