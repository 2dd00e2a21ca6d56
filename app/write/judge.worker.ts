/** Judges a reader’s rules off the page’s thread. A program is called in an interpreter of its own (interpreter.ts). */
import type { Run } from "../../engine/experiments/types.ts";
import { judge, type Verdict } from "../../engine/explore/written/judge.ts";
import { runAt, type Judged } from "../../engine/explore/written/runs.ts";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { rulesOf } from "../../engine/experiments/written/params.ts";
import { asCodeFault } from "../../engine/protocols/written/code-actions.ts";
import { expose } from "../workers/remote.ts";
import type { Program } from "./interpreter.ts";

/** Rules as a text of cells, or as a program. */
export type Text = { readonly rules: string } | { readonly code: string };

/** The program that was read last: the run of what the search has found wants it again. */
let last: { readonly text: string; readonly program: Program } | null = null;

async function programOf(text: string): Promise<Program> {
  if (last?.text === text) return last.program;
  last?.program.end();
  last = null;
  if (typeof WebAssembly === "undefined")
    throw new Error("WebAssembly is switched off in this browser, and programs need it. Rules as a table need none.");
  const { loadInterpreter, readProgram } = await import("./interpreter.ts");
  const program = readProgram(await loadInterpreter(), text);
  last = { text, program };
  return program;
}

const judgedOf = async (text: Text): Promise<Judged> =>
  "rules" in text ? { rules: rulesOf(text.rules) } : { code: (await programOf(text.code)).call };

const clock = (): number => performance.now();

const judging = {
  async judge(level: number, text: Text, faults: number | null): Promise<Verdict> {
    const judged = await judgedOf(text).catch(asCodeFault);
    return judge(levelOf(level), judged, { clock, ...(faults === null ? {} : { faults }) });
  },
  run: async (level: number, text: Text, faults: readonly string[]): Promise<Run> =>
    runAt(levelOf(level), await judgedOf(text), faults),
};

export type JudgeWorker = typeof judging;
expose(judging);
