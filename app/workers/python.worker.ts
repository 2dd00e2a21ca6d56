/**
 * The papers' models in Python, off the page's thread. Pyodide comes from the files beside the page; nothing of it is
 * fetched before `open` is called.
 */
import { pythonOn } from "../../engine/papers/python.ts";
import type { Python } from "../../engine/papers/python.ts";
import type { ModelArguments } from "../../engine/papers/types.ts";
import { modelSource } from "./model-source.ts";
import { openPyodide } from "./open-pyodide.ts";
import { expose } from "./remote.ts";

let python: Python | null = null;
const loaded = new Set<string>();

/** Takes in the model of a paper, which is fetched when it is first asked for. */
async function load(into: Python, paper: string): Promise<void> {
  if (loaded.has(paper)) return;
  into.load(paper, await modelSource(paper));
  loaded.add(paper);
}

const models = {
  /** Loads Python from the folder at `indexUrl`; tells the bytes that came. */
  async open(indexUrl: string, onBytes: (bytes: number) => void): Promise<void> {
    if (python !== null) return;
    python = pythonOn(await openPyodide(indexUrl, onBytes, true));
  },

  /** Values of some calls of the papers' functions, in order. */
  async values(
    calls: readonly { readonly paper: string; readonly function: string; readonly arguments: ModelArguments }[],
  ): Promise<number[]> {
    const opened = python;
    if (opened === null) throw new Error("python worker: asked for a model before open() was done");
    for (const paper of new Set(calls.map((call) => call.paper))) await load(opened, paper);
    return calls.map((call) => opened.call(call.paper, call.function, call.arguments));
  },
};

export type PythonWorker = typeof models;
expose(models);
