/** The crossings of a chart's curves, and the sentence on them. */
import { itemAt, lastItem, present } from "../../engine/kernel/reads.ts";
import { linearScale, logScale } from "../draw/scale.ts";
import { crossings } from "../../engine/experiments/crossing.ts";
import type { ChartSpec } from "../../engine/experiments/types.ts";
import { xFigure } from "../chart/data.ts";
import type { ChartAxis, ChartData, Crossing } from "../chart/data.ts";
import type { Series } from "../setup/points.ts";
import { grouped } from "../words/numbers.ts";
import { unitText } from "../words/units.ts";

const KINDS = ["simulated", "model"] as const;

/** Two curves of a series of which both are known. */
type Pair = readonly [Series, Series];

/** All pairs of the curves of a kind that belong to the values of a chart's series. */
function pairsOf({ series: each }: ChartSpec, curves: readonly Series[], kind: Crossing["kind"]): readonly Pair[] {
  const own = present(each === undefined ? [] : each.values.keys(), (curveNumber) =>
    curves.find((one) => one.kind === kind && one.curveNumber === curveNumber && one.points.length > 0),
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
  return `${grouped(value, decimals)} ${unitText(unit)}`.trim();
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

/** Nobody reads more pairs than these: the marks on the chart then say where each pair crosses. */
const MOST_PAIRS = 3;

/** "Simulated, parallel and serial cross at 16.0 KB; their models at 13.3 KB." Null where nothing is known of it. */
export function crossingText(spec: ChartSpec, data: ChartData): string | null {
  const { x: axis, series, crossings: found = [] } = data;
  const pairs = pairsOf(spec, series, "simulated");
  const [pair] = pairs;
  if (spec.crossing === undefined || pair === undefined) return null;
  const texts = pairTexts(spec, data, "simulated");
  const names = pairs.length === 1 ? pair.map(({ name }) => name).join(" and ") : "the curves";
  const [from, to] = [itemAt(axis.values, 0, "value"), lastItem(axis.values, "value")].map((x) => xFigure(axis, x));
  if (texts.length === 0)
    return `Simulated, ${names} do not cross from ${from} to ${`${to} ${unitText(axis.unit)}`.trim()}.`;
  if (texts.length > MOST_PAIRS)
    return `Simulated, ${texts.length} pairs of curves cross where the chart has its marks.`;
  const model = pairs.length > 1 ? [] : found.filter(({ kind }) => kind === "model").map(({ x }) => placeText(axis, x));
  return `Simulated, ${texts.join("; ")}${model.length === 0 ? "" : `; their models at ${model.join(" and ")}`}.`;
}
