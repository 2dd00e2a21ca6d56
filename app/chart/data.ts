/** What a chart shows: three answers to one question over one parameter, cleaned, joined by x, and as words. */
import type { ChartSpec as Described } from "../../engine/experiments/types.ts";
import type { ModelPoint, PaperPoint, PinnedPoint, PointSource, SimulatedPoint } from "../setup/points.ts";
import { capital, inSentence } from "../words/sentences.ts";
import { plainText } from "../words/numbers.ts";

export interface ChartAxis {
  readonly label: string; // "Caller threads"
  readonly unit: string; // "" where there is none
  readonly values: readonly number[]; // what the sweep runs over, ascending
  readonly log?: boolean;
  /** What one of the unit is in `values`, where that is not 1: 1024 for sizes that are told in KB. */
  readonly each?: number;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  /** The 95 % interval of the mean and the trials that it is of; null for a model's. */
  readonly spread: Pick<SimulatedPoint, "low" | "high" | "trials" | "certain"> | null;
  readonly source: PointSource;
}

export interface Curve {
  readonly kind: "model" | "simulated";
  readonly name: string; // "serial"; with its kind where that does not say it: "serial, model"
  /** What stands at the curve; "" for one that others speak for. */
  readonly label: string;
  /** Curves of one number belong together: their marks point the same way. */
  readonly look: number;
  readonly points: readonly CurvePoint[];
}

/** Where two curves cross. */
export interface Crossing {
  readonly kind: Curve["kind"];
  readonly x: number;
  readonly y: number;
  readonly label: string; // "cross at 16.0 KB"
}

/** A run that was kept to compare with: its own figure, and its curve where its sweep is known. */
export interface PinnedRun {
  readonly name: string;
  readonly at: PinnedPoint;
  readonly curve: readonly PinnedPoint[];
}

/** A chart as an experiment describes it, its limit in numbers. */
interface ChartSpec extends Omit<Described, "limit"> {
  readonly limit?: { readonly value: number; readonly label: string };
}

export interface Sketch {
  readonly points: readonly { readonly x: number; readonly y: number }[]; // in the order of x
  readonly name: string; // stands above its last point, to the left
}

export interface ChartData {
  readonly spec: ChartSpec;
  readonly unit: string; // of the measure `spec.y`: "Mbit/s"
  readonly x: ChartAxis;
  /** How the model is called where it is not the paper's own. */
  readonly modelName?: string | undefined;
  readonly paper: readonly PaperPoint[];
  readonly model: readonly ModelPoint[];
  readonly simulated: readonly SimulatedPoint[];
  /** Of a series, or of further models. With a series there are none beside them. */
  readonly curves?: readonly Curve[] | undefined;
  readonly crossings?: readonly Crossing[] | undefined;
  /** The look of the curves that the run on the page belongs to. */
  readonly own?: number | undefined;
  readonly pinned?: readonly PinnedRun[] | undefined;
  /** The curve that the reader drew and the page lays over the plot: names keep clear of it. */
  readonly sketch?: Sketch | undefined;
  /** Half the width of a band about zero, for deviations. */
  readonly tolerance?: number | undefined;
}

/** The answers at one x; null where one has nothing to say. */
export interface ChartRow {
  readonly x: number;
  readonly paper: PaperPoint | null;
  readonly model: ModelPoint | null;
  readonly simulated: SimulatedPoint | null;
  /** The further curves in their order; null for one that says nothing here. */
  readonly curves: readonly (CurvePoint | null)[];
  /** Of the simulated mean from the paper's figure, in percent. */
  readonly deviation: number | null;
  /** Of the model's figure likewise. */
  readonly modelDeviation: number | null;
  /** The pinned runs in their order; null for one that says nothing here. */
  readonly pinned: readonly (PinnedPoint | null)[];
}

const byX = (a: { readonly x: number }, b: { readonly x: number }): number => a.x - b.x;
const all = (...values: readonly number[]): boolean => values.every(Number.isFinite);

/**
 * The data without what cannot stand on a chart: values that are no finite numbers, a limit of nothing, and on a
 * logarithmic axis x at or below zero. Points come out ascending.
 */
export function cleaned(data: ChartData): ChartData {
  const shown = (x: number): boolean => Number.isFinite(x) && (data.x.log !== true || x > 0);
  const { limit, ...rest } = data.spec;
  const spec = limit !== undefined && Number.isFinite(limit.value) && limit.value > 0 ? { ...rest, limit } : rest;
  return {
    ...data,
    spec,
    x: { ...data.x, values: [...new Set(data.x.values.filter(shown))].sort((a, b) => a - b) },
    paper: data.paper.filter((p) => shown(p.x) && all(p.y)).sort(byX),
    model: data.model.filter((p) => shown(p.x) && all(p.y)).sort(byX),
    simulated: data.simulated.filter((p) => shown(p.x) && all(p.mean, p.low, p.high)).sort(byX),
    curves: data.curves?.map((curve) => {
      const isWhole = ({ y, spread }: CurvePoint): boolean => all(y, spread?.low ?? y, spread?.high ?? y);
      return { ...curve, points: curve.points.filter((p) => shown(p.x) && isWhole(p)).sort(byX) };
    }),
    crossings: data.crossings?.filter(({ x, y }) => shown(x) && all(y)),
    pinned: data.pinned?.flatMap((run) => {
      const curve = run.curve.filter((p) => shown(p.x) && all(p.y)).sort(byX);
      return shown(run.at.x) && all(run.at.y) ? [{ ...run, curve }] : [];
    }),
  };
}

