/**
 * `lab sweep`: one row a run, with the columns of experiments/export/sweep-csv.ts and the quantiles of the times of the
 * run's calls. Each run is made when its turn comes, and its row is written before the next begins; an end before time
 * keeps the rows that are there. With --job it prints a job for an engine that runs the parts of the sweep on many
 * machines, and runs nothing.
 */
import type { Arguments } from "../arguments.ts";
import { EXPERIMENT_FLAGS } from "../experiment-flags.ts";
import { UsageError } from "../usage.ts";
import type { Verb } from "../verb.ts";
import { JOB_ENGINES, printJob } from "./job.ts";
import { OVER_FORM } from "./over.ts";
import { toFile, toStandardOutput } from "./output.ts";
import { readPlan } from "./plan.ts";

/** Flags that make no sense together, or one without the other. */
function checkFlags(args: Arguments): void {
  const refuse = (why: string): never => {
    throw new UsageError(`lab sweep: ${why}`);
  };
  const has = (flag: string): boolean => args.has(flag);
  if (has("csv") && has("json")) refuse("--csv and --json exclude each other.");
  if (has("csv") && has("out")) refuse("--csv is for standard output; --out goes by the name’s end.");
  if (has("job")) {
    const alone = ["shard", "resume", "csv"].find(has);
    if (alone !== undefined) refuse(`--${alone} does not go with --job, which prints a job and runs nothing.`);
    if (!has("shards")) refuse("--job needs --shards N, the number of parts that the job has.");
  } else if (has("shards")) {
    refuse("--shards is for --job; one part is --shard i/n.");
  }
  if (has("resume") && !(has("shard") && has("out"))) {
    refuse("--resume needs --shard i/n and --out FILE: only the file of a part says how far it is.");
  }
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
    {
      name: "shard",
      value: "i/n",
      what: "only the i-th of n parts; on standard output their CSV in order is the whole",
    },
    { name: "csv", what: "print CSV; only the first shard has the header" },
    { name: "fresh", what: "make every run anew, also those whose results are kept" },
    {
      name: "out",
      value: "FILE",
      what: "write the rows; .csv or .json by the name’s end; FILE.partial until all are there",
    },
    { name: "resume", what: "with --shard and --out: go on behind the last whole row of FILE.partial" },
    {
      name: "job",
      value: JOB_ENGINES.join("|"),
      what: "print a job for this engine, whose parts go beside --out (default sweep.csv); run nothing",
    },
    { name: "shards", value: "N", what: "with --job: the number of parts" },
  ],
  run: (args, io) => {
    checkFlags(args);
    if (args.has("job")) return printJob(sweep, args, io);
    const plan = readPlan(sweep, args);
    const name = args.one("out");
    return name === undefined ? toStandardOutput(plan, args, io) : toFile(plan, name, args, io);
  },
};
