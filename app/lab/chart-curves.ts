/** The simulated points of a chart and the models' answers as curves, and the crossings of two curves. */
import { linearScale, logScale } from "../draw/scale.ts";
import { crossings } from "../../engine/experiments/crossing.ts";
import { interval95 } from "../../engine/experiments/interval.ts";
import { isCertain } from "../../engine/experiments/sweep.ts";
import type { ChartSpec, Description, ParamValue } from "../../engine/experiments/types.ts";
import { xFigure } from "../chart/data.ts";
import type { Crossing, ChartAxis, ChartData } from "../chart/data.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { modelSeries } from "../setup/chart-series.ts";
import { valueName, xOf } from "../setup/chart-words.ts";
import { sweepOf } from "../setup/charts.ts";
import { curvePoints } from "../setup/models.ts";
import type { Setup } from "../setup/setup.ts";
import { unitText } from "../words/units.ts";
import { setupHref } from "../setup/bench-links.ts";

/**
 * The trials of each point as mean and 95 % interval; points where no trial gave a number are left out. With a series
 * those of one of its values.
 */
export function simulatedPoints(
  experiment: Description,
  setup: Setup,
  values: readonly SweepValue[],
  { chart, series }: { readonly chart: ChartSpec; readonly series?: ParamValue },
): readonly ChartPoint[] {
  const byX = new Map<number, number[]>();
  const certain = new Set<unknown>();
  const { over } = sweepOf(experiment, chart);
  const param = experiment.params[over];
  for (const { value, series: of = null, measures, draws } of values) {
    const [x, y] = [xOf(param, value), measures[chart.y]?.value];
    if (series !== undefined && of !== series) continue;
    if (x === null || typeof y !== "number" || !Number.isFinite(y)) continue;
    if (isCertain({ draws })) certain.add(x);
    byX.set(x, [...(byX.get(x) ?? []), y]);
  }
  const runs = new Map(
    curvePoints(experiment, chart, setup.parameters, series).map((point) => [xOf(param, point[over]), point]),
  );
  const inOrderOfX = [...byX].toSorted(([a], [b]) => a - b); // runs come in any order
  return inOrderOfX.map(([x, ys]) => {
    const { mean, low, high } = interval95(ys);
    const [trials, isOne] = [ys.length, certain.has(x)];
    const first = { ...setup, parameters: runs.get(x) ?? setup.parameters };
    const source = { text: simulatedText(first.seed, trials, isOne), href: setupHref(first, chart.id) };
    return { x, y: mean, source, spread: { low: low ?? mean, high: high ?? mean, trials, certain: isOne } };
  });
}

/** The runs that a point is the mean of. */
function simulatedText(seed: number, trials: number, certain: boolean): string {
  if (certain) return `Simulated: one run, seed ${seed}; nothing in it is random.`;
  if (trials === 1) return `Simulated: the mean of one run, seed ${seed}.`;
  return `Simulated: the mean of ${trials} runs, seeds ${seed} to ${seed + trials - 1}.`;
}

/** The series of a chart are made from these: the models' values by call, and the runs of its sweep. */
export interface Answers {
  readonly setup: Setup;
  readonly models: Readonly<Record<string, number>>;
  readonly values: readonly SweepValue[];
  /** The name of a model that is not the paper's own. */
  readonly modelName?: string | undefined;
}

/** A curve for each value of a chart's series, the model's of each as far as it speaks of it, and further models'. */
export function curvesOn(experiment: Description, spec: ChartSpec, answers: Answers): readonly Series[] {
  const { setup, models, values } = answers;
  const each = spec.series?.values ?? [];
  const param = experiment.params[spec.series?.parameter ?? ""];
  const simulated = each.map((series, curveNumber): Series => {
    const name = valueName(param, series);
    const points = simulatedPoints(experiment, setup, values, { chart: spec, series });
    return { kind: "simulated", name, label: name, curveNumber, points };
  });
  const modelled = each
    .map((series, curveNumber) => {
      const name = `${valueName(param, series)}, model`;
      return modelSeries(experiment, spec, setup.parameters, models, { series, name, label: "", curveNumber });
    })
    .filter(({ points }) => points.length > 0);
  const further = (spec.models ?? []).map((curve, i): Series => {
    const { label, series } = curve;
    const curveNumber = series === undefined ? Math.max(1, each.length) + i : each.indexOf(series);
    return modelSeries(experiment, spec, setup.parameters, models, { series, curve, name: label, label, curveNumber });
  });
  // One name speaks for all of them: they stand beside what they are the models of.
  const named = modelled.map((curve, i) => (i === modelled.length - 1 ? { ...curve, label: "model" } : curve));
  return [...simulated, ...named, ...further];
}

