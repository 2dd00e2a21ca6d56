/** Makes the runs of a sweep, one whenever the next is asked for, and writes each row before the next run begins. */
import { CodeMistake } from "../../experiments/code-mistake.ts";
import { sweepCells } from "../../experiments/export/sweep-csv.ts";
import { resultOf } from "../../experiments/sweep-result.ts";
import type { SweepResult } from "../../experiments/sweep-result.ts";
import { isCertain, jobAt, resultKey, runJob } from "../../experiments/sweep.ts";
import type { SweepJob } from "../../experiments/sweep.ts";
import type { Experiment } from "../../experiments/types.ts";
import { FaultError } from "../../faults/fault.ts";
import type { Arguments } from "../arguments.ts";
import { engineVersion } from "../engine-version.ts";
import { keptResults } from "../kept-results.ts";
import type { Remember } from "../kept-results.ts";
import { progressOf } from "../verb.ts";
import type { Io, Stop } from "../verb.ts";
import type { Plan } from "./plan.ts";
import type { RowWriter } from "./row-writer.ts";

/** A run. Where nothing is random only the first run of a value has a row, in whichever part that is. */
interface Made {
  readonly job: SweepJob;
  readonly run: SweepResult;
  readonly hasRow: boolean;
}

type Progress = (text: string) => void;

function* runsOf(plan: Plan, remember: Remember, progress: Progress): Generator<Made, void> {
  const { experiment, curve, first, end } = plan;
  const { over, trials } = curve.request;
  for (let index = first; index < end; index++) {
    const job = jobAt(curve, index);
    progress(`${index - first + 1}/${end - first} ${over}=${job.value} seed ${job.seed}`);
    const run = remember(`sweep ${resultKey(experiment.id, job)}`, () => madeRun(experiment, over, job));
    const certain = isCertain(run);
    yield { job, run, hasRow: job.trial === 1 || !certain };
    if (certain) index += trials - job.trial; // to the last trial of this value
  }
}

/** The run of a job. An error that is not the reader's says which run it ended. */
function madeRun(experiment: Experiment, over: string, job: SweepJob): SweepResult {
  try {
    return resultOf(runJob(experiment, job));
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
export async function writeRows(plan: Plan, open: () => RowWriter, args: Arguments, io: Io): Promise<Outcome> {
  const remember: Remember = args.has("fresh") ? (_, make) => make() : keptResults(engineVersion());
  const { experiment } = plan;
  let [rows, runs] = [0, 0];
  let [stop, failure]: [Outcome["stop"], Outcome["failure"]] = [await io.stopped(), null];
  let writer: RowWriter | null = null;
  try {
    writer = open();
    for (const { job, run, hasRow } of runsOf(plan, remember, progressOf(args, io))) {
      runs++;
      if (hasRow) {
        writer.row(sweepCells(experiment, { ...job, ...run }));
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
