/**
 * A sweep as a table: a row a run, with the swept parameter, the trial, its seed, how many random numbers it drew, and
 * every measure that is a number, so that a spreadsheet or a script can take means and intervals over the trials
 * itself. Behind them stand the times within which 50, 95 and 99 % of the run's calls returned. A run that drew no
 * random number is alone at its point: it stands for every seed. The headless lab prints the table, and the page saves
 * it.
 */
import { csvCell } from "./csv-cell.ts";
import { toMillis } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { callTimes } from "../call-times.ts";
import type { Description, Measure, ParamValue } from "../types.ts";

/** One run of a sweep, without its trace. */
export interface SweepRow {
  readonly value: ParamValue;
  readonly trial: number; // from 1
  readonly seed: number;
  readonly draws: number; // 0: nothing random, and this run stands for every seed
  readonly measures: Readonly<Record<string, Measure>>;
  /** The quantiles of its calls' times, as `quantilesOf` gives them; left out where nobody has taken them. */
  readonly quantiles?: readonly (number | null)[];
  /** Its value of the series' parameter, where several curves were swept. */
  readonly series?: ParamValue | null;
}

/** Half of a run's calls took no longer than the first, and so on, in ms. */
const QUANTILES = ["callP50Ms", "callP95Ms", "callP99Ms"] as const;

/** In the order of QUANTILES; null where no call returned. */
export function quantilesOf(trace: TraceData): readonly (number | null)[] {
  const { p50Ns, p95Ns, p99Ns } = callTimes(trace);
  return [p50Ns, p95Ns, p99Ns].map((time) => (time === null ? null : toMillis(time)));
}

type SweepCell = string | number | null;

/** Measures whose values are numbers; a step's name is not. The same for every row, whatever it measured. */
const numericMeasures = (experiment: Description): readonly string[] =>
  Object.entries(experiment.measures)
    .filter(([, { unit }]) => unit !== "step")
    .map(([key]) => key);

/** @param over the swept parameter */
export const sweepColumns = (experiment: Description, over: string): readonly string[] => [
  over,
  "trial",
  "seed",
  "draws",
  ...numericMeasures(experiment),
  ...QUANTILES,
];

/** The cells of a row, in the order of `sweepColumns`. */
export const sweepCells = (experiment: Description, row: SweepRow): SweepCell[] => [
  row.value,
  row.trial,
  row.seed,
  row.draws,
  ...numericMeasures(experiment).map((key) => valueOf(row.measures, key)),
  ...QUANTILES.map((_, i) => row.quantiles?.[i] ?? null),
];

function valueOf(measures: SweepRow["measures"], key: string): SweepCell {
  const measure = measures[key];
  if (measure === undefined) throw new Error(`A row of a sweep has no measure ${key}.`);
  return measure.value;
}

/** One line without its end; quotes where RFC 4180 wants them. */
export const csvLine = (cells: readonly SweepCell[]): string => cells.map(csvCell).join(",");

/** The rows of a sweep differ in these parameters. */
export interface Swept {
  readonly over: string;
  readonly series?: { readonly parameter: string } | undefined;
}

/** All of a sweep, over the experiment's own parameter where nothing else is said; lines end with "\n". */
export function sweepCsv(experiment: Description, rows: readonly SweepRow[], swept: Swept = experiment.sweep): string {
  const { over, series } = swept;
  const columns = sweepColumns(experiment, over);
  const cells = (row: SweepRow): SweepCell[] => [
    ...(series === undefined ? [] : [row.series ?? null]),
    ...sweepCells(experiment, row),
  ];
  const head = series === undefined ? columns : [series.parameter, ...columns];
  return [head, ...rows.map(cells)].map((line) => `${csvLine(line)}\n`).join("");
}
