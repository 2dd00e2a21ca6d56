/** What a chart shows: three answers to one question over one parameter, cleaned, joined by x, and as words. */
import type { ChartSpec as Described } from "../../engine/experiments/types.ts";
import type { CellAddress } from "../../engine/kernel/trace-data.ts";

export interface ChartAxis {
  readonly label: string; // "Caller threads"
  readonly unit: string; // "" where there is none
  readonly values: readonly number[]; // what the sweep runs over, ascending
  readonly log?: boolean;
}

export interface PaperPoint {
  readonly x: number;
  readonly y: number;
  readonly cell: CellAddress;
  readonly uncertain?: boolean; // hard to read in the source, or contradicted by it
}

export interface ModelPoint {
  readonly x: number;
  readonly y: number;
  readonly equation?: string; // how the model is called: "null_us(10)"
}

export interface SimulatedPoint {
  readonly x: number;
  readonly mean: number;
  readonly low: number; // of the 95 % interval of the mean; equal to `mean` where there is one trial
  readonly high: number;
  readonly trials: number;
}

/** A chart as an experiment describes it, its limit in numbers. */
export interface ChartSpec extends Omit<Described, "limit"> {
  readonly limit?: { readonly value: number; readonly label: string };
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
}

/** The answers at one x; null where one has nothing to say. */
export interface ChartRow {
  readonly x: number;
  readonly paper: PaperPoint | null;
  readonly model: ModelPoint | null;
  readonly simulated: SimulatedPoint | null;
  /** Of the simulated mean from the paper's figure, in percent. */
  readonly deviation: number | null;
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
  };
}

/** One row for every x that the sweep or an answer names, ascending. */
export function chartRows(data: ChartData): readonly ChartRow[] {
  const clean = cleaned(data);
  const points = [...clean.paper, ...clean.model, ...clean.simulated];
  const xs = new Set([...clean.x.values, ...points.map((point) => point.x)]);
  return [...xs]
    .sort((a, b) => a - b)
    .map((x) => {
      const paper = clean.paper.find((p) => p.x === x) ?? null;
      const model = clean.model.find((p) => p.x === x) ?? null;
      const simulated = clean.simulated.find((p) => p.x === x) ?? null;
      const comparable = paper !== null && simulated !== null && paper.y !== 0;
      const deviation = comparable ? ((simulated.mean - paper.y) / paper.y) * 100 : null;
      return { x, paper, model, simulated, deviation };
    });
}

/** "Table I" for "table-i", "Section 4.2" for "section-4.2": what the paper itself calls it. */
export function tableName(table: string): string {
  const [kind = "", ...rest] = table.split("-");
  const named = kind.charAt(0).toUpperCase() + kind.slice(1);
  const number = rest.join("-");
  return number === "" ? named : `${named} ${/^[ivxlc]+$/.test(number) ? number.toUpperCase() : number}`;
}

/** "caller threads" for "Caller threads"; an acronym keeps its capitals. */
export function inSentence(label: string): string {
  const second = label.charAt(1);
  return second !== "" && second === second.toUpperCase() && second !== second.toLowerCase()
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}

/** "caller threads", "network speed, Mbit/s". */
export const axisTitle = (axis: ChartAxis): string =>
  axis.unit === "" ? inSentence(axis.label) : `${inSentence(axis.label)}, ${axis.unit}`;

/** What stands by the paper's points: "paper, Table I". */
export function paperLabel(points: readonly PaperPoint[]): string {
  const tables = [...new Set(points.map((point) => tableName(point.cell.table)))];
  return tables.length === 0 ? "paper" : `paper, ${tables.join(" and ")}`;
}
