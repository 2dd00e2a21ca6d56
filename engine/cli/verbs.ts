/** The verbs of the headless lab, and how one is chosen and run. Adding one is a file and a line. */
import { quote } from "../faults/quote.ts";
import { inspect } from "node:util";
import { CodeMistake } from "../experiments/code-mistake.ts";
import { FaultError } from "../faults/index.ts";
import { help, readArguments, synopsis } from "./arguments.ts";
import { ask } from "./ask.ts";
import { dissect } from "./dissect.ts";
import { explore } from "./explore.ts";
import { grade } from "./grade.ts";
import { list } from "./list.ts";
import { matrix } from "./matrix.ts";
import { model } from "./model.ts";
import { packageVerb } from "./package.ts";
import { profile } from "./profile.ts";
import { reproduce } from "./reproduce.ts";
import { rp2gen } from "./rp2gen.ts";
import { run } from "./run.ts";
import { join } from "./sweep/join.ts";
import { sweep } from "./sweep/sweep.ts";
import { table } from "./table.ts";
import { trace } from "./trace.ts";
import { BAD_USAGE, CODE_MISTAKE, DONE, mistakeText, oneLine, STACK, suggestion, UsageError } from "./usage.ts";
import type { Io, Verb } from "./verb.ts";
import { verify } from "./verify.ts";
import { write } from "./write.ts";
import { xdr } from "./xdr.ts";

export const VERBS: readonly Verb[] = [
  list,
  run,
  profile,
  sweep,
  join,
  table,
  explore,
  matrix,
  write,
  reproduce,
  model,
  trace,
  xdr,
  rp2gen,
  dissect,
  ask,
  grade,
  verify,
  packageVerb,
];

const EXIT_CODES =
  "Exit codes: 0 done, 1 the asked-for check failed, 2 bad usage, 3 a mistake in the code, 130 interrupted.";

function overview(): string {
  const width = Math.max(...VERBS.map((verb) => verb.name.length));
  const lines = VERBS.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`);
  const synopses = VERBS.map((verb) => `  ${synopsis(verb)}`);
  const end = `${EXIT_CODES} lab VERB --help has more.`;
  return ["lab VERB …, the headless lab", "", ...lines, "", ...synopses, "", end].join("\n");
}

function findVerb(name: string): Verb {
  const verb = VERBS.find((known) => known.name === name);
  if (verb !== undefined) return verb;
  const names = VERBS.map((known) => known.name);
  throw new UsageError(`lab: there is no verb ${quote(name)}; ${suggestion(name, names)}`);
}

async function answer(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) throw new UsageError(`lab: which verb? There are ${VERBS.map((v) => v.name).join(", ")}.`);
  if (name === "--help" || name === "-h" || name === "help") {
    io.out(overview());
    return DONE;
  }
  const verb = findVerb(name);
  const args = readArguments(verb, rest);
  if (args.has("help")) {
    io.out(help(verb));
    return DONE;
  }
  return await verb.run(args, io);
}

/**
 * Runs one command line. Resolves to its exit code. Bad usage is one line on standard error, and so is a mistake in
 * the code.
 */
export async function lab(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await answer(argv, io);
  } catch (error) {
    const verb = argv[0] ?? "";
    if (error instanceof UsageError || error instanceof FaultError) {
      const where = error instanceof FaultError ? `lab ${verb}: ` : "";
      io.err(`${where}${oneLine(error.message)}`);
      return BAD_USAGE;
    }
    io.err(mistakeText(verb, error));
    if (process.env[STACK] === "1") io.err(inspect(error instanceof CodeMistake ? error.cause : error));
    return CODE_MISTAKE;
  }
}
