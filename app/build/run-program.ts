/** Programs of the project that the build runs: they are TypeScript that imports as the page does. */
import { join } from "node:path";
import { runnerImport } from "vite";

let before: Promise<unknown> = Promise.resolve();

/**
 * Imports a program and lets it work. One at a time: while one computes, this process reads no file for another, and
 * Vite gives up a file that does not come within a minute. On a slow or busy machine that ended the build.
 * @param root the project's folder
 * @param program the module's path from there
 */
export function runProgram<Program extends object, Made>(
  root: string,
  program: string,
  work: (module: Program) => Made | Promise<Made>,
): Promise<Made> {
  const run = before.then(async () => work((await runnerImport<Program>(join(root, program), { root })).module));
  before = run.catch(() => undefined);
  return run;
}
