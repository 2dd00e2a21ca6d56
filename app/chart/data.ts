/** The data of a chart: series of answers to one question over one parameter, cleaned, joined by x, and in words. */
import type { ChartSpec as Described } from "../../engine/experiments/types.ts";
import { present } from "../../engine/kernel/items.ts";
import type { ChartPoint, Series, Spread } from "../setup/points.ts";
import { inSentence } from "../language/in-sentence.ts";
import { plainText } from "../words/numbers.ts";
import type { AnswerKind } from "../setup/answers.ts";

export interface ChartAxis {
  readonly label: string; // "Caller threads"
  readonly unit: string; // "" where there is none
  readonly values: readonly number[]; // what the sweep runs over, ascending
  readonly log?: boolean;
  /** Names of the values from 0, where they are words: nothing lies between them. */
  readonly names?: readonly string[];
  /** The value of one unit in `values`, where it is not 1: 1024 for sizes that are told in KB. */
  readonly each?: number;
}

/** A point at which two curves cross. */
export interface Crossing {
  readonly kind: "model" | "simulated";
  readonly x: number;
  readonly y: number;
  readonly label: string; // "cross at 16.0 KB"
}

/** A chart as an experiment describes it, its limit in numbers. */
interface ChartSpec extends Omit<Described, "limit"> {
  readonly limit?: { readonly value: number; readonly label: string };
}

export interface ChartData {
  readonly spec: ChartSpec;
  readonly unit: string; // of the measure `spec.y`: "Mbit/s"
  readonly x: ChartAxis;
  /** Answers first, then curves, pinned runs and what the reader drew. With a series there is no one model or run. */
  readonly series: readonly Series[];
  readonly crossings?: readonly Crossing[] | undefined;
  /** The x after which curves begin anew, because something else changes there. */
  readonly breakAfter?: number | undefined;
  /** The number of the curves that the run on the page belongs to. */
  readonly own?: number | undefined;
  /** The y axis reaches at least this high. */
  readonly upTo?: number | undefined;
  /** Half the width of a band about zero, for deviations. */
  readonly tolerance?: number | undefined;
}

/** The point of a series at the x of a row. */
export interface RowEntry {
  readonly index: number; // of the series among the chart's
  readonly series: Series;
  readonly point: ChartPoint;
  /** Deviation from the paper’s value, in percent; null where it has none. */
  readonly deviation: number | null;
}

/** All that is known at one x, in the order of the series. */
export interface ChartRow {
  readonly x: number;
  readonly entries: readonly RowEntry[];
}

/** The number by which a pinned run is told from the others, from 1. */
export const pinNumber = ({ curveNumber }: Pick<Series, "curveNumber">): number => (curveNumber ?? 0) + 1;

/** One of several curves, whose marks show which it is. */
export const isCurve = ({ kind, curveNumber }: Series): boolean => curveNumber !== null && kind !== "pinned";

/** A chart's one answer of its kind. */
export const isAnswer = ({ kind, curveNumber }: Series): boolean => curveNumber === null && kind !== "drawn";

/** The answers and the curves: all that is neither pinned nor drawn. */
const isSaid = (series: Series): boolean => isCurve(series) || isAnswer(series);

/** The chart's one answer of a kind; undefined where it has none. */
export const answerOf = ({ series }: Answered, kind: AnswerKind): Series | undefined =>
  series.find((one) => one.kind === kind && isAnswer(one));

/** The point of the chart's one answer of a kind in a row; undefined where it has none. */
export const answerAt = ({ entries }: ChartRow, kind: AnswerKind): RowEntry | undefined =>
  entries.find(({ series }) => series.kind === kind && isAnswer(series));

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
    series: data.series.flatMap((one): Series[] => {
      const isWhole = (p: ChartPoint): boolean => shown(p.x) && all(p.y, p.spread?.low ?? p.y, p.spread?.high ?? p.y);
      const isLost = one.at !== undefined && !isWhole(one.at);
      return isLost ? [] : [{ ...one, points: one.points.filter(isWhole).sort(byX) }];
    }),
    crossings: data.crossings?.filter(({ x, y }) => shown(x) && all(y)),
  };
}

