/** Makes the runs of a sweep, one whenever the next is asked for, and writes each row before the next run begins. */
import { CodeMistake } from "../../experiments/code-mistake.ts";
import { quantilesOf, sweepCells } from "../../experiments/export/sweep-csv.ts";
import { isCertain, jobAt, runJob } from "../../experiments/sweep.ts";
import type { SweepJob } from "../../experiments/sweep.ts";
import type { Experiment, Run } from "../../experiments/types.ts";
import { FaultError } from "../../faults/fault.ts";
import type { Io, Stop } from "../verb.ts";
import type { Plan } from "./plan.ts";
import type { RowWriter } from "./row-writer.ts";

/** A run. Where nothing is random only the first run of a value has a row, in whichever part that is. */
interface Made {
  readonly job: SweepJob;
  readonly run: Run;
  readonly hasRow: boolean;
}

type Progress = (text: string) => void;

function* runsOf({ experiment, curve, first, end }: Plan, progress: Progress): Generator<Made, void> {
  const { over, trials } = curve.request;
  for (let index = first; index < end; index++) {
    const job = jobAt(curve, index);
    progress(`${index - first + 1}/${end - first} ${over}=${job.value} seed ${job.seed}`);
    const run = madeRun(experiment, over, job);
    const certain = isCertain(run);
    yield { job, run, hasRow: job.trial === 1 || !certain };
    if (certain) index += trials - job.trial; // to the last trial of this value
  }
}

/** The run of a job. An error that is not the reader's says which run it ended. */
function madeRun(experiment: Experiment, over: string, job: SweepJob): Run {
  try {
    return runJob(experiment, job);
  } catch (error) {
    if (error instanceof FaultError) throw error;
    const which = `${experiment.id} with ${over}=${job.value} and seed ${job.seed}`;
    if (error instanceof CodeMistake) throw new CodeMistake(which, error);
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${which}: ${what}`, { cause: error });
  }
}

interface Outcome {
  readonly rows: number;
  readonly runs: number;
  /** The signal or reader that ended the sweep before time; null for none. */
  readonly stop: Stop | null;
  readonly failure: { readonly error: unknown } | null;
}

/** @param open begins the document; what it throws ends the sweep as any failure does */
export async function writeRows(plan: Plan, open: () => RowWriter, progress: Progress, io: Io): Promise<Outcome> {
  const { experiment } = plan;
  let [rows, runs] = [0, 0];
  let [stop, failure]: [Outcome["stop"], Outcome["failure"]] = [await io.stopped(), null];
  let writer: RowWriter | null = null;
  try {
    writer = open();
    for (const { job, run, hasRow } of runsOf(plan, progress)) {
      runs++;
      if (hasRow) {
        const { draws, measures, trace } = run;
        writer.row(sweepCells(experiment, { ...job, draws, measures, quantiles: quantilesOf(trace) }));
        rows++;
      }
      stop = await io.stopped();
      if (stop !== null) break;
    }
    writer.end(stop === null);
  } catch (error) {
    failure = { error };
    if (writer !== null) endAnyway(writer);
  }
  return { rows, runs, stop, failure };
}

/** After a failure: a full disk may have no room for the end of the document either. */
function endAnyway(writer: RowWriter): void {
  try {
    writer.end(false);
  } catch {
    // the first failure is the one to tell
  }
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

export function stopText({ rows, runs }: Outcome, { why }: Stop, { first, end }: Plan, kept: string): string {
  const done = `it ended after ${runs} of ${counted(end - first, "run")}`;
  return `lab sweep: ${why}; ${done}. ${counted(rows, "finished row")} kept${kept}.`;
}

/** The same error, which also says what became of the finished rows. */
export function withRows(error: unknown, what: string): unknown {
  if (error instanceof Error) error.message = `${error.message.replace(/[.]$/, "")}; ${what}.`;
  return error;
}