/** One row for every x that the sweep or an answer names, ascending. */
export function chartRows(data: ChartData): readonly ChartRow[] {
  const clean = cleaned(data);
  const pinned = clean.pinned ?? [];
  const curves = clean.curves ?? [];
  const answers = [...clean.paper, ...clean.model, ...clean.simulated];
  const points = [...answers, ...curves.flatMap((curve) => curve.points), ...pinned.map(({ at }) => at)];
  const xs = new Set([...clean.x.values, ...points.map((point) => point.x)]);
  return [...xs]
    .sort((a, b) => a - b)
    .map((x) => {
      const paper = clean.paper.find((p) => p.x === x) ?? null;
      const model = clean.model.find((p) => p.x === x) ?? null;
      const simulated = clean.simulated.find((p) => p.x === x) ?? null;
      const off = (y: number | undefined): number | null =>
        y === undefined || paper === null || paper.y === 0 ? null : ((y - paper.y) / paper.y) * 100;
      const kept = pinned.map((run) => (run.at.x === x ? run.at : (run.curve.find((p) => p.x === x) ?? null)));
      const deviations = { deviation: off(simulated?.mean), modelDeviation: off(model?.y) };
      const along = curves.map((curve) => curve.points.find((p) => p.x === x) ?? null);
      return { x, paper, model, simulated, curves: along, ...deviations, pinned: kept };
    });
}

/** "Table I" for "table-i", "Section 4.2" for "section-4.2": what the paper itself calls it. */
export function tableName(table: string): string {
  const [kind = "", ...rest] = table.split("-");
  const named = capital(kind);
  const number = rest.join("-");
  return number === "" ? named : `${named} ${/^[ivxlc]+$/.test(number) ? number.toUpperCase() : number}`;
}

/** "5"; 16,384 where sizes are told in KB is "16". */
export const xFigure = ({ each = 1 }: ChartAxis, x: number): string => plainText(x / each);

/** True where the chart has something to show. */
export const isFilled = ({ paper, model, simulated, curves = [] }: ChartData): boolean =>
  paper.length + model.length + simulated.length > 0 || curves.some(({ points }) => points.length > 0);

/** True where a run has answered. */
export const isSimulated = ({ simulated, curves = [] }: ChartData): boolean =>
  simulated.length > 0 || curves.some(({ kind, points }) => kind === "simulated" && points.length > 0);

/** The values of the further curves, with the ends of their intervals. */
export const curveValues = ({ curves = [] }: ChartData): readonly number[] =>
  curves.flatMap(({ points }) =>
    points.flatMap(({ y, spread }) => (spread === null ? [y] : [y, spread.low, spread.high])),
  );

/** "caller threads", "network speed, Mbit/s". */
export const axisTitle = (axis: ChartAxis): string =>
  axis.unit === "" ? inSentence(axis.label) : `${inSentence(axis.label)}, ${axis.unit}`;

/** What stands behind the title: the unit, and how wide the band about zero is. */
export const unitText = ({ unit, tolerance }: ChartData): string =>
  tolerance === undefined ? unit : `${unit}, grey within ±${tolerance}\u2009%`;

/** What stands by the paper's points: "paper, Table I". */
export function paperLabel(points: readonly PaperPoint[]): string {
  const tables = [...new Set(points.map((point) => tableName(point.cell.table)))];
  return tables.length === 0 ? "paper" : `paper, ${tables.join(" and ")}`;
}

/** What tells of a chart's simulated points how sure they are. */
export type Spread = Pick<ChartData, "simulated" | "curves">;

/** The intervals of all simulated points, with the trials that they are of. */
export const spreadsOf = ({ simulated, curves = [] }: Spread): readonly NonNullable<CurvePoint["spread"]>[] => [
  ...simulated,
  ...curves.flatMap(({ points }) => points.flatMap(({ spread }) => spread ?? [])),
];

/** How many of the simulated points any other seed would leave as they are. */
export function certaintyOf(data: Spread): "all" | "some" | "none" {
  const spreads = spreadsOf(data);
  const certain = spreads.filter((one) => one.certain === true).length;
  return certain === 0 ? "none" : certain === spreads.length ? "all" : "some";
}

/** Beyond this many times what else is on the chart a pinned run would flatten all of it: it is told instead. */
const REACH = 8;

/** The values of all answers and curves, the ends of their intervals included. */
export const yValues = (data: ChartData): readonly number[] => [
  ...data.paper.map((p) => p.y),
  ...data.model.map((p) => p.y),
  ...data.simulated.flatMap((p) => [p.low, p.high]),
  ...curveValues(data),
];

/** Whether a pinned run can be drawn beside the answers without flattening them. */
export function isNear(data: ChartData, { at, curve }: PinnedRun): boolean {
  const most = Math.max(0, data.tolerance ?? 0, ...yValues(data).map(Math.abs));
  return most === 0 || [at, ...curve].every(({ y }) => Math.abs(y) <= most * REACH);
}

/** The values of the pinned runs that are drawn. */
export const pinnedValues = (data: ChartData): readonly number[] =>
  (data.pinned ?? []).flatMap((run) => (isNear(data, run) ? [run.at, ...run.curve].map(({ y }) => y) : []));
