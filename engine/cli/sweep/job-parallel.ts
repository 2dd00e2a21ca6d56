/** A sweep for GNU Parallel, on this machine or over hosts that one reaches by ssh. */
import { aboutJob, joinCommand, partFile, partsFolder, shellWord, shellWords, threeLines } from "./job-text.ts";
import type { Job } from "./job-text.ts";

export function parallelJob(job: Job): string {
  const folder = shellWord(partsFolder(job));
  const script = shellWord(`${job.name}.sh`);
  const [before = "", after = ""] = partFile(job, "\0").split("\0");
  return `#!/bin/sh
# ${aboutJob(job)}, by GNU Parallel.
# HOSTS names machines as ssh does; ":" is this one. All of them must see this folder and the lab.
${threeLines({
  start: `save this as ${script}; sh ${script}, or over hosts: HOSTS=:,ada,bob sh ${script}`,
  resume: "the same again. Whole parts stay; one that was cut short goes on behind its last whole row.",
  join: joinCommand(job),
})}
set -eu
if [ "\${1:-}" = part ]; then
  exec ${shellWords([...job.command, ...job.words])} \\
    --shard "$2/${job.shards}" --out ${shellWord(before)}"$2"${shellWord(after)} --resume
fi
mkdir -p ${folder}
# --resume-failed also runs again what a signal ended; --resume would take it for done.
seq 1 ${job.shards} | parallel --quote --sshlogin "\${HOSTS:-:}" --workdir . \\
  --joblog ${folder}/jobs-${job.id}.log --resume-failed --retries 3 sh "$0" part {}
`;
}
