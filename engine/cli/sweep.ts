/**
 * `lab sweep`: one row a run, with the columns of experiments/export/sweep-csv.ts.
 */
import { csvLine, sweepCells, sweepColumns } from "../experiments/export/sweep-csv.ts";
import { isCertain, jobsOf, runJob } from "../experiments/sweep.ts";
import type { SweepJob } from "../experiments/sweep.ts";
import type { Experiment, ParamValue } from "../experiments/types.ts";
import type { Arguments } from "./arguments.ts";
import { readWhole } from "./arguments.ts";
import { EXPERIMENT_FLAGS, readExperiment, readSeed, readSet, SEED_RANGE } from "./experiment-flags.ts";
import { OVER_FORM, readOver } from "./over.ts";
import { numberText, textTable } from "./text-table.ts";
import type { Cell } from "./text-table.ts";
import { DONE, UsageError } from "./usage.ts";
import { printJson, progressOf } from "./verb.ts";
import type { Verb } from "./verb.ts";

const TRIALS = { min: 1, max: 10_000, default: 1 } as const;
const SHARDS = 10_000; // the most parts that a sweep may be cut into

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

/** The rows of one shard: neighbours, so that the shards' outputs in order are the whole sweep's. */
function shardOf<T>(rows: readonly T[], { index, count }: Shard): readonly T[] {
  const edge = (i: number): number => Math.floor((i * rows.length) / count);
  return rows.slice(edge(index - 1), edge(index));
}

interface Plan {
  readonly experiment: Experiment;
  readonly over: string;
  readonly jobs: readonly SweepJob[]; // of this shard
  readonly shard: Shard;
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
  return { experiment, over: over.key, jobs: shardOf(jobsOf({ series: null, request }), shard), shard };
}

/** A row a run. Where nothing is random a value has one row, its first, in whichever shard that is. */
function runRows({ experiment, over, jobs }: Plan, progress: (text: string) => void): Cell[][] {
  const certain = new Set<ParamValue>();
  return jobs.flatMap((job, i) => {
    const { value, trial, seed } = job;
    if (certain.has(value)) return [];
    progress(`${i + 1}/${jobs.length} ${over}=${value} seed ${seed}`);
    const { measures, draws } = runJob(experiment, job);
    if (isCertain({ draws })) certain.add(value);
    return trial > 1 && certain.has(value) ? [] : [sweepCells(experiment, { value, trial, seed, draws, measures })];
  });
}

export const sweep: Verb = {
  name: "sweep",
  summary: "Runs an experiment over values of one parameter: a row a run, with every measure that is a number.",
  operands: ["EXPERIMENT"],
  flags: [
    { name: "over", value: OVER_FORM, what: "the parameter and its values (default: the experiment's own sweep)" },
    ...EXPERIMENT_FLAGS,
    {
      name: "trials",
      value: "N",
      what: "runs a value, with seeds seed, seed+1, … (default 1); one where it draws nothing",
    },
    { name: "shard", value: "i/n", what: "only the i-th of n parts; their CSV, one after the other, is the whole" },
    { name: "csv", what: "print CSV; only the first shard has the header" },
  ],
  run: (args, io) => {
    if (args.has("csv") && args.has("json")) throw new UsageError("lab sweep: --csv and --json exclude each other.");
    const plan = readPlan(args);
    const columns = sweepColumns(plan.experiment, plan.over);
    const rows = runRows(plan, progressOf(args, io));
    if (args.has("json")) printJson(io, { columns, rows });
    else if (args.has("csv")) {
      const lines = [...(plan.shard.index === 1 ? [columns] : []), ...rows].map(csvLine);
      if (lines.length > 0) io.out(lines.join("\n"));
    } else {
      io.out(
        textTable(
          columns,
          rows.map((row) => row.map((c) => (typeof c === "number" ? numberText(c) : c))),
        ),
      );
    }
    return DONE;
  },
};
