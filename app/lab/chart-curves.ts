/** The curves of a chart: the points of its paper, the answers of its models, and its simulated points. */
import { interval95, rangeOf } from "../../engine/experiments/interval.ts";
import { isCertain } from "../../engine/experiments/sweep.ts";
import type { ParamValue } from "../../engine/experiments/types.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { setupHref } from "../setup/bench-links.ts";
import { pointsWith } from "../setup/chart-request.ts";
import type { ChartRequest, SeriesCurve } from "../setup/chart-request.ts";
import { modelSeries, paperSeries } from "../setup/chart-series.ts";
import { xOf } from "../setup/chart-words.ts";
import { counted } from "../words/numbers.ts";

/** The curves of a chart are made from these: the models' values by call, and the runs of its sweep. */
export interface ChartAnswers {
  readonly models: Readonly<Record<string, number>>;
  readonly values: readonly SweepValue[];
  /** The name of a model that is not the paper's own. */
  readonly modelName?: string | undefined;
}

type OfCurve = Pick<SeriesCurve, "value" | "points"> | null;

/** The runs of the sweep at one place on the axis. */
interface RunsAt {
  readonly value: ParamValue;
  readonly numbers: readonly number[]; // of the runs that gave one
  readonly runs: number;
  readonly certain: boolean; // one run stands for all: nothing in it is random
}

/** The runs by their places on the axis, in its order. @param of one of several curves; null for all runs */
function runsByPlace({ spec, param }: ChartRequest, values: readonly SweepValue[], of: OfCurve) {
  const byX = new Map<number, RunsAt>();
  for (const { value, series = null, measures, draws, misfit } of values) {
    const [x, y] = [xOf(param, value), measures[spec.y]?.value];
    if ((of !== null && of.value !== series) || x === null || misfit !== undefined) continue;
    const { numbers, runs, certain } = byX.get(x) ?? { numbers: [], runs: 0, certain: false };
    const isNumber = typeof y === "number" && Number.isFinite(y);
    byX.set(x, {
      value,
      numbers: isNumber ? [...numbers, y] : numbers,
      runs: runs + 1,
      certain: certain || isCertain({ draws }),
    });
  }
  return [...byX].toSorted(([a], [b]) => a - b); // runs come in any order
}

/**
 * The trials of each point as mean and 95 % interval; points where no trial gave a number are left out.
 * @param of one of several curves; null for all runs
 */
export function simulatedPoints(
  request: ChartRequest,
  values: readonly SweepValue[],
  of: OfCurve = null,
): readonly ChartPoint[] {
  const { experiment, spec, sweep, setup, points } = request;
  const measure = namedIn(experiment.measures, spec.y, "measure");
  const [{ parameters }] = [...(of?.points ?? points), setup];
  return runsByPlace(request, values, of).flatMap(([x, { value, numbers, runs, certain }]): ChartPoint[] => {
    if (numbers.length === 0) return [];
    const first = { ...setup, parameters: { ...parameters, [sweep.over]: value } };
    const { mean, low, high, ofTrials: ofRuns } = interval95(numbers, rangeOf(measure, first.parameters));
    const trials = numbers.length;
    const source = { text: simulatedText(first.seed, { trials, runs, certain }), href: setupHref(first, spec.id) };
    const spread = { low: low ?? mean, high: high ?? mean, trials, ...(ofRuns && { ofRuns }), certain };
    return [{ x, y: mean, source, spread }];
  });
}

interface Trials {
  readonly trials: number; // that gave a number
  readonly runs: number; // in all
  readonly certain: boolean;
}

/** The runs that a point is the mean of. */
function simulatedText(seed: number, { trials, runs, certain }: Trials): string {
  if (certain) return `Simulated: one run, seed ${seed}; nothing in it is random.`;
  if (trials < runs) {
    const seeds = `seeds ${seed} to ${seed + runs - 1}`;
    return `Simulated: the mean of ${trials} of ${counted(runs, "run")}, ${seeds}; the others gave no number.`;
  }
  if (trials === 1) return `Simulated: the mean of one run, seed ${seed}.`;
  return `Simulated: the mean of ${trials} runs, seeds ${seed} to ${seed + trials - 1}.`;
}

/** The points of a simulated curve, and the places at which no run gave a number. */
function pointsAndGaps(request: ChartRequest, values: readonly SweepValue[], of: OfCurve = null) {
  const without = runsByPlace(request, values, of).flatMap(([x, { numbers }]) => (numbers.length === 0 ? [x] : []));
  return { points: simulatedPoints(request, values, of), ...(without.length > 0 && { without }) };
}

/** The simulated points as one curve, or as one for each value of the chart's series. */
function simulatedCurves(request: ChartRequest, values: readonly SweepValue[]): readonly Series[] {
  if (request.spec.series === undefined) {
    const one = { kind: "simulated", name: "simulated", label: "simulated", curveNumber: null } as const;
    return [{ ...one, ...pointsAndGaps(request, values) }];
  }
  return request.curves.map((curve): Series => {
    const { name, number } = curve;
    return { kind: "simulated", name, label: name, curveNumber: number, ...pointsAndGaps(request, values, curve) };
  });
}

/** The answers of the model of these runs: one curve, or one for each value of the series that it covers. */
function modelCurves(request: ChartRequest, { models, modelName = "model" }: ChartAnswers): readonly Series[] {
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
function furtherModels(request: ChartRequest, { models }: ChartAnswers): readonly Series[] {
  const { spec, curves } = request;
  const { models: links = [] } = spec;
  return links.map((link, i): Series => {
    const { label, series } = link;
    const own = curves.findIndex(({ value }) => value === series);
    const curveNumber = series === undefined ? Math.max(1, curves.length) + i : own;
    return modelSeries(request, models, { name: label, label, curveNumber, points: pointsWith(request, series), link });
  });
}

/** All curves of a chart that come from models. */
export const modelledOn = (request: ChartRequest, answers: ChartAnswers): readonly Series[] => [
  ...modelCurves(request, answers),
  ...furtherModels(request, answers),
];

/** All curves of a chart: the paper's, then the answers in their order, or the runs' with the models' behind them. */
export function curvesOn(request: ChartRequest, answers: ChartAnswers): readonly Series[] {
  const simulated = simulatedCurves(request, answers.values);
  const model = modelCurves(request, answers);
  const own = request.spec.series === undefined ? [...model, ...simulated] : [...simulated, ...model];
  return [paperSeries(request), ...own, ...furtherModels(request, answers)];
}
