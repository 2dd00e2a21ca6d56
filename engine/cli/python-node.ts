/** Python for Node: the interpreter from the npm package, without network, and the models' sources from disk. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";
import { paper, papers } from "../papers/index.ts";
import { type Python, pythonOn } from "../papers/python.ts";

export { type Python, PythonError } from "../papers/python.ts";

/** Opens Python with the models of all papers loaded. Takes about two seconds; what models print goes nowhere. */
export async function openPython(): Promise<Python> {
  const indexURL = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
  const silent = () => {};
  const python = pythonOn(await loadPyodide({ indexURL, stdout: silent, stderr: silent }));
  for (const { id } of papers) python.load(id, modelSource(id));
  return python;
}

/** The text of a paper's model.py. */
export function modelSource(paperId: string): string {
  return readFileSync(fileURLToPath(new URL(`../papers/${paper(paperId).modelFile}`, import.meta.url)), "utf8");
}
