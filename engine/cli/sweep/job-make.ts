/** A sweep as a Makefile, for the processors of one machine. */
import { quote } from "../../faults/quote.ts";
import { UsageError } from "../usage.ts";
import { aboutJob, joinCommand, partFile, partsFolder, shellWord, shellWords, threeLines } from "./job-text.ts";
import type { Job } from "./job-text.ts";

/** Make takes "$" for the start of a variable, in recipes too. */
const recipe = (text: string): string => text.replaceAll("$", "$$$$");

/** Names in rules know no quotes, so a name may hold nothing that make takes for something else. */
const RULE_NAME = /^[\w./+,@-]+$/;

export function makeJob(job: Job): string {
  if (!RULE_NAME.test(job.out)) {
    throw new UsageError(
      `lab sweep: --out ${quote(job.out)} cannot stand in a Makefile. Take letters, digits and . / + , @ _ -`,
    );
  }
  const broken = [...job.command, ...job.words].find((word) => word.includes("\n"));
  if (broken !== undefined) {
    throw new UsageError(`lab sweep: --job make: a Makefile cannot hold a line break, and ${quote(broken)} has one.`);
  }
  const file = shellWord(`${job.name}.mk`);
  return `# ${aboutJob(job)}, on the processors of this machine.
${threeLines({
  start: `save this as ${file}; make -j 4 -f ${file}`,
  resume: "the same again. Whole parts stay; one that was cut short goes on behind its last whole row.",
  join: `make does it last, into ${job.out}.`,
})}
PARTS := $(patsubst %,${partFile(job, "%")},$(shell seq 1 ${job.shards}))
${job.out}: $(PARTS)
\t${recipe(joinCommand(job))}
${partFile(job, "%")}:
\t@mkdir -p ${partsFolder(job)}
\t${recipe(shellWords([...job.command, ...job.words]))} --shard $*/${job.shards} --out $@ --resume
.SECONDARY: $(PARTS)
`;
}
