/**
 * `lab sweep`: one row a run, with the columns of experiments/export/sweep-csv.ts and the quantiles of the times of the
 * run's calls. Each run is made when its turn comes, and its row is written before the next begins; an end before time
 * keeps the rows that are there.
 */
import { quantilesOf, sweepCells, sweepColumns } from "../experiments/export/sweep-csv.ts";
import { isCertain, jobAt, mostJobs, runJob } from "../experiments/sweep.ts";
import type { ChartCurve, SweepJob } from "../experiments/sweep.ts";
import type { Experiment, Run } from "../experiments/types.ts";
import { FaultError, quote } from "../faults/fault.ts";
import type { Arguments } from "./arguments.ts";
import { readWhole } from "./arguments.ts";
import { EXPERIMENT_FLAGS, readExperiment, readSeed, readSet, SEED_RANGE } from "./experiment-flags.ts";
import { OVER_FORM, readOver } from "./over.ts";
import { rowWriter } from "./row-writer.ts";
import type { Lines, RowFormat, RowWriter } from "./row-writer.ts";
import { DONE, UsageError } from "./usage.ts";
import { printJson, progressOf } from "./verb.ts";
import type { Io, Stop, Verb } from "./verb.ts";

const TRIALS = { min: 1, max: 10_000, default: 1 } as const;
const SHARDS = 10_000; // the most parts that a sweep may be cut into

/** More runs in one command cannot be meant: at a thousand a second, these take almost three hours. */
const MOST_RUNS = 10_000_000;

interface Shard {
  readonly index: number; // from 1
  readonly count: number;
}

