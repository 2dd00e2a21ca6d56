/** A sweep as an array of Slurm: a task for each part. */
import {
  aboutJob,
  joinCommand,
  limitSeconds,
  partFile,
  partsFolder,
  shellWord,
  shellWords,
  threeLines,
} from "./job-text.ts";
import type { Job } from "./job-text.ts";

/** Slurm’s usual MaxArraySize is 1,001, the first number that a task cannot have. */
const USUAL_LAST_TASK = 1000;

/** "1-02:30:00", as --time takes it. */
function slurmTime(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const clock = [(seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60].map(two).join(":");
  return days === 0 ? clock : `${days}-${clock}`;
}

export function slurmJob(job: Job): string {
  const task = "$SLURM_ARRAY_TASK_ID";
  const folder = shellWord(partsFolder(job));
  const many =
    job.shards > USUAL_LAST_TASK
      ? [`# Most clusters number tasks to ${USUAL_LAST_TASK}; on yours, MaxArraySize must be above ${job.shards}.`]
      : [];
  const script = shellWord(`${job.name}.slurm`);
  const start = `save this as ${script}; mkdir -p ${folder} && sbatch ${script}`;
  return `#!/bin/bash
# ${aboutJob(job)}: an array of Slurm with a task for each.
# The folder and the lab must be on a disk that all nodes share.
${threeLines({
  start,
  resume: "sbatch it again. Whole parts stay; one that was cut short goes on behind its last whole row.",
  join: joinCommand(job),
})}
${many.map((line) => `${line}\n`).join("")}#SBATCH --job-name=roundtrip-${job.id}
#SBATCH --array=1-${job.shards}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=${slurmTime(limitSeconds(job))}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=${slurmPath(partsFolder(job), "/task-%a.log")}
set -eu
exec ${shellWords([...job.command, ...job.words])} \\
  --shard "${task}/${job.shards}" --out ${partWord(job, task)} --resume
`;
}

/** In a file name of Slurm "%" begins a field, and a line of options is split at blanks. */
const slurmPath = (path: string, file: string): string => {
  const text = `${path.replaceAll("%", "%%")}${file}`;
  return /\s/.test(text) ? `"${text}"` : text;
};

/** The part’s file, with the number of the task in it. */
const partWord = (job: Job, task: string): string => {
  const [before = "", after = ""] = partFile(job, "\0").split("\0");
  return `${shellWord(before)}"${task}"${shellWord(after)}`;
};
