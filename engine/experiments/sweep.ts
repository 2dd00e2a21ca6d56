/**
 * A sweep: the same experiment over a list of values of one parameter, some trials each, seeds seed, seed + 1, …
 * Where a value's first run draws no random number, every seed gives that run: it stands for all trials, and the others
 * are not made.
 */
import { FaultError } from "../faults/fault.ts";
import { withFixed } from "./settings.ts";
import type { ChartSpec, Description, Experiment, ParamValue, ParamValues, Run } from "./types.ts";

interface SweepRequest {
  readonly over: string;
  readonly values: readonly ParamValue[];
  readonly parameters: ParamValues; // complete and valid
  readonly seed: number;
  readonly trials: number;
  readonly faults: readonly string[];
}

/** One run of a sweep, to be made. */
export interface SweepJob {
  /** Its curve's value of the series' parameter; null where there is no series. */
  readonly series: ParamValue | null;
  readonly value: ParamValue;
  readonly trial: number; // from 1
  readonly seed: number;
  readonly parameters: ParamValues; // the swept value among them
  readonly faults: readonly string[];
}

/** A run that is done, with the facts that decide which further jobs are needed. */
type DoneJob = Pick<SweepJob, "value" | "trial"> & Pick<Run, "draws"> & { readonly series?: ParamValue | null };

/** Whether a run stands for all trials of its point: with any seed it would be the same. */
export const isCertain = ({ draws }: Pick<Run, "draws">): boolean => draws === 0;

function jobFor({ series, request }: ChartCurve, value: ParamValue, trial: number): SweepJob {
  const { over, parameters, seed, faults } = request;
  return { series, value, trial, seed: seed + trial - 1, parameters: { ...parameters, [over]: value }, faults };
}

/** The most runs that a curve may need. */
export const mostJobs = ({ request }: ChartCurve): number => request.values.length * request.trials;

/** One of the runs that a curve may need, counted from 0: by value, then by trial. Throws RangeError where none is. */
export function jobAt(curve: ChartCurve, index: number): SweepJob {
  const { values, trials } = curve.request;
  const value = values[Math.floor(index / trials)];
  if (value === undefined) throw new RangeError(`job ${index} of a sweep, want 0 to ${mostJobs(curve) - 1}.`);
  return jobFor(curve, value, (index % trials) + 1);
}

/** All runs that a curve may need. A long sweep asks for them one by one. */
export const jobsOf = (curve: ChartCurve): readonly SweepJob[] =>
  Array.from({ length: mostJobs(curve) }, (_, i) => jobAt(curve, i));

/** The first run of every point. */
export const firstJobs = (curves: readonly ChartCurve[]): readonly SweepJob[] =>
  curves.flatMap((curve) => curve.request.values.map((value) => jobFor(curve, value, 1)));

/** The runs after the first of every point: the second trial of all points, then the third, and so on. */
export function furtherJobs(curves: readonly ChartCurve[], first: readonly DoneJob[]): readonly SweepJob[] {
  const certain = first.filter(isCertain);
  const trials = Math.max(0, ...curves.map(({ request }) => request.trials));
  const open = curves.flatMap((curve) =>
    curve.request.values
      .filter((value) => !certain.some((run) => run.value === value && (run.series ?? null) === curve.series))
      .map((value) => ({ curve, value })),
  );
  return Array.from({ length: Math.max(0, trials - 1) }, (_, i) => i + 2).flatMap((trial) =>
    open.flatMap(({ curve, value }) => (trial > curve.request.trials ? [] : [jobFor(curve, value, trial)])),
  );
}

/** The number of runs that the sweeps of these curves need. A point whose run in `done` drew nothing needs only one. */
export function jobCount(curves: readonly ChartCurve[], done: readonly DoneJob[]): number {
  const all = curves.reduce((sum, curve) => sum + mostJobs(curve), 0);
  const spared = done.filter((run) => run.trial === 1 && isCertain(run)).map((run) => trialsOf(curves, run) - 1);
  return spared.reduce((left, count) => left - count, all);
}

const trialsOf = (curves: readonly ChartCurve[], { series = null }: DoneJob): number =>
  curves.find((curve) => curve.series === series)?.request.trials ?? 1;

/** Equal for jobs with the same result, in one version of the engine. @param id of the experiment */
export const resultKey = (id: string, { parameters, seed, faults }: SweepJob): string =>
  JSON.stringify([id, Object.entries(parameters).sort(), seed, faults]);

/** The run of a job; its trace holds calls only. */
export const runJob = (experiment: Pick<Experiment, "run">, { parameters, seed, faults }: SweepJob): Run =>
  experiment.run(parameters, seed, faults, { keep: "none" });

/** The run of a job, or the error where a fault names a machine that the job's point lacks. Throws all other errors. */
export function runIfFaultsFit(experiment: Pick<Experiment, "run">, job: SweepJob): Run | FaultError {
  try {
    return runJob(experiment, job);
  } catch (error) {
    if (error instanceof FaultError) return error;
    throw error;
  }
}

/** One curve of a chart. */
export interface ChartCurve {
  readonly series: ParamValue | null; // its value of the series' parameter; null where the chart has no series
  readonly request: SweepRequest;
}

/** The sweeps behind a chart: one, or one for each value of its series. Otherwise as `given`. */
export function chartCurves(
  experiment: Description,
  chart: ChartSpec,
  given: Omit<SweepRequest, "over" | "values">,
): readonly ChartCurve[] {
  const { over, values, fixed } = chart.sweep ?? experiment.sweep;
  const parameters = withFixed(experiment, given.parameters, fixed);
  if (chart.series === undefined) return [{ series: null, request: { ...given, over, values, parameters } }];
  const { parameter, values: each } = chart.series;
  return each.map((series) => ({
    series,
    request: { ...given, over, values, parameters: { ...parameters, [parameter]: series } },
  }));
}