const KINDS = ["simulated", "model"] as const;

/** Two curves of a series of which both are known. */
type Pair = readonly [Series, Series];

/** All pairs of the curves of a kind that belong to the values of a chart's series. */
function pairsOf({ series: each }: ChartSpec, curves: readonly Series[], kind: Crossing["kind"]): readonly Pair[] {
  const own = (each?.values ?? []).flatMap(
    (_, curveNumber) =>
      curves.find((one) => one.kind === kind && one.curveNumber === curveNumber && one.points.length > 0) ?? [],
  );
  return own.flatMap((a, i) => own.slice(i + 1).map((b): Pair => [a, b]));
}

/** The value of a curve between two of its points, on the straight line. */
function heightAt(points: readonly Point[], x: number): number {
  const after = points.findIndex((point) => point.x >= x);
  const [a, b] = [points[Math.max(0, after - 1)], points[after]];
  if (a === undefined || b === undefined) return NaN;
  return b.x === a.x ? b.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The axes that lines are straight on. */
const AXES = {
  linear: linearScale({ domain: [0, 1], range: [0, 1] }),
  log: logScale({ domain: [1, 10], range: [0, 1] }),
} as const;

/** The crossings of two curves. Each curve is a straight line between two points, on the scale of the axis. */
function meetings([a, b]: Pair, { log }: ChartAxis): readonly Point[] {
  const { at: there, valueAt: back } = AXES[log === true ? "log" : "linear"];
  const onAxis = a.points.filter(({ x }) => log !== true || x > 0).map(({ x, y }): Point => ({ x: there(x), y }));
  const other = onAxis.map(({ x }) => ({ x, y: b.points.find((point) => there(point.x) === x)?.y ?? NaN }));
  return crossings(onAxis, other).map((x) => ({ x: back(x), y: heightAt(onAxis, x) }));
}

/** "16.0 KB": three figures are what points of a chart give. */
function placeText(axis: ChartAxis, x: number): string {
  const { each = 1, unit } = axis;
  const value = x / each;
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))));
  return `${value.toFixed(decimals)} ${unitText(unit)}`.trim();
}

/** The crossings of the curves of a chart's series, simulated and by their models. */
export function crossingsOn(
  spec: ChartSpec,
  axis: ChartAxis,
  curves: readonly Series[],
): readonly Crossing[] | undefined {
  if (spec.crossing === undefined) return undefined;
  return KINDS.flatMap((kind) =>
    pairsOf(spec, curves, kind).flatMap((pair) =>
      meetings(pair, axis).map((at): Crossing => {
        const place = placeText(axis, at.x);
        return { kind, ...at, label: kind === "simulated" ? `cross at ${place}` : `models: ${place}` };
      }),
    ),
  );
}

/** "parallel and serial cross at 16.0 KB" for each pair of curves that cross. */
function pairTexts(spec: ChartSpec, { x: axis, series }: ChartData, kind: Crossing["kind"]): readonly string[] {
  return pairsOf(spec, series, kind).flatMap((pair) => {
    const places = meetings(pair, axis).map(({ x }) => placeText(axis, x));
    if (places.length === 0) return [];
    return [`${pair.map(({ name }) => name).join(" and ")} cross at ${places.join(" and ")}`];
  });
}

/** "Simulated, parallel and serial cross at 16.0 KB; their models at 13.3 KB." Null where nothing is known of it. */
export function crossingText(spec: ChartSpec, data: ChartData): string | null {
  const { x: axis, series, crossings: found = [] } = data;
  const pairs = pairsOf(spec, series, "simulated");
  const [pair] = pairs;
  if (spec.crossing === undefined || pair === undefined) return null;
  const texts = pairTexts(spec, data, "simulated");
  const names = pairs.length === 1 ? pair.map(({ name }) => name).join(" and ") : "the curves";
  const [from, to] = [axis.values[0] ?? 0, axis.values.at(-1) ?? 0].map((x) => xFigure(axis, x));
  if (texts.length === 0)
    return `Simulated, ${names} do not cross from ${from} to ${`${to} ${unitText(axis.unit)}`.trim()}.`;
  const model = pairs.length > 1 ? [] : found.filter(({ kind }) => kind === "model").map(({ x }) => placeText(axis, x));
  return `Simulated, ${texts.join("; ")}${model.length === 0 ? "" : `; their models at ${model.join(" and ")}`}.`;
}
