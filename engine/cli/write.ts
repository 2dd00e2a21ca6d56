/** `lab write`: judges rules at a level of *Write the rule*, as the page does: a table of cells, or a program. */
import { headline, searchText } from "../../app/write/words.ts";
import { judge, type Verdict } from "../explore/written/judge.ts";
import { LEVELS, levelOf, rulesAt, type Level } from "../explore/written/levels.ts";
import type { Judged } from "../explore/written/runs.ts";
import { asCodeFault, type CodeFault } from "../protocols/written/code-actions.ts";
import { LIMITS } from "../protocols/written/program-limits.ts";
import { readRules } from "../protocols/written/rules.ts";
import { readWhole, type Arguments } from "./arguments.ts";
import { withPackages } from "./needed.ts";
import { beat, isWatched, watch } from "./watched.ts";
import { readText } from "./read-text.ts";
import { CHECK_FAILED, DONE, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

const LEVEL_RANGE = { min: 1, max: LEVELS.length, default: 1 } as const;
/** More take minutes. */
const FAULTS_RANGE = { min: 0, max: 4 } as const;

function rulesFrom(text: string, level: Level): Judged {
  const read = readRules(text === "book" ? "" : text);
  if ("problem" in read) throw new UsageError(`lab write: --rules: ${read.problem}`);
  const given = read.said.find((name) => !level.cells.includes(name) && read.rules[name] !== level.start[name]);
  if (given === undefined) return { rules: rulesAt(level, read.rules) };
  const own = level.cells.join(", ");
  throw new UsageError(`lab write: --rules: level ${level.number} gives the cell ${given}; yours to set are ${own}.`);
}

/** It runs a program, and reads its types. */
const INTERPRETER = [
  "quickjs-emscripten-core",
  "@jitl/quickjs-wasmfile-release-sync",
  "acorn",
  "@sveltejs/acorn-typescript",
] as const;

/** The program in a file, or what is wrong with it. */
async function programIn(file: string, io: Io): Promise<Judged | CodeFault> {
  const text = readText(PROGRAM, file, io.path(file));
  const load = (): Promise<typeof import("../../app/write/interpreter.ts")> => import("../../app/write/interpreter.ts");
  const { loadInterpreter, readProgram } = await withPackages(
    "write",
    "the interpreter of programs",
    INTERPRETER,
    load,
  );
  const quickJs = await loadInterpreter();
  try {
    beat();
    const { call } = readProgram(quickJs, text);
    const beating: typeof call = (...step) => {
      beat();
      return call(...step);
    };
    return { code: beating };
  } catch (error) {
    return asCodeFault(error);
  }
}

interface Asked {
  readonly level: number;
  readonly faults: number;
  readonly json: boolean;
}

/** A program can stop the interpreter’s own clock: it runs in a process of its own, with the page’s limit. */
async function judgedApart(program: string, { level, faults, json }: Asked, io: Io): Promise<number> {
  readText(PROGRAM, program, io.path(program)); // what cannot be read is said at once
  const words = ["write", "--level", String(level), "--faults", String(faults), "--program", io.path(program)];
  const code = await watch([...words, ...(json ? ["--json"] : [])], LIMITS.attack, io);
  if (code !== null) return code;
  io.err(
    `lab write: the attack was stopped: one step of this program takes more than ${LIMITS.attack / 1000} s. ` +
      "Look at loops, and at lists and texts that grow.",
  );
  return CHECK_FAILED;
}

const PROGRAM = "write: --program";

async function readJudged(args: Arguments, level: Level, io: Io): Promise<Judged | CodeFault> {
  const [rules, program] = [args.one("rules"), args.one("program")];
  if (rules !== undefined && program === undefined) return rulesFrom(rules, level);
  if (program !== undefined && rules === undefined) return programIn(program, io);
  const what = rules === undefined ? "say what to judge" : "judge one thing at a time";
  throw new UsageError(`lab write: ${what}: --rules TEXT or --program FILE.`);
}

function verdictText(level: Level, verdict: Verdict): string {
  const wrong = verdict.tag === "broken" || verdict.tag === "costly" ? verdict.wrong : null;
  const { faults = [], story = [] } = verdict.tag === "broken" ? verdict.broken : {};
  return [
    `level ${level.number}  ${level.title}`,
    `  ${headline(verdict)}`,
    ...(wrong === null ? [] : [`  “${wrong.belief}”`, `  ${wrong.reply}`]),
    ...faults.map((line) => `    --fault "${line}"`),
    ...story.map((sentence, i) => `  ${String(i + 1).padStart(3)}. ${sentence}`),
    ...(verdict.tag === "faulty" ? [] : [`  ${searchText(verdict)}`]),
  ].join("\n");
}

export const write: Verb = {
  name: "write",
  summary: "Judges rules, or a program in TypeScript, at a level of Write the rule; exit code 1 unless they solve it.",
  operands: [],
  flags: [
    { name: "level", value: "N", what: `the level, 1 to ${LEVELS.length} (default ${LEVEL_RANGE.default})` },
    { name: "rules", value: "TEXT", what: "cells that differ from the rule book: equal=run,smaller=ignore; or book" },
    { name: "program", value: "FILE", what: "a program with the functions client and server" },
    { name: "faults", value: "K", what: "the most faults of a run, 0 to 4 (default the level’s)" },
  ],
  run: async (args, io) => {
    const level = levelOf(readWhole(write, args, "level", LEVEL_RANGE));
    const faults = readWhole(write, args, "faults", { ...FAULTS_RANGE, default: level.faults });
    const program = args.one("program");
    if (program !== undefined && args.one("rules") === undefined && !isWatched()) {
      return await judgedApart(program, { level: level.number, faults, json: args.has("json") }, io);
    }
    const judged = await readJudged(args, level, io);
    const verdict = judge(level, judged, { faults, clock: () => performance.now() });
    if (args.has("json")) printJson(io, verdict);
    else io.out(verdictText(level, verdict));
    return verdict.tag === "solved" ? DONE : CHECK_FAILED;
  },
};
