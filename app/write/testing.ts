/** For tests: what becomes of a hostile program. */
import { expect } from "vitest";
import { judge, type Verdict } from "../../engine/explore/written/judge.ts";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { asCodeFault } from "../../engine/protocols/written/code-actions.ts";
import { loadInterpreter, readProgram, type Program } from "./interpreter.ts";
import type { Hostile } from "./hostile.ts";

const LEVEL = levelOf(2);

/** The verdict on a program, whether it can be read or not. */
export async function verdictOn(text: string): Promise<Verdict> {
  const quickJs = await loadInterpreter();
  let program: Program | null = null;
  try {
    program = readProgram(quickJs, text);
    return judge(LEVEL, { code: program.call });
  } catch (error) {
    return judge(LEVEL, asCodeFault(error));
  } finally {
    program?.end();
  }
}

/** The program gets nothing, stops nothing, and its writer hears one clear error: where, what, what to do. */
export async function expectHeld({ what, text }: Hostile): Promise<void> {
  const about = `${what}: ${text.slice(0, 300)}`;
  const began = performance.now();
  const verdict = await verdictOn(text);
  expect(performance.now() - began, about).toBeLessThan(5000);
  if (verdict.tag !== "faulty") expect.fail(`${about}: ${verdict.tag}`);
  const said = verdict.fault;
  expect(`${said.where} ${said.what}`, about).not.toContain("ESCAPED");
  for (const part of [said.where, said.what, said.todo]) {
    expect(part.length, about).toBeGreaterThan(3);
    expect(part.length, about).toBeLessThan(250);
    expect(part, about).not.toMatch(/\n|\[object|quickjs|caller\.js/i);
  }
}
