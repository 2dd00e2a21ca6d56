/** Python for Node: the interpreter from the npm package, without network, and the models' sources from disk. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";
import { paper, papers } from "../papers/index.ts";
import { type Python, pythonOn } from "../papers/python.ts";

export { type Python, PythonError } from "../papers/python.ts";

let interpreter: ReturnType<typeof loadPyodide> | null = null;

/** One interpreter a process, because it takes two seconds to start. What models print goes nowhere. */
function loadOnce(): ReturnType<typeof loadPyodide> {
  const indexURL = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
  const silent = () => {};
  return (interpreter ??= loadPyodide({ indexURL, stdout: silent, stderr: silent }));
}

/** Opens Python with the models of all papers as they are in their files, in place of those opened before. */
export async function openPython(): Promise<Python> {
  const python = pythonOn(await loadOnce());
  for (const { id } of papers) python.load(id, modelSource(id));
  return python;
}

/** The text of a paper's model.py. */
export function modelSource(paperId: string): string {
  return readFileSync(fileURLToPath(new URL(`../papers/${paper(paperId).modelFile}`, import.meta.url)), "utf8");
}
