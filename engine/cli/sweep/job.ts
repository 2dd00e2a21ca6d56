/**
 * `lab sweep --job ENGINE --shards N`: a sweep as a job for an engine that runs work on many machines. Each part of the
 * sweep is one task of the job. A part that is there is left as it is, and one that was cut short goes on behind its
 * last whole row, so any job may be started again.
 */
import { quote } from "../../faults/quote.ts";
import { createHash } from "node:crypto";
import { mostJobs } from "../../experiments/sweep.ts";
import type { ParamValue } from "../../experiments/types.ts";
import { parseScript } from "../../faults/index.ts";
import type { Arguments, Shape } from "../arguments.ts";
import { readWhole } from "../arguments.ts";
import { engineVersion } from "../engine-version.ts";
import { withPackages } from "../needed.ts";
import { suggestion, UsageError, DONE } from "../usage.ts";
import { printJson } from "../verb.ts";
import type { Io } from "../verb.ts";
import { makeJob } from "./job-make.ts";
import { parallelJob } from "./job-parallel.ts";
import { slurmJob } from "./job-slurm.ts";
import type { Job } from "./job-text.ts";
import { outKind } from "./output.ts";
import { identityOf } from "./part.ts";
import { checkSize, MOST_SHARDS, readWholeSweep } from "./plan.ts";
import type { WholeSweep } from "./plan.ts";

async function kubernetesJob(job: Job): Promise<string> {
  const load = (): Promise<typeof import("./job-kubernetes.ts")> => import("./job-kubernetes.ts");
  return (await withPackages("sweep", "the writer of YAML for --job kubernetes", ["yaml"], load)).kubernetesJob(job);
}

const ENGINES: Readonly<Record<string, (job: Job) => string | Promise<string>>> = {
  slurm: slurmJob,
  kubernetes: kubernetesJob,
  parallel: parallelJob,
  make: makeJob,
};
export const JOB_ENGINES = Object.keys(ENGINES);

const SHARD_RANGE = { min: 1, max: MOST_SHARDS, default: 1 } as const;
const ROUGH_MS = 10; // a run whose experiment says nothing takes no longer

/** The words of a sweep, all said that decides its rows, so that another version’s defaults change nothing unseen. */
function wordsOf({ experiment, curve, over }: WholeSweep): readonly string[] {
  const { over: swept, parameters, seed, trials, faults } = curve.request;
  const set = Object.entries(parameters).filter(
    ([key, value]) => key !== swept && value !== experiment.params[key]?.default,
  );
  return [
    ...["sweep", experiment.id, "--over", over],
    ...set.flatMap(([key, value]) => ["--set", `${key}=${value}`]),
    ...["--seed", String(seed), "--trials", String(trials)],
    ...faults.flatMap((fault) => ["--fault", fault]),
  ];
}

/** Seconds for one part, by the slowest of some of its values. */
function partSecondsOf({ experiment, curve }: WholeSweep, shards: number): number {
  const { over, values, parameters, trials } = curve.request;
  const some = [values[0], values[Math.floor(values.length / 2)], values.at(-1)];
  const rough = (value: ParamValue | undefined): number =>
    value === undefined ? 0 : (experiment.roughMs?.({ ...parameters, [over]: value }) ?? ROUGH_MS);
  return (Math.ceil((values.length * trials) / shards) * Math.max(...some.map(rough))) / 1000;
}

/** Enough to keep two sweeps of one user apart. */
const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Control characters would end a comment of a job’s text, and what follows would be run. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The name in a job’s text: one that begins with a dash would be taken for a flag by what the job calls. */
function jobName(out: string): string {
  if (CONTROL.test(out)) {
    throw new UsageError(
      `lab sweep: --out ${quote(out)} has a control character, and cannot stand in the text of a job.`,
    );
  }
  return out.startsWith("-") ? `./${out}` : out;
}

function readJob(shape: Shape, args: Arguments, io: Io): Job {
  const whole = readWholeSweep(shape, args);
  const shards = readWhole(shape, args, "shards", SHARD_RANGE);
  checkSize(whole.curve, { index: 1, count: shards });
  parseScript(whole.curve.request.faults, { kinds: whole.experiment.packetKinds }); // before a thousand tasks refuse it
  const runs = mostJobs(whole.curve);
  if (shards > runs) {
    throw new UsageError(
      `lab sweep: --shards ${shards} is not allowed: the sweep has ${runs} runs. Take 1 to ${runs}.`,
    );
  }
  const out = jobName(args.one("out") ?? "sweep.csv");
  const kind = outKind("sweep", out);
  const { experiment } = whole;
  const broken = io.command.find((word) => CONTROL.test(word));
  if (broken !== undefined) {
    throw new UsageError(`lab sweep: --job: the lab stands in ${quote(broken)}, whose name has a control character.`);
  }
  return {
    experiment: experiment.id,
    runs,
    shards,
    words: wordsOf(whole),
    command: io.command,
    out,
    name: out.slice(0, -`.${kind}`.length),
    kind,
    partSeconds: partSecondsOf(whole, shards),
    id: shortHash(JSON.stringify([identityOf(whole, engineVersion()), shards])),
  };
}

export async function printJob(shape: Shape, args: Arguments, io: Io): Promise<number> {
  const engine = args.one("job") ?? "";
  const write = Object.hasOwn(ENGINES, engine) ? ENGINES[engine] : undefined;
  if (write === undefined) {
    throw new UsageError(`lab sweep: --job ${quote(engine)} is not allowed: ${suggestion(engine, JOB_ENGINES)}`);
  }
  const job = readJob(shape, args, io);
  const text = await write(job);
  if (args.has("json")) printJson(io, { job: engine, shards: job.shards, runs: job.runs, text });
  else io.out(text.trimEnd());
  return DONE;
}