function readShard(text: string | undefined): Shard {
  if (text === undefined) return { index: 1, count: 1 };
  const [index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (index >= 1 && index <= count && count <= SHARDS) return { index, count };
  throw new UsageError(
    `lab sweep: --shard ${JSON.stringify(text)} is not allowed: i/n with 1 <= i <= n <= ${SHARDS} (default 1/1).`,
  );
}

interface Plan {
  readonly experiment: Experiment;
  readonly curve: ChartCurve;
  /** The runs of this shard, by their numbers in the whole sweep: from `first`, before `end`. */
  readonly first: number;
  readonly end: number;
  readonly hasHead: boolean;
}

/** A shard has neighbouring runs, so that the shards' outputs in order are the whole sweep's. */
function cut(curve: ChartCurve, { index, count }: Shard): Pick<Plan, "first" | "end"> {
  const total = mostJobs(curve);
  const edge = (i: number): number => Math.floor((i * total) / count);
  const [first, end] = [edge(index - 1), edge(index)];
  if (end - first <= MOST_RUNS) return { first, end };
  const { values, trials } = curve.request;
  const part = count === 1 ? "" : ` in shard ${index} of ${count}`;
  const parts = Math.ceil(total / MOST_RUNS);
  throw new UsageError(
    `lab sweep: ${end - first} runs are asked for${part} (${values.length} values, ${trials} trials each); at most ` +
      `${MOST_RUNS}. Take fewer values or trials, or cut the sweep: --shard 1/${parts} to --shard ${parts}/${parts}.`,
  );
}

function readPlan(args: Arguments): Plan {
  const experiment = readExperiment(sweep, args.operand(0));
  const overText = args.one("over");
  const usual = experiment.sweep;
  const over = overText === undefined ? { key: usual.over, values: usual.values } : readOver(experiment, overText);
  if (args.all("set").some((text) => text.startsWith(`${over.key}=`))) {
    throw new UsageError(`lab sweep: ${over.key} is swept over; take it out of --set.`);
  }
  const parameters = readSet(sweep, args, experiment, overText === undefined ? usual.fixed : {});
  const seed = readSeed(sweep, args);
  const trials = readWhole(sweep, args, "trials", TRIALS);
  if (seed + trials - 1 > SEED_RANGE.max) {
    const last = SEED_RANGE.max;
    throw new UsageError(`lab sweep: --seed ${seed} with --trials ${trials} passes ${last}; give a smaller seed.`);
  }
  const shard = readShard(args.one("shard"));
  const request = { over: over.key, values: over.values, parameters, seed, trials, faults: args.all("fault") };
  const curve = { series: null, request };
  return { experiment, curve, ...cut(curve, shard), hasHead: shard.index === 1 };
}

/** A run. Where nothing is random only the first run of a value has a row, in whichever shard that is. */
interface Made {
  readonly job: SweepJob;
  readonly run: Run;
  readonly hasRow: boolean;
}

/** Makes the runs of the plan, one whenever the next is asked for. */
function* runsOf({ experiment, curve, first, end }: Plan, progress: (text: string) => void): Generator<Made, void> {
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
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${experiment.id} with ${over}=${job.value} and seed ${job.seed}: ${what}`, { cause: error });
  }
}

interface Outcome {
  readonly rows: number;
  readonly runs: number;
  /** The signal or reader that ended the sweep before time; null for none. */
  readonly stop: Stop | null;
  readonly failure: { readonly error: unknown } | null;
}

/** The rows go to a file that --out names, or to standard output. */
interface Target {
  readonly format: RowFormat;
  readonly lines: Lines;
}

async function writeRows(plan: Plan, { format, lines }: Target, args: Arguments, io: Io): Promise<Outcome> {
  const { experiment, curve, hasHead } = plan;
  let [rows, runs] = [0, 0];
  let [stop, failure]: [Outcome["stop"], Outcome["failure"]] = [await io.stopped(), null];
  const columns = sweepColumns(experiment, curve.request.over);
  let writer: RowWriter | null = null;
  try {
    writer = rowWriter(format, columns, hasHead, lines);
    for (const { job, run, hasRow } of runsOf(plan, progressOf(args, io))) {
      runs++;
      if (hasRow) {
        const { draws, measures, trace } = run;
        writer.row(sweepCells(experiment, { ...job, draws, measures, quantiles: quantilesOf(trace) }));
        rows++;
      }
      stop = await io.stopped();
      if (stop !== null) break;
    }
    writer.end();
  } catch (error) {
    failure = { error };
    if (writer !== null) endAnyway(writer);
  }
  return { rows, runs, stop, failure };
}

/** After a failure: a full disk may have no room for the end of the document either. */
function endAnyway(writer: RowWriter): void {
  try {
    writer.end();
  } catch {
    // the first failure is the one to tell
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function stopText({ rows, runs }: Outcome, { why }: Stop, { first, end }: Plan, kept: string): string {
  const done = `it ended after ${runs} of ${counted(end - first, "run")}`;
  return `lab sweep: ${why}; ${done}. ${counted(rows, "finished row")} kept${kept}.`;
}

async function toStandardOutput(plan: Plan, args: Arguments, io: Io): Promise<number> {
  const format = args.has("json") ? "json" : args.has("csv") ? "csv" : "text";
  const outcome = await writeRows(plan, { format, lines: (text) => io.out(text) }, args, io);
  const { rows, stop, failure } = outcome;
  if (failure !== null)
    throw rows === 0 ? failure.error : withRows(failure.error, `${counted(rows, "finished row")} kept`);
  if (stop === null) return DONE;
  io.err(stopText(outcome, stop, plan, ""));
  return stop.code;
}

const FILE_FORMATS: Readonly<Record<string, RowFormat>> = { ".csv": "csv", ".json": "json" };

function fileFormat(args: Arguments, name: string): RowFormat {
  if (args.has("csv")) throw new UsageError("lab sweep: --csv is for standard output; --out goes by the name’s end.");
  const ending = Object.keys(FILE_FORMATS).find((known) => name.endsWith(known) && name.length > known.length);
  const format = ending === undefined ? undefined : FILE_FORMATS[ending];
  if (format !== undefined) return format;
  const all = Object.keys(FILE_FORMATS).join(", ");
  throw new UsageError(`lab sweep: --out ${quote(name)}: its name must end in one of ${all}.`);
}

/** The same error, which also says what became of the finished rows. */
function withRows(error: unknown, what: string): unknown {
  if (error instanceof Error) error.message = `${error.message.replace(/[.]$/, "")}; ${what}.`;
  return error;
}

async function toFile(plan: Plan, name: string, args: Arguments, io: Io): Promise<number> {
  const format = fileFormat(args, name);
  const file = io.open("sweep", name);
  const lines: Lines = (text, close) => file.write(`${text}\n`, close === undefined ? "" : `${close}\n`);
  const outcome = await writeRows(plan, { format, lines }, args, io);
  const { rows, stop, failure } = outcome;
  if (failure !== null) {
    if (rows > 0)
      throw withRows(failure.error, `${counted(rows, "finished row")} kept in ${JSON.stringify(file.keep())}`);
    file.discard();
    throw failure.error;
  }
  if (stop !== null) {
    io.err(stopText(outcome, stop, plan, ` in ${JSON.stringify(file.keep())}`));
    return stop.code;
  }
  file.finish();
  if (args.has("json")) printJson(io, { file: name, rows });
  else io.out(`${counted(rows, "row")} written to ${name}`);
  return DONE;
}

export const sweep: Verb = {
  name: "sweep",
  summary: "Runs an experiment over values of one parameter: a row a run, with every measure that is a number.",
  operands: ["EXPERIMENT"],
  flags: [
    { name: "over", value: OVER_FORM, what: "the parameter and its values (default: the experiment’s own sweep)" },
    ...EXPERIMENT_FLAGS,
    {
      name: "trials",
      value: "N",
      what: "runs a value, with seeds seed, seed+1, … (default 1); one where it draws nothing",
    },
    { name: "shard", value: "i/n", what: "only the i-th of n parts; their CSV, one after the other, is the whole" },
    { name: "csv", what: "print CSV; only the first shard has the header" },
    {
      name: "out",
      value: "FILE",
      what: "write the rows; .csv or .json by the name’s end; FILE.partial until all are there",
    },
  ],
  run: (args, io) => {
    if (args.has("csv") && args.has("json")) throw new UsageError("lab sweep: --csv and --json exclude each other.");
    const plan = readPlan(args);
    const name = args.one("out");
    return name === undefined ? toStandardOutput(plan, args, io) : toFile(plan, name, args, io);
  },
};