/** One row for every x that the sweep or an answer names, ascending. */
export function chartRows(data: ChartData): readonly ChartRow[] {
  const { x: axis, series } = cleaned(data);
  const named = series.flatMap((one) => (isSaid(one) ? one.points : (one.at ?? []))).map(({ x }) => x);
  return [...new Set([...axis.values, ...named])]
    .sort((a, b) => a - b)
    .map((x) => {
      const pointOf = ({ at, points }: Series) => (at?.x === x ? at : points.find((p) => p.x === x));
      const measured = answerOf({ series }, "measured");
      const paper = (measured === undefined ? undefined : pointOf(measured))?.y ?? 0;
      const entries = series.flatMap((one, index): RowEntry[] => {
        const point = one.kind === "drawn" ? undefined : pointOf(one);
        if (point === undefined) return [];
        const deviation = paper === 0 || one.kind === "measured" ? null : ((point.y - paper) / paper) * 100;
        return [{ index, series: one, point, deviation }];
      });
      return { x, entries };
    });
}

/** "5"; 16,384 where sizes are told in KB is "16", and 0.07 where shares are told in percent "7". */
export const xFigure = ({ each = 1, names }: ChartAxis, x: number): string =>
  names?.[x] ?? plainText(Number((x / each).toPrecision(12))); // 0.07 / 0.01 is a little more than 7

/** True where the chart has something to show. */
export const isFilled = ({ series }: Answered): boolean => series.some((one) => isSaid(one) && one.points.length > 0);

/** True where a run has answered. */
export const isSimulated = ({ series }: Answered): boolean =>
  series.some(({ kind, points, without = [] }) => kind === "simulated" && points.length + without.length > 0);

/** "serial, simulated"; "paper". */
export const seriesName = (series: Series): string =>
  isCurve(series) && series.kind === "simulated" && series.name !== "" ? `${series.name}, simulated` : series.name;

/** "caller threads", "network speed, Mbit/s". */
export const axisTitle = (axis: ChartAxis): string =>
  axis.unit === "" ? inSentence(axis.label) : `${inSentence(axis.label)}, ${axis.unit}`;

/** The words behind the title: the unit, and the width of the band about zero. */
export const unitText = ({ unit, tolerance }: ChartData): string =>
  tolerance === undefined ? unit : `${unit}, grey within ±${tolerance}\u2009%`;

export type Answered = Pick<ChartData, "series">;

/** The intervals of all simulated points, with the trials that they are of. */
export const spreadsOf = ({ series }: Answered): readonly Spread[] =>
  series.flatMap(({ points }) => present(points, ({ spread }) => spread));

/** Says whether another seed would leave all, some or none of the simulated points as they are. */
export function certaintyOf(data: Answered): "all" | "some" | "none" {
  const spreads = spreadsOf(data);
  const certain = spreads.filter((one) => one.certain === true).length;
  return certain === 0 ? "none" : certain === spreads.length ? "all" : "some";
}

/** Beyond this many times what else is on the chart a pinned run would flatten all of it: it is told instead. */
const REACH = 8;

/** The values of a series with the ends of its intervals. */
export const valuesOf = ({ points, at }: Series): readonly number[] =>
  [...points, ...(at === undefined ? [] : [at])].flatMap(({ y, spread }) =>
    spread === undefined ? [y] : [y, spread.low, spread.high],
  );

/** The values of all answers and curves, the ends of their intervals included. */
export const saidValues = ({ series }: Answered): readonly number[] => series.filter(isSaid).flatMap(valuesOf);

/** Whether a pinned run can be drawn beside the answers without flattening them. */
export function isNear(data: ChartData, pinned: Series): boolean {
  const { tolerance = 0 } = data;
  const most = Math.max(0, tolerance, ...saidValues(data).map(Math.abs));
  return most === 0 || valuesOf(pinned).every((y) => Math.abs(y) <= most * REACH);
}

/** The values of all that is drawn. */
export const drawnValues = (data: ChartData): readonly number[] =>
  data.series.flatMap((one) => (one.kind === "pinned" && !isNear(data, one) ? [] : valuesOf(one)));
